"""A part of a list around one of its rows."""

from collections.abc import Sequence
from typing import TypeVar

Row = TypeVar("Row")


def in_the_middle(above: Sequence[Row], own: Row, below: Sequence[Row], limit: int) -> list[Row]:
    """`limit` rows with `own` in the middle; where there are too few on one side, more of the other.

    `above` and `below` begin with what is nearest, and hold up to `limit` - 1 rows.
    """
    upper = max((limit - 1) // 2, limit - 1 - len(below))
    above = above[:upper]
    return [*reversed(above), own, *below[: limit - 1 - len(above)]]
