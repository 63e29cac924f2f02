"""decline: refuse to draw, the stock being empty, which ends the deal (8.6, 8.9)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import Seat
from engine.errors import Code, IllegalMove
from engine.moves.base import on_turn
from engine.table import DRAW, Deal, Observation
from engine.turns import declined


@dataclass(frozen=True)
class Decline:
    """Refuse to draw."""

    type: ClassVar[str] = "decline"

    def __str__(self) -> str:
        return "decline"

    def check(self, seen: Observation) -> Decline:
        """The move as it will be carried out; IllegalMove if the rules refuse it."""
        on_turn(seen, DRAW, self.type)
        if not _possible(seen):
            raise IllegalMove(Code.CANNOT_DECLINE)
        return self

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        return declined(deal, seat)

    @staticmethod
    def candidates(seen: Observation) -> Iterable[Decline]:
        """The legal moves of this type."""
        return (Decline(),) if _possible(seen) else ()


def _possible(seen: Observation) -> bool:
    table = seen.table
    return not (table.stock_count or table.can_reshuffle or table.window or seen.held)
