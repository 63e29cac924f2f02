"""meld: put down a new set or run (section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from engine.cards import BIT, CODES, Seat, played, played_text
from engine.errors import Code, IllegalMove
from engine.meldable import Cards, new_melds
from engine.melds import Played, Reading, put_down, readings
from engine.moves.base import bad_notation, can_go_on, in_hand, on_turn, played_in_game, refuse_tabling
from engine.table import PLAY, Deal, Observation
from engine.tabling import layout_with
from engine.turns import after_tabling, with_hand


@dataclass(frozen=True)
class NewMeld:
    """Put down these cards ("5H", "X1=7H") as a new meld."""

    cards: tuple[str, ...]
    type: ClassVar[str] = "meld"

    def __str__(self) -> str:
        return f"meld {' '.join(self.cards)}"

    def check(self, seen: Observation) -> NewMeld:
        """The move with every declaration made and its cards in order; IllegalMove if the rules refuse it."""
        table = seen.table
        pairs = tuple([played_in_game(table.rules, text, f"/cards/{at}") for at, text in enumerate(self.cards)])
        mask = 0
        for at, (card, _) in enumerate(pairs):
            if mask & BIT[card]:
                bad_notation("{card} is named twice.", f"/cards/{at}", card=CODES[card])
            mask |= BIT[card]
        on_turn(seen, PLAY, self.type)
        if mask & ~seen.hand:
            for card, _ in pairs:
                in_hand(seen, card, CODES[card])
        reading = self._reading(seen, pairs)
        if not _may_put_down(seen, reading.cards, mask):
            refuse_tabling(seen, seen.hand & ~mask)
        return _named(reading.cards)[1]

    def _reading(self, seen: Observation, pairs: tuple[Played, ...]) -> Reading:
        found = readings(seen.table.rules, pairs)
        if not found:
            raise IllegalMove(Code.NOT_A_MELD, cards=self.cards)
        if len(found) > 1:
            raise IllegalMove(Code.AMBIGUOUS, card=" ".join(self.cards), cards=self.cards)
        return found[0]

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        table = deal.table
        pairs = tuple([played(text) for text in self.cards])
        mask = 0
        for card, _ in pairs:
            mask |= BIT[card]
        meld = put_down(table.rules, readings(table.rules, pairs)[0], seat)
        hand = deal.hands[seat] & ~mask
        melds = layout_with(table.rules, table.melds, len(table.melds) + 1, meld)
        deal = with_hand(deal, seat, hand, {"melds": melds, "obliged": table.obliged & ~mask, "tabled": True})
        return deal if hand else after_tabling(deal, seat)

    @staticmethod
    def candidates(seen: Observation) -> Iterable[NewMeld]:
        """The legal moves of this type, wilds as docs/notation.md lists them."""
        table, hand = seen.table, seen.hand
        obliged, single = table.obliged, table.single
        found = new_melds(table.rules, hand, special=obliged | single) if hand.bit_count() >= 3 else ()
        free = 0 if obliged else hand & ~single
        return _legal(seen, found, free) if found else ()


@lru_cache(maxsize=1 << 14)
def _named(cards: tuple[Played, ...]) -> tuple[int, NewMeld]:
    """The mask of the cards, and the move that puts them down."""
    return sum(BIT[card] for card, _ in cards), NewMeld(tuple(played_text(card, stand) for card, stand in cards))


def _legal(seen: Observation, melds: Iterable[Cards], free: int) -> Iterator[NewMeld]:
    """Of the melds those that may be put down. `free`: cards of which one left in the hand is enough for that."""
    for cards in melds:
        mask, move = _named(cards)
        if free & ~mask or _may_put_down(seen, cards, mask):
            yield move


def _may_put_down(seen: Observation, cards: tuple[Played, ...], mask: int) -> bool:
    """8.2 and 5.6, without building the table where the answer is plain."""
    table, left = seen.table, seen.hand & ~mask
    if not left and table.rules.keeps_a_discard:
        return False
    if can_go_on(seen, left, table.melds, mask):
        return True
    assert seen.seat is not None
    meld = put_down(table.rules, readings(table.rules, cards)[0], seen.seat)
    return can_go_on(seen, left, layout_with(table.rules, table.melds, len(table.melds) + 1, meld), mask)
