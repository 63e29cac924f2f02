"""lay_off: add a card to a meld on the table (section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, starmap
from typing import ClassVar, TypeAlias

from engine.cards import BIT, CODES, Card, Seat, cards_in, played, played_text
from engine.errors import Code, IllegalMove
from engine.meldable import classes
from engine.melds import End, Meld, Place, is_itself, laid_off, places_on
from engine.moves.base import (
    can_go_on,
    in_hand,
    meld_on,
    on_turn,
    own_meld,
    played_in_game,
    refuse_tabling,
)
from engine.rules import Rules
from engine.table import NO_MELDS, PLAY, Deal, Layout, Observation
from engine.tabling import layout_with, openings
from engine.turns import after_tabling, with_hand

Way: TypeAlias = tuple[Card, int, Place]
"""A way to lay a card off: the card, the number of the meld and the place there."""


@dataclass(frozen=True)
class LayOff:
    """Lay the card ("8H", "X1=8H") off on meld number `meld`; `end` where both ends would do (7.4)."""

    card: str
    meld: int
    end: End | None = None
    type: ClassVar[str] = "lay_off"

    def __str__(self) -> str:
        return f"lay {self.card} on {self.meld}" + (f" {self.end}" if self.end else "")

    def check(self, seen: Observation) -> LayOff:
        """The move with its declaration made; IllegalMove if the rules refuse it."""
        table = seen.table
        rules = table.rules
        card, stand = played_in_game(rules, self.card)
        seat = on_turn(seen, PLAY, self.type)
        in_hand(seen, card, CODES[card])
        meld = meld_on(table, self.meld)
        place = the_place(rules, self, meld, card, stand)
        own_meld(rules, seat, meld, self.meld)
        if table.owes_new_meld & table.obliged & BIT[card]:
            raise IllegalMove(Code.TURN_WOULD_GET_STUCK, clause="6.2", card=CODES[card])
        if not _may_lay(seen, card, self.meld, place):
            refuse_tabling(seen, seen.hand & ~BIT[card])
        return _named(card, self.meld, place)

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        table = deal.table
        card, stand = played(self.card)
        meld = table.melds[self.meld - 1]
        (place,) = places_on(table.rules, meld, card, stand, self.end)
        meld = laid_off(meld, card, place, seat, ring=table.rules.ring)
        melds = layout_with(table.rules, table.melds, self.meld, meld)
        hand = deal.hands[seat] & ~BIT[card]
        deal = with_hand(deal, seat, hand, {"melds": melds, "obliged": table.obliged & ~BIT[card], "tabled": True})
        return deal if hand else after_tabling(deal, seat)

    @staticmethod
    def candidates(seen: Observation) -> Iterable[LayOff]:
        """The legal moves of this type, wilds as docs/notation.md lists them."""
        table, hand = seen.table, seen.hand
        if not table.melds.melds:
            return ()
        assert seen.seat is not None
        if table.obliged:
            hand &= ~(table.owes_new_meld & table.obliged)
        ways: Iterable[Way] = natural_lay_offs(table.rules, table.melds, seen.seat, hand)
        if hand & table.rules.wilds:
            special = table.obliged | table.single
            ways = chain(ways, wild_lay_offs(table.rules, table.melds, seen.seat, hand, special))
        if table.obliged or seen.hand.bit_count() <= 2:
            ways = (way for way in ways if _may_lay(seen, *way))
        return starmap(_named, ways)


def natural_lay_offs(rules: Rules, layout: Layout, seat: Seat, hand: int) -> list[Way]:
    """Every way to lay a card of the hand off as itself."""
    found = openings(rules, layout, seat)
    fitting = hand & found.naturals
    if not fitting:
        return []
    cards = cards_in(fitting)
    return [
        (card, meld_id, slot.as_itself)
        for meld_id, room in enumerate(found.rooms, 1)
        if fitting & room.naturals
        for slot in room.slots
        for card in cards
        if slot.naturals & BIT[card]
    ]


def wild_lay_offs(rules: Rules, layout: Layout, seat: Seat, hand: int, special: int) -> Iterator[Way]:
    """Every way to lay a wild of the hand off; of equal wilds the lowest (see `meldable`)."""
    lowest = [cards_in(group)[0] for group in classes(rules, hand & rules.wilds, special)]
    for meld_id, room in enumerate(openings(rules, layout, seat).rooms, 1):
        for slot in room.slots:
            for wild in lowest:
                if not is_itself(wild, slot.as_wild.stand):
                    yield wild, meld_id, slot.as_wild


@lru_cache(maxsize=1 << 14)
def _named(card: Card, meld_id: int, place: Place) -> LayOff:
    return LayOff(played_text(card, place.stand), meld_id, place.stated)


def _may_lay(seen: Observation, card: Card, meld_id: int, place: Place) -> bool:
    """8.2 and 5.6, without building the table where the answer is plain."""
    table, left = seen.table, seen.hand & ~BIT[card]
    if not left and table.rules.keeps_a_discard:
        return False
    if not table.obliged & ~BIT[card] and left & ~table.single:
        return True
    if can_go_on(seen, left, NO_MELDS, BIT[card]):  # a new meld needs nothing on the table
        return True
    assert seen.seat is not None
    meld = laid_off(table.melds[meld_id - 1], card, place, seen.seat, ring=table.rules.ring)
    layout = layout_with(table.rules, table.melds, meld_id, meld)
    return can_go_on(seen, left, layout, BIT[card])


def the_place(rules: Rules, move: LayOff, meld: Meld, card: Card, stand: int | None) -> Place:
    """The one way to lay the card off; `ambiguous` or `does_not_fit` where there is not exactly one."""
    places = places_on(rules, meld, card, stand, move.end)
    if len(places) > 1:
        raise IllegalMove(Code.AMBIGUOUS, clause="7.4", card=move.card, meld=move.meld)
    if not places:
        raise IllegalMove(Code.DOES_NOT_FIT, card=move.card, meld=move.meld)
    return places[0]
