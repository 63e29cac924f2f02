"""Could the turn still be ended after a move (docs/rules.md 5.6, 6.4)? Exact; quick but for turns with many swaps."""

from __future__ import annotations

from typing import TypeAlias

from bots.kernel.cards import JOKER, PLACE, SUIT, TWIN, cards_in
from bots.kernel.facts import Facts
from bots.kernel.hands import melds_in
from bots.kernel.melds import (
    CARD_BITS,
    STAND,
    Layout,
    Meld,
    faced,
    is_itself,
    laid_off,
    put_down,
    replaces,
    swapped,
    with_meld,
)
from bots.kernel.moves import AT_HIGH, AT_LOW
from bots.kernel.reach import fewest

Met: TypeAlias = tuple[int, int, tuple[tuple[int, ...], ...]]
"""A turn that a search has met: hand, obliged cards, the cards of the melds."""


class Turn:
    """A turn in its play phase: what the seat holds and owes.

    Masks: `obliged` must be tabled, `owes` of them in a new meld, `single` was taken alone and may not be discarded.
    """

    __slots__ = ("facts", "hand", "layout", "obliged", "owes", "seat", "single")

    def __init__(
        self, facts: Facts, seat: int, layout: Layout, hand: int, obliged: int, owes: int, single: int
    ) -> None:
        self.facts = facts
        self.seat = seat
        self.layout = layout
        self.hand = hand
        self.obliged = obliged
        self.owes = owes
        self.single = single

    def after(self, layout: Layout, hand: int, obliged: int) -> Turn:
        """The turn with another table and hand."""
        return Turn(self.facts, self.seat, layout, hand, obliged, self.owes, self.single)


def can_finish(turn: Turn) -> bool:
    """Whether the obliged cards can be tabled and the turn then be ended, by a discard or by tabling the last card."""
    hand, obliged, facts = turn.hand, turn.obliged, turn.facts
    if not obliged:
        if hand & ~turn.single:
            return True
        if facts.keeps_a_discard:
            return False
        return not hand or _can_table_last(turn)
    if obliged & (obliged - 1) or turn.single & hand & ~obliged:
        return _search(turn, set())
    card = obliged.bit_length() - 1
    least = fewest(facts, faced(facts, turn.layout, turn.seat), hand, card, bool(obliged & turn.owes))
    if least and (not facts.keeps_a_discard or hand.bit_count() > least):
        return True
    return facts.swaps and _search(turn, set())


def _can_table_last(turn: Turn) -> bool:
    """The hand is the one card that may not be discarded: it must be laid off, or swapped for one that can be."""
    layout = faced(turn.facts, turn.layout, turn.seat)
    if fewest(turn.facts, layout, turn.hand, turn.hand.bit_length() - 1, False):
        return True
    return any(can_finish(after) for after in _swaps(turn))


def _any_finishes(turns: list[Turn], seen: set[Met]) -> bool:
    return any(_search(turn, seen) for turn in turns)


def _search(turn: Turn, seen: set[Met]) -> bool:
    """Tries every way to table an obliged card, then the next; swaps come last, for they oblige to more."""
    if not turn.obliged:
        return can_finish(turn)
    key = (turn.hand, turn.obliged, tuple([meld.cards for meld in turn.layout.melds]))
    if key in seen or not _could_table_each(turn):
        return False
    seen.add(key)
    card = _first_to_table(turn)
    return (
        _any_finishes(_by_lay_off(turn, card), seen)
        or _any_finishes(_by_new_meld(turn, card), seen)
        or _any_finishes(_by_chain(turn, card), seen)
        or _any_finishes(_swaps(turn), seen)
    )


def _could_table_each(turn: Turn) -> bool:
    """Whether each obliged card, taken by itself, could be tabled if the wilds in reach were in the hand already.

    Necessary only; but it cuts off what would be tried in vain in the thousands of orders that swaps allow.
    """
    facts, hand = turn.facts, turn.hand | _wilds_in_reach(turn)
    layout = faced(facts, turn.layout, turn.seat)
    return all(fewest(facts, layout, hand, card, bool(turn.owes >> card & 1)) for card in cards_in(turn.obliged))


def _wilds_in_reach(turn: Turn) -> int:
    """The wilds on the table for which there is a natural card, be it of the wild rank and on the table too (4.8)."""
    facts = turn.facts
    if not facts.swaps:
        return 0
    wilds = reach = 0
    melds = faced(facts, turn.layout, turn.seat).melds
    for meld in melds:
        for coded in meld.cards:
            if coded >> STAND & CARD_BITS:
                wilds |= 1 << (coded & CARD_BITS)
    naturals = cards_in(turn.hand & ~turn.obliged | wilds)
    for meld in melds:
        for coded in meld.cards:
            stand = (coded >> STAND & CARD_BITS) - 1
            if stand >= 0 and any(replaces(facts, meld, card, stand) for card in naturals):
                reach |= 1 << (coded & CARD_BITS)
    return reach


