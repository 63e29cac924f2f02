"""call: "Rummy!" on a card of the pile before the next draw (section 9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import ClassVar

from engine.cards import BIT, CODES, Card, Seat, cards_in, mask_of_cards, played_text
from engine.errors import Code, IllegalMove
from engine.finishing import can_finish
from engine.melds import End
from engine.moves.base import bad_notation, card_in_game, meld_on, own_meld, played_in_game
from engine.moves.lay_off import LayOff, natural_lay_offs, the_place, wild_lay_offs
from engine.table import DRAW, Deal, Observation
from engine.taking import callable_cards
from engine.turns import after_pass, carry_out


@dataclass(frozen=True)
class Call:
    """Call that card. With `call = top_lay_off` also the meld, and a declaration or an end where needed."""

    card: str
    meld: int | None = None
    end: End | None = None
    type: ClassVar[str] = "call"

    def __str__(self) -> str:
        on = f" on {self.meld}" if self.meld is not None else ""
        return f"call {self.card}{on}" + (f" {self.end}" if self.end else "")

    def check(self, seen: Observation) -> Call:
        """The move with its declaration made; IllegalMove if the rules refuse it."""
        table = seen.table
        card, stand = self._read(seen)
        off = table.options.call == "off"
        if table.phase == DRAW and seen.seat is not None and seen.seat == table.last_discard_by and not off:
            raise IllegalMove(Code.OWN_DISCARD)
        if not seen.may_call:
            raise IllegalMove(Code.CALL_CLOSED)
        if not _callable(seen) & BIT[card]:
            raise IllegalMove(Code.NOTHING_TO_CALL, clause=_clause(seen), card=CODES[card])
        if table.options.call == "top_lay_off":
            return self._laid_off(seen, card, stand)
        if not _can_end_turn(seen, card):
            raise IllegalMove(Code.TURN_WOULD_GET_STUCK, card=self.card)
        return self

    def _read(self, seen: Observation) -> tuple[Card, int | None]:
        rules = seen.table.rules
        if seen.table.options.call == "top_lay_off":
            if self.meld is None:
                bad_notation("A call names its meld in this game.", "/meld")
            return played_in_game(rules, self.card)
        if self.meld is not None or self.end is not None:
            bad_notation("A call names the card alone in this game.", "/meld" if self.meld is not None else "/end")
        return card_in_game(rules, self.card), None

    def _laid_off(self, seen: Observation, card: Card, stand: int | None) -> Call:
        """9.5: the call is a lay-off of the discard."""
        assert seen.seat is not None
        assert self.meld is not None
        rules = seen.table.rules
        meld = meld_on(seen.table, self.meld)
        place = the_place(rules, LayOff(self.card, self.meld, self.end), meld, card, stand)
        own_meld(rules, seen.seat, meld, self.meld)
        return Call(played_text(card, place.stand), self.meld, place.stated)

    def effect(self, deal: Deal, seat: Seat) -> Deal:
        """The deal after the checked move."""
        if deal.table.options.call_priority == "first":
            return carry_out(deal, seat, self)
        callers = tuple(caller for caller in deal.callers if caller != seat)
        return after_pass(deal._replace(callers=callers, calls=(*deal.calls, (seat, self))))

    @staticmethod
    def candidates(seen: Observation) -> Iterator[Call]:
        """The legal moves of this type."""
        if not seen.may_call:
            return
        table = seen.table
        assert seen.seat is not None
        if table.options.call == "pile":
            for card in cards_in(_callable(seen)):
                if _can_end_turn(seen, card):
                    yield Call(CODES[card])
            return
        rules, top = table.rules, BIT[table.pile[-1]]
        ways = natural_lay_offs(rules, table.melds, seen.seat, top)
        for card, meld_id, place in chain(ways, wild_lay_offs(rules, table.melds, seen.seat, top, 0)):
            yield Call(played_text(card, place.stand), meld_id, place.stated)


def _callable(seen: Observation) -> int:
    """The cards that the seat may call, as a mask (9.1, 9.5, 9.11)."""
    table = seen.table
    if table.is_contested or table.options.call == "top_lay_off":
        return BIT[table.pile[-1]]
    assert seen.seat is not None
    return callable_cards(table, seen.seat)


def _can_end_turn(seen: Observation, card: Card) -> bool:
    """5.6: whether the turn that begins with the call could be ended, as it can in all but made-up positions."""
    table = seen.table
    assert seen.seat is not None
    cards = mask_of_cards(table.pile[table.pile.index(card) :])
    single = cards if cards == BIT[card] else 0
    return can_finish(table.rules, seen.seat, table.melds, seen.hand | cards, BIT[card], 0, single)


def _clause(seen: Observation) -> str:
    if seen.table.is_contested:
        return "9.11"
    return "9.1" if seen.table.options.call == "pile" else "9.5"
