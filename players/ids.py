"""Identifiers that sort by the time they were made (UUID version 7, RFC 9562)."""

import secrets
import time
from uuid import UUID

_NANOSECONDS_PER_MILLISECOND = 1_000_000


def uuid7() -> UUID:
    """A new identifier: 48 bits of milliseconds, 12 of the fraction within it, 62 random ones.

    Two made one after the other in a process sort in that order as far as the clock tells them apart.

    >>> uuid7().version
    7
    """
    milliseconds, rest = divmod(time.time_ns(), _NANOSECONDS_PER_MILLISECOND)
    fraction = rest * 4096 // _NANOSECONDS_PER_MILLISECOND
    return UUID(int=milliseconds << 80 | 7 << 76 | fraction << 64 | 2 << 62 | secrets.randbits(62))
