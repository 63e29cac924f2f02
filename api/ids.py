"""Ids as the API writes them, and no other form of them."""

import re
from uuid import UUID

PATTERN = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"
_ID = re.compile(PATTERN)


def parse_id(text: str) -> UUID:
    """The id, in either case. Raises `ValueError` also for what Python would read: braces, no hyphens, `urn:uuid:`.

    >>> parse_id("01990C5E-7D6A-7000-8000-0242AC120002")
    UUID('01990c5e-7d6a-7000-8000-0242ac120002')
    """
    if not _ID.fullmatch(text):
        raise ValueError("no id")
    return UUID(text)
