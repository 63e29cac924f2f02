"""take: a card of the pile and all above it (section 6)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import BIT, CARDS, CODES, Seat
from engine.errors import Code, IllegalMove
from engine.moves.base import card_in_game, on_turn
from engine.table import DRAW, Deal, Observation
from engine.taking import legal_takes, take_refusal
from engine.turns import taken


@dataclass(frozen=True)
class Take:
    """Take that card of the pile and every card above it."""

    card: str
    type: ClassVar[str] = "take"

    def __str__(self) -> str:
        return f"take {self.card}"

    def check(self, seen: Observation) -> Take:
        """The move as it will be carried out; IllegalMove if the rules refuse it."""
        table = seen.table
        card = card_in_game(table.rules, self.card)
        on_turn(seen, DRAW, self.type)
        if card not in table.pile:
            raise IllegalMove(Code.CARD_NOT_IN_PILE, card=self.card)
        index = table.pile.index(card)
        refusal = take_refusal(seen, index)
        if refusal is not None:
            raise IllegalMove(refusal, clause=_clause(seen, index, refusal), card=self.card)
        return self

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        card = CARDS[self.card]
        options = deal.table.options
        rule = options.top_card if card == deal.table.pile[-1] else options.deep_card
        obliged = 0 if rule == "free" else BIT[card]
        if deal.callers:
            deal = deal._replace(callers=())
        return taken(deal, seat, card, {"obliged": obliged})

    @staticmethod
    def candidates(seen: Observation) -> Iterable[Take]:
        """The legal moves of this type."""
        return () if seen.held else map(_TAKES.__getitem__, legal_takes(seen))


_TAKES = tuple(Take(code) for code in CODES)


def _clause(seen: Observation, index: int, refusal: Code) -> str:
    if refusal is Code.CANNOT_USE_TAKEN_CARD and index == len(seen.table.pile) - 1:
        return "6.1"
    return ""
