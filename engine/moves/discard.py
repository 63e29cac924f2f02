"""discard: end the turn with one card on the pile (5.4, 6.5, 6.6, 8.4)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import BIT, CARDS, CODES, Card, PerCard, Seat, codes
from engine.errors import Code, IllegalMove
from engine.moves.base import card_in_game, in_hand, on_turn
from engine.table import PLAY, Deal, Observation
from engine.turns import after_discard, fits_by_itself


@dataclass(frozen=True)
class Discard:
    """Put the card on the pile and end the turn."""

    card: str
    type: ClassVar[str] = "discard"

    def __str__(self) -> str:
        return f"discard {self.card}"

    def check(self, seen: Observation) -> Discard:
        """The move as it will be carried out; IllegalMove if the rules refuse it."""
        table = seen.table
        card = card_in_game(table.rules, self.card)
        on_turn(seen, PLAY, self.type)
        in_hand(seen, card, self.card)
        if table.obliged:
            raise IllegalMove(Code.MUST_USE_TAKEN_CARD, card=codes(table.obliged)[0])
        if table.single & BIT[card]:
            raise IllegalMove(Code.TAKEN_CARD_DISCARDED, card=self.card)
        if _must_be_tabled(seen, card):
            raise IllegalMove(Code.MUST_TABLE_LAST_CARD, card=self.card)
        return self

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        card = CARDS[self.card]
        return after_discard(deal, seat, card)

    @staticmethod
    def candidates(seen: Observation) -> Iterable[Discard]:
        """The legal moves of this type."""
        table, hand = seen.table, seen.hand
        if table.obliged or (hand.bit_count() == 1 and _must_be_tabled(seen, hand.bit_length() - 1)):
            return ()
        return _DISCARDS.of(hand & ~table.single)


_DISCARDS = PerCard([Discard(code) for code in CODES])


def _must_be_tabled(seen: Observation, card: Card) -> bool:
    """8.4: the last card, which could be laid off, where the server refuses such a discard."""
    options = seen.table.rules.options
    if options.go_out != "unplayable" or options.playable_last_discard == "callable":
        return False
    assert seen.seat is not None
    return seen.hand == BIT[card] and fits_by_itself(seen.table, seen.seat, card)
