"""Entity tags: whether a client already has what it asks for."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

from django.http import HttpResponse

from api.json_text import encode
from api.problems import fault
from players.errors import DomainError

IF_MATCH = "If-Match"
_TAG = re.compile(r'(?:W/)?("[^"]*")')
_VERSION = re.compile(r'(?:W/)?"v([0-9]{1,18})(?:\.[0-9]+)*"')


def content_tag(body: bytes) -> str:
    """The tag of an answer that is known by its content only."""
    return f'"{hashlib.sha256(body).hexdigest()[:32]}"'


def holds_tag(header: str | None, tag: str) -> bool:
    """Whether an `If-None-Match` header names the tag, compared weakly.

    >>> holds_tag('W/"v42.7", "v41.0"', '"v42.7"')
    True
    """
    if header is None:
        return False
    return header.strip() == "*" or tag in _TAG.findall(header)


def version_matched(request: Any, message: str) -> int | None:
    """The version in `If-Match`, None without one. Raises `bad_request` with this message for what is no such tag."""
    header = request.headers.get(IF_MATCH)
    if header is None:
        return None
    found = _VERSION.fullmatch(header.strip())
    if found is None:
        raise DomainError("bad_request", errors=[fault("invalid", message, parameter=IF_MATCH)])
    return int(found[1])


def unchanged(tag: str, seconds: int | None = None) -> HttpResponse:
    """The answer to a client that has what it asks for; `seconds`, where everybody may keep it for so long."""
    headers = {"ETag": tag}
    if seconds is not None:
        headers["Cache-Control"] = f"public, max-age={seconds}"
    return HttpResponse(status=304, headers=headers)


def public_answer(
    content: Any,
    seconds: int,
    known: str | None,
    write: Callable[[Any], bytes] = encode,
    content_type: str = "application/json",
) -> HttpResponse:
    """An answer that is the same for everybody and for some time, or 304 for a client that has it (`known`)."""
    body = write(content)
    tag = content_tag(body)
    if holds_tag(known, tag):
        return unchanged(tag, seconds)
    headers = {"ETag": tag, "Cache-Control": f"public, max-age={seconds}"}
    return HttpResponse(body, content_type=content_type, headers=headers)
