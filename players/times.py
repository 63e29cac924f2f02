"""Instants as text."""

from datetime import UTC, datetime


def instant(at: datetime) -> str:
    """RFC 3339 in UTC with milliseconds.

    >>> instant(datetime(2026, 1, 5, 10, 0, 0, 123456, UTC))
    '2026-01-05T10:00:00.123Z'
    """
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parsed(text: str) -> datetime:
    """The inverse of `instant`.

    >>> instant(parsed("2026-01-05T10:00:00.123Z"))
    '2026-01-05T10:00:00.123Z'
    """
    return datetime.fromisoformat(text)
