"""The forms besides JSON, on paths that end in `.txt`, `.ndjson` and `.csv`."""

import csv
from collections.abc import Iterable, Mapping
from io import StringIO
from typing import Any

from rest_framework.renderers import BaseRenderer

from api.json_text import encode

_FORMULA = tuple("=+-@\t\r")  # what a formula begins with


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


class TableRenderer(BaseRenderer):
    """Writes CSV (RFC 4180)."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(
        self,
        data: Iterable[Iterable[Any]],
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """The lines; what a spreadsheet would take for a formula is marked as text."""
        written = StringIO()
        csv.writer(written).writerows([_cell(value) for value in line] for line in data)
        return written.getvalue().encode()


def _cell(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in _FORMULA else value
