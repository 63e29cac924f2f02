"""How much junk is sent: in `make test` a part that is the same each time, in `make soak` all of it."""

from collections.abc import Sequence
from typing import TypeVar

from tests.engine.sizes import SIZED, SOAK

Thing = TypeVar("Thing")
__all__ = ["SIZED", "SOAK", "is_tried", "share"]


def is_tried(thing: object, one_in: int) -> bool:
    """Whether the thing belongs to the part that is always tried: one in so many of its kind; in a soak all."""
    return SOAK or sum(str(thing).encode()) % one_in == 0


def share(things: Sequence[Thing], of: str, each: int) -> list[Thing]:
    """So many of the things, others for each `of`, so that all of them are tried somewhere; in a soak all."""
    if SOAK or len(things) <= each:
        return list(things)
    first = sum(of.encode()) * 7
    step = max(1, len(things) // each)
    return [things[(first + number * step) % len(things)] for number in range(each)]
