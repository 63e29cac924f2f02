"""Moves as the kernel holds them. What is legal is found in `legal`, what a move does in `turns`."""

from __future__ import annotations

from typing import Final

DRAW: Final = 0
TAKE: Final = 1
DECLINE: Final = 2
DISCARD: Final = 3
LAY_OFF: Final = 4
SWAP: Final = 5
MELD: Final = 6
CALL: Final = 7
PASS: Final = 8

AT_LOW: Final = 1
AT_HIGH: Final = 2


class Move:
    """One move; which parts count depends on its kind.

    `card` is what is taken, discarded, laid off, swapped in or called (-1: none); `stand` what it stands for when it is
    laid off (-1: itself); `meld` the index of the meld that it goes to, from 0 (-1: none); `end` the end of that run,
    0 for a set, and `stated` whether a move has to say it; `wild` what a swap takes out. A new meld has its `cards`,
    each card | (stand + 1) << 7, a run from low to high, their `mask`, `of` (suit of a run, rank of a set), `start`
    (place of a run's first card, 0 low ace to 13 high ace; -1: a set) and the `points` that they are worth.
    """

    __slots__ = ("card", "cards", "end", "kind", "mask", "meld", "of", "points", "stand", "start", "stated", "wild")

    def __init__(
        self,
        kind: int,
        card: int = -1,
        stand: int = -1,
        meld: int = -1,
        end: int = 0,
        stated: bool = False,
        wild: int = -1,
        mask: int = 0,
        cards: tuple[int, ...] = (),
        of: int = -1,
        start: int = -1,
        points: int = 0,
    ) -> None:
        self.kind = kind
        self.card = card
        self.stand = stand
        self.meld = meld
        self.end = end
        self.stated = stated
        self.wild = wild
        self.mask = mask
        self.cards = cards
        self.of = of
        self.start = start
        self.points = points


THE_DRAW: Final = Move(DRAW)
THE_DECLINE: Final = Move(DECLINE)
THE_PASS: Final = Move(PASS)
TAKES: Final[list[Move]] = [Move(TAKE, card) for card in range(112)]
DISCARDS: Final[list[Move]] = [Move(DISCARD, card) for card in range(112)]
CALLS: Final[list[Move]] = [Move(CALL, card) for card in range(112)]
