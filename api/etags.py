"""Entity tags: whether a client already has what it asks for."""

import hashlib
import re

_TAG = re.compile(r'(?:W/)?("[^"]*")')


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