def _first_to_table(turn: Turn) -> int:
    """The obliged card with the fewest ways: one that owes a new meld, else one that is not wild."""
    first = turn.obliged & turn.owes or turn.obliged & ~turn.facts.wilds or turn.obliged
    return first.bit_length() - 1


def places_on(facts: Facts, meld: Meld, card: int, wild: bool) -> list[tuple[int, int]]:
    """The ways to lay the card off on the meld as itself, or as a `wild`: what it stands for (-1: itself), the end."""
    if meld.start < 0:
        stand = 52 + meld.of
        fits = meld.wild_room and not is_itself(card, stand) if wild else meld.room >> card & 1
        return [(stand if wild else -1, 0)] if fits else []
    found: list[tuple[int, int]] = []
    itself = PLACE[card]
    if meld.low >= 0 and (meld.low == itself) != wild:
        found.append((meld.low if wild else -1, AT_LOW))
    if meld.high >= 0 and (meld.high == itself) != wild:
        found.append((meld.high if wild else -1, AT_HIGH))
    return found


def _ways_to_lay(turn: Turn, card: int, meld: Meld) -> list[tuple[int, int]]:
    """4.5: an undeclared card of the wild rank stands for itself if that fits."""
    natural = places_on(turn.facts, meld, card, False)
    return natural if natural or not turn.facts.wilds >> card & 1 else places_on(turn.facts, meld, card, True)


def _laid(turn: Turn, card: int, index: int, meld: Meld) -> list[Turn]:
    """The turn after laying the card off on the meld, in each way that is possible."""
    found: list[Turn] = []
    bit = 1 << card
    for stand, end in _ways_to_lay(turn, card, meld):
        grown = laid_off(turn.facts, meld, card, stand, end, turn.seat)
        found.append(turn.after(with_meld(turn.layout, index, grown), turn.hand & ~bit, turn.obliged & ~bit))
    return found


def _by_lay_off(turn: Turn, card: int) -> list[Turn]:
    found: list[Turn] = []
    if not turn.owes >> card & 1:
        for index, meld in enumerate(faced(turn.facts, turn.layout, turn.seat).melds):
            found += _laid(turn, card, index, meld)
    return found


def _by_new_meld(turn: Turn, card: int) -> list[Turn]:
    longest = 13 if turn.facts.min_naturals == 2 else 3
    found: list[Turn] = []
    for group in melds_in(turn.facts, turn.hand, turn.obliged | turn.single):
        for move in group:
            if move.mask >> card & 1 and len(move.cards) <= longest:
                layout = with_meld(turn.layout, len(turn.layout.melds), put_down(turn.facts, move, turn.seat))
                found.append(turn.after(layout, turn.hand & ~move.mask, turn.obliged & ~move.mask))
    return found


def _by_chain(turn: Turn, card: int) -> list[Turn]:
    """6.4: other cards laid off first, on a run of the card's suit, where they could lead to it."""
    found: list[Turn] = []
    if turn.owes >> card & 1 or JOKER <= card < TWIN:
        return found
    layout = faced(turn.facts, turn.layout, turn.seat)
    if not fewest(turn.facts, layout, turn.hand, card, False):
        return found
    for index, meld in enumerate(layout.melds):
        if meld.start >= 0 and meld.of == SUIT[card]:
            for other in cards_in(turn.hand & ~(1 << card) & ~turn.owes):
                found += _laid(turn, other, index, meld)
    return found


def _swaps(turn: Turn) -> list[Turn]:
    """The turn after each possible swap (4.8): a natural that is not obliged goes in, the wild comes out, obliged."""
    found: list[Turn] = []
    if not turn.facts.swaps:
        return found
    for index, meld in enumerate(faced(turn.facts, turn.layout, turn.seat).melds):
        for coded in meld.cards:
            wild, stand = coded & CARD_BITS, (coded >> STAND & CARD_BITS) - 1
            if stand >= 0:
                for card in cards_in(turn.hand & ~turn.obliged):
                    if replaces(turn.facts, meld, card, stand):
                        grown = swapped(turn.facts, meld, card, wild, turn.seat)
                        layout = with_meld(turn.layout, index, grown)
                        hand = turn.hand & ~(1 << card) | 1 << wild
                        found.append(turn.after(layout, hand, turn.obliged | 1 << wild))
    return found
