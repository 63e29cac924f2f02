"""How much may be looked at for one request. Steps are counted, not time: the answer is the same on any machine."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class TooMuchWork(Exception):
    """More steps were needed than are allowed."""


_left: ContextVar[list[int] | None] = ContextVar("steps that are left", default=None)


@contextmanager
def at_most(steps: int | None) -> Iterator[None]:
    """Within it, `spend` raises TooMuchWork after so many steps; None: never."""
    token = _left.set(None if steps is None else [steps])
    try:
        yield
    finally:
        _left.reset(token)


def spend() -> None:
    """Counts one step. Raises TooMuchWork where none is left."""
    left = _left.get()
    if left is not None:
        left[0] -= 1
        if left[0] < 0:
            raise TooMuchWork
