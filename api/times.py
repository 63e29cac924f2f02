"""Instants as the API writes them."""

from datetime import UTC, datetime


def instant_text(at: datetime) -> str:
    """The instant in UTC with milliseconds.

    >>> instant_text(datetime(2026, 1, 5, 10, 0, 0, 123_456, tzinfo=UTC))
    '2026-01-05T10:00:00.123Z'
    """
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
