"""draw: the top of the stock (5.2); where the stock is empty and the rules allow it, a new one is made (8.8)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import BIT, Card, Seat
from engine.errors import Code, IllegalMove
from engine.moves.base import on_turn
from engine.shuffle import reshuffled
from engine.table import DRAW, PLAY, Deal, Observation
from engine.turns import with_hand


@dataclass(frozen=True)
class Draw:
    """Draw the top of the stock."""

    type: ClassVar[str] = "draw"

    def __str__(self) -> str:
        return "draw"

    def check(self, seen: Observation) -> Draw:
        """The move as it will be carried out; IllegalMove if the rules refuse it."""
        on_turn(seen, DRAW, self.type)
        if not seen.table.stock_count and not seen.table.can_reshuffle:
            raise IllegalMove(Code.STOCK_EMPTY)
        return self

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        table, stock = deal.table, deal.stock
        if not stock:
            stock = _new_stock(deal)
            table = table.changed(pile=table.pile[-1:], reshuffled=table.reshuffled + 1)
        hand = deal.hands[seat] | BIT[stock[0]]
        drawn = Deal(table, deal.hands, stock[1:], seed=deal.seed)
        return with_hand(drawn, seat, hand, {"stock_count": len(stock) - 1, "phase": PLAY, "window": ()})

    @staticmethod
    def candidates(seen: Observation) -> Iterable[Draw]:
        """The legal moves of this type."""
        table = seen.table
        return _DRAW if not seen.held and (table.stock_count or table.can_reshuffle) else ()


_DRAW = (Draw(),)


def _new_stock(deal: Deal) -> tuple[Card, ...]:
    """8.8: from the deal's seed; a position, which has none, uses 32 zero bytes."""
    if deal.reshuffle is not None:
        return deal.reshuffle
    return reshuffled(deal.table.pile[:-1], deal.seed or bytes(32), deal.table.reshuffled + 1)
