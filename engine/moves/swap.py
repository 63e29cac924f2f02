"""swap: a natural card takes the place of a wild that stands for it, and the wild comes to the hand (4.8)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from engine.cards import BIT, CODES, Card, Seat, cards_in, played
from engine.errors import Code, IllegalMove
from engine.finishing import usable
from engine.melds import Meld, replaces, swapped
from engine.moves.base import bad_notation, can_go_on, card_in_game, in_hand, meld_on, on_turn, own_meld
from engine.table import PLAY, Deal, Layout, Observation
from engine.tabling import layout_with
from engine.turns import with_hand


@dataclass(frozen=True)
class Swap:
    """Put `card` in the place of the wild card `wild` on meld number `meld`."""

    card: str
    wild: str
    meld: int
    type: ClassVar[str] = "swap"

    def __str__(self) -> str:
        return f"swap {self.card} for {self.wild} on {self.meld}"

    def check(self, seen: Observation) -> Swap:
        """The move as it will be carried out; IllegalMove if the rules refuse it."""
        table = seen.table
        rules = table.rules
        card = card_in_game(rules, self.card)
        wild = card_in_game(rules, self.wild, "/wild")
        if card == wild:
            bad_notation("{card} is named twice.", "/wild", card=self.card)
        seat = on_turn(seen, PLAY, self.type)
        in_hand(seen, card, self.card)
        meld = meld_on(table, self.meld)
        if table.options.wild_swap == "off":
            raise IllegalMove(Code.WILD_SWAP_OFF)
        stand = _stand_of(meld, wild)
        if stand is None:
            raise IllegalMove(Code.NO_SUCH_WILD, card=self.wild, meld=self.meld)
        if not replaces(rules, meld, card, stand):
            raise IllegalMove(Code.DOES_NOT_FIT, clause="4.8", card=self.card, meld=self.meld)
        own_meld(rules, seat, meld, self.meld)
        if not _may_swap(seen, self.meld, meld, card, wild):
            raise IllegalMove(Code.TURN_WOULD_GET_STUCK, card=self.card)
        return self

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        table = deal.table
        card, wild = played(self.card)[0], played(self.wild)[0]
        meld = swapped(table.melds[self.meld - 1], card, wild, seat)
        hand = deal.hands[seat] & ~BIT[card] | BIT[wild]
        return with_hand(
            deal,
            seat,
            hand,
            {
                "melds": layout_with(table.rules, table.melds, self.meld, meld),
                "obliged": table.obliged | BIT[wild],
            },
            shown=BIT[wild],
        )

    @staticmethod
    def candidates(seen: Observation) -> Iterable[Swap]:
        """The legal moves of this type."""
        return _swaps(seen) if seen.table.rules.swaps else ()


def _swaps(seen: Observation) -> Iterator[Swap]:
    table = seen.table
    assert seen.seat is not None
    for meld_id, meld in usable(table.rules, table.melds, seen.seat):
        for text in meld.cards:
            wild, stand = played(text)
            for card in cards_in(seen.hand) if stand is not None else ():
                fits = stand is not None and replaces(table.rules, meld, card, stand)
                if fits and _may_swap(seen, meld_id, meld, card, wild):
                    yield Swap(CODES[card], CODES[wild], meld_id)


def _stand_of(meld: Meld, wild: Card) -> int | None:
    """What the card stands for on the meld; None where it is not there, or is no wild there."""
    return next((stand for card, stand in map(played, meld.cards) if card == wild), None)


def _may_swap(seen: Observation, meld_id: int, meld: Meld, card: Card, wild: Card) -> bool:
    """An obliged card may not go in, for a swap is not tabling (4.8); and the turn must remain possible (5.6)."""
    table = seen.table
    if table.obliged & BIT[card]:
        return False
    assert seen.seat is not None
    layout: Layout = layout_with(table.rules, table.melds, meld_id, swapped(meld, card, wild, seen.seat))
    owing = seen._replace(table=table.changed(obliged=table.obliged | BIT[wild]))
    return can_go_on(owing, seen.hand & ~BIT[card] | BIT[wild], layout, 0)
