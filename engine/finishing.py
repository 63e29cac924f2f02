"""Could the turn still be ended after a move (docs/rules.md 5.6, 6.4)? Exact within `MOST_TURNS`; play needs fewer."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import NamedTuple

from engine.cards import BIT, FIRST_JOKER, JOKERS, ONE_PACK, PACK_SIZE, SUIT, Card, Seat, cards_in, played
from engine.meldable import new_melds
from engine.melds import (
    RUN,
    SET,
    Meld,
    laid_off,
    natural_suits,
    places_on,
    put_down,
    readings,
    replaces,
    room_of,
    swapped,
)
from engine.rules import Rules
from engine.table import Layout
from engine.tabling import layout_with, least_cards
from engine.work import spend

MOST_TURNS = 2000
"""5.6: among so many different turns a way to the end is looked for.

A player who follows the way that was found has one all along: of what is left of a turn, less is looked at.
"""


class Turn(NamedTuple):
    """A turn in its play phase: what the seat holds and owes. `owes`, `single` as in `Table`, all three masks."""

    rules: Rules
    seat: Seat
    layout: Layout
    hand: int
    obliged: int
    owes: int
    single: int


def can_finish(rules: Rules, seat: Seat, layout: Layout, hand: int, obliged: int, owes: int, single: int) -> bool:
    """Whether the obliged cards can be tabled and the turn then be ended, by a discard or by tabling the last card.

    The arguments are the parts of a Turn.
    """
    if not obliged:
        if hand & ~single:
            return True
        if rules.keeps_a_discard:
            return False
        return not hand or _can_table_last(Turn(rules, seat, layout, hand, obliged, owes, single))
    if obliged & (obliged - 1) or single & hand & ~obliged:
        return _search(Turn(rules, seat, layout, hand, obliged, owes, single), set())
    least = least_cards(rules, layout, seat, hand, obliged.bit_length() - 1, new_meld=bool(obliged & owes))
    if least and (not rules.keeps_a_discard or hand.bit_count() > least):
        return True
    return rules.swaps and _search(Turn(rules, seat, layout, hand, obliged, owes, single), set())


def _can_table_last(turn: Turn) -> bool:
    """The hand is the one card that may not be discarded: it must be laid off, or swapped for one that can be."""
    card = turn.hand.bit_length() - 1
    return bool(least_cards(turn.rules, turn.layout, turn.seat, turn.hand, card, new_meld=False)) or any(
        can_finish(*after) for after in _swaps(turn)
    )


def _search(turn: Turn, seen: set[Hashable]) -> bool:
    """Tries every way to table an obliged card, then the next; swaps come last, for they oblige to more.

    `seen` are the turns that were found to be without an end, by `_essence`.
    """
    if not turn.obliged:
        return can_finish(*turn)
    key = _essence(turn)
    if key in seen or len(seen) >= MOST_TURNS:
        return False
    seen.add(key)
    spend()
    if _owes_wilds_alone(turn):
        return True
    if not _could_table_each(turn):
        return False
    card = _first_to_table(turn)
    ways = (_by_lay_off, _by_new_meld, _by_chain)
    return any(_search(after, seen) for way in ways for after in way(turn, card)) or any(
        _search(after, seen) for after in _swaps(turn)
    )


def _essence(turn: Turn) -> Hashable:
    """What of the turn its end depends on: equal for turns that differ in twins, in equal jokers, or in who tabled.

    4.8: a wild that had to go into a new meld is like no other on the table, too.
    """
    special = turn.owes | turn.single
    hand, obliged = turn.hand & ~special, turn.obliged & ~special
    wilds = special & turn.rules.wilds
    melds = (_meld_essence(turn.rules, meld, wilds) for _, meld in usable(turn.rules, turn.layout, turn.seat))
    return (
        turn.hand & special,
        turn.obliged & special,
        _alike(hand & ~obliged),
        _alike(obliged),
        tuple(sorted(essence for essence in melds if essence)),
    )


def _alike(cards: int) -> tuple[int, int, int]:
    """The places that a mask fills, those that it fills twice, and the number of its jokers."""
    naturals = cards & ~JOKERS
    return (
        (naturals | naturals >> PACK_SIZE) & ONE_PACK,
        naturals & naturals >> PACK_SIZE & ONE_PACK,
        (cards >> FIRST_JOKER).bit_count(),
    )


@lru_cache(maxsize=1 << 14)
def _meld_essence(rules: Rules, meld: Meld, special: int) -> tuple[object, ...]:
    """What of a meld matters to those who may use it; () where nothing can be done with it."""
    room = room_of(rules, meld)
    swappable = ((card, stand) for card, stand in map(played, meld.cards) if stand is not None)
    wilds = sorted((card if card < FIRST_JOKER or special & BIT[card] else -1, stand) for card, stand in swappable)
    if not wilds and not room.slots:
        return ()
    closed = () if meld.kind == RUN or rules.any_suits else sorted(natural_suits(meld.cards))
    return meld.kind, meld.of, meld.start, len(meld.cards), tuple(wilds), tuple(closed)


def _owes_wilds_alone(turn: Turn) -> bool:
    """Whether wilds alone are obliged, there is room to lay them off, and a card to discard is left then."""
    wilds = turn.obliged & turn.rules.wilds & ~turn.owes
    if wilds != turn.obliged or not turn.hand & ~turn.obliged & ~turn.single:
        return False
    room = sum(_room_for_wilds(turn.rules, meld) for _, meld in usable(turn.rules, turn.layout, turn.seat))
    return room >= wilds.bit_count()


def _room_for_wilds(rules: Rules, meld: Meld) -> int:
    """How many wilds can be laid off on the meld, one after the other."""
    if meld.kind == SET:
        return max(rules.set_limit - len(meld.cards), 0) if room_of(rules, meld).wild else 0
    return 13 - len(meld.cards)


def _could_table_each(turn: Turn) -> bool:
    """Whether each obliged card, taken by itself, could be tabled if the wilds in reach were in the hand already.

    Necessary only; but it cuts off what would be tried in vain in the thousands of orders that swaps allow.
    """
    hand = turn.hand | _wilds_in_reach(turn)
    return all(
        least_cards(turn.rules, turn.layout, turn.seat, hand, card, new_meld=bool(turn.owes & BIT[card]))
        for card in cards_in(turn.obliged)
    )


def _wilds_in_reach(turn: Turn) -> int:
    """The wilds on the table for which there is a natural card, be it of the wild rank and on the table too (4.8)."""
    if not turn.rules.swaps:
        return 0
    melds = [meld for _, meld in usable(turn.rules, turn.layout, turn.seat)]
    wilds = [(meld, wild, stand) for meld in melds for wild, stand in map(played, meld.cards) if stand is not None]
    naturals = turn.hand & ~turn.obliged | sum(BIT[wild] for _, wild, _ in wilds)
    return sum(
        BIT[wild]
        for meld, wild, stand in wilds
        if any(replaces(turn.rules, meld, card, stand) for card in cards_in(naturals))
    )


def _first_to_table(turn: Turn) -> Card:
    """The obliged card with the fewest ways: one that owes a new meld, else one that is not wild."""
    first = turn.obliged & turn.owes or turn.obliged & ~turn.rules.wilds or turn.obliged
    return first.bit_length() - 1


def usable(rules: Rules, layout: Layout, seat: Seat) -> Iterator[tuple[int, Meld]]:
    """The melds that the seat may lay off on and swap in, with their numbers (7.1)."""
    for index, meld in enumerate(layout):
        if not rules.own_only or meld.owner == seat:
            yield index + 1, meld


def _laid(turn: Turn, card: Card, meld_id: int, meld: Meld) -> Iterator[Turn]:
    """The turn after laying the card off on the meld, in each way that is possible."""
    for place in places_on(turn.rules, meld, card, None, None):
        grown = laid_off(meld, card, place, turn.seat, ring=turn.rules.ring)
        yield turn._replace(
            layout=layout_with(turn.rules, turn.layout, meld_id, grown),
            hand=turn.hand & ~BIT[card],
            obliged=turn.obliged & ~BIT[card],
        )


def _by_lay_off(turn: Turn, card: Card) -> Iterator[Turn]:
    if not turn.owes & BIT[card]:
        for meld_id, meld in usable(turn.rules, turn.layout, turn.seat):
            yield from _laid(turn, card, meld_id, meld)


def _by_new_meld(turn: Turn, card: Card) -> Iterator[Turn]:
    special = turn.obliged | turn.single
    longest = 13 if turn.rules.min_naturals == 2 else 3
    for cards in new_melds(turn.rules, turn.hand, special=special, through=card, longest=longest):
        tabled = sum(BIT[held] for held, _ in cards)
        meld = put_down(turn.rules, readings(turn.rules, cards)[0], turn.seat)
        yield turn._replace(
            layout=layout_with(turn.rules, turn.layout, len(turn.layout) + 1, meld),
            hand=turn.hand & ~tabled,
            obliged=turn.obliged & ~tabled,
        )


def _by_chain(turn: Turn, card: Card) -> Iterator[Turn]:
    """6.4: other cards laid off first, on a run of the card's suit, where they could lead to it."""
    if turn.owes & BIT[card] or card >= FIRST_JOKER:
        return
    if not least_cards(turn.rules, turn.layout, turn.seat, turn.hand, card, new_meld=False):
        return
    for meld_id, meld in usable(turn.rules, turn.layout, turn.seat):
        if meld.kind == RUN and meld.of == SUIT[card]:
            for other in cards_in(turn.hand & ~BIT[card] & ~turn.owes):
                yield from _laid(turn, other, meld_id, meld)


def _swaps(turn: Turn) -> Iterator[Turn]:
    """The turn after each possible swap (4.8): a natural that is not obliged goes in, the wild comes out, obliged."""
    if not turn.rules.swaps:
        return
    for meld_id, meld in usable(turn.rules, turn.layout, turn.seat):
        for text in meld.cards:
            wild, stand = played(text)
            if stand is not None:
                for card in cards_in(turn.hand & ~turn.obliged):
                    if replaces(turn.rules, meld, card, stand):
                        yield turn._replace(
                            layout=layout_with(turn.rules, turn.layout, meld_id, swapped(meld, card, wild, turn.seat)),
                            hand=turn.hand & ~BIT[card] | BIT[wild],
                            obliged=turn.obliged | BIT[wild],
                        )
