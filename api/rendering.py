"""The forms in which the API reads and writes: JSON, and no other."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.http import parse_header_parameters
from rest_framework.exceptions import UnsupportedMediaType
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from api.json_text import BadJson, decode_object, encode
from players.errors import DomainError

LARGEST_BODY = 64 * 1024
_LARGER_BODIES = {"/api/v1/imports": 2 * 1024 * 1024, "/api/v1/bulk/games": 512 * 1024}
# Clients that write these mean JSON: generated ones ask for problems, an EventSource cannot say otherwise.
ANYTHING = "*/*"
_AS_GOOD_AS_JSON = ("application/problem+json", "text/event-stream")


def largest_body(path: str) -> int:
    """How many bytes the body of a request to this path may have."""
    return _LARGER_BODIES.get(path, LARGEST_BODY)


class JSONRenderer(BaseRenderer):
    """Writes JSON."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The answer's bytes; none for an answer without content."""
        return b"" if data is None else encode(data)


class JSONParser(BaseParser):
    """Reads a JSON object."""

    media_type = "application/json"

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """The object in the body. Raises `bad_json` or `too_large`."""
        _check_media_type(media_type or "")
        largest = largest_body(stream.path)
        body = stream.read(largest + 1)
        if len(body) > largest:
            raise DomainError("too_large")
        try:
            return decode_object(body)
        except BadJson as error:
            raise DomainError("bad_json", str(error)) from None


def _check_media_type(text: str) -> None:
    """Whether it is JSON in UTF-8, and not just something that JSON would be one kind of."""
    media_type, parameters = parse_header_parameters(text)
    if media_type != JSONParser.media_type or parameters.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
        raise UnsupportedMediaType(media_type)


class Negotiation(DefaultContentNegotiation):
    """The `Accept` header and nothing else decides the form of an answer."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """The renderer, at once for a client that asks for what it would get anyway, as nearly all do."""
        first = next(iter(renderers))
        if first.media_type and request.headers.get("Accept", ANYTHING) in (ANYTHING, first.media_type):
            return first, first.media_type
        return super().select_renderer(request, renderers, format_suffix)

    def get_accept_list(self, request: Request) -> list[str]:
        """What the client accepts; an empty header accepts anything."""
        accepted: list[str] = super().get_accept_list(request)
        if not any(accepted) or any(wanted.split(";")[0].strip() in _AS_GOOD_AS_JSON for wanted in accepted):
            return [ANYTHING]
        return accepted
