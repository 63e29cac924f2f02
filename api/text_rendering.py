"""The two forms besides JSON, on paths that end in `.txt` and `.ndjson`."""

from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer

from api.json_text import encode


class TextRenderer(BaseRenderer):
    """Writes plain text."""

    media_type = "text/plain"
    format = "txt"
    charset = "utf-8"

    def render(
        self,
        data: str,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The text's bytes."""
        return data.encode()


class LinesRenderer(BaseRenderer):
    """Writes one JSON object a line."""

    media_type = "application/x-ndjson"
    format = "ndjson"
    charset = None

    def render(
        self,
        data: Iterable[Any],
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The lines."""
        return b"".join(encode(line) + b"\n" for line in data)
