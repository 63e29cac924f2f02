"""With how few cards can a certain card be tabled (docs/rules.md 6.4, 9.1)? Exact, without trying every move.

Masks of places hold one bit for each of the 52 places of one pack, masks of ranks 13 bits.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from engine.cards import (
    BIT,
    FIRST_JOKER,
    OF_RANK,
    OF_SUIT,
    ONE_PACK,
    PACK_SIZE,
    PLACE,
    RANK,
    SUIT,
    Card,
    Seat,
)
from engine.melds import FULL, Meld, Room, room_of
from engine.rules import HIGH_ACE, Rules
from engine.table import Layout

_SUIT = (1 << 13) - 1


class Openings(NamedTuple):
    """What the melds that a seat may use have room for.

    `rooms`: of every meld on the table, in order. `naturals`, `run_ends`: the natural cards that fit somewhere, or at
    the end of a run, as masks. `wild`: whether a wild fits somewhere. `in_runs`: the places of the runs that can grow.
    """

    rooms: tuple[Room, ...]
    naturals: int
    run_ends: int
    wild: bool
    in_runs: int


def openings(rules: Rules, layout: Layout, seat: Seat) -> Openings:
    """The openings for the seat (7.1), computed once for each layout."""
    key = seat if rules.own_only else None
    known = layout.openings.get(key)
    if known is None:
        rooms = [room_of(rules, meld) if key is None or meld.owner == key else FULL for meld in layout.melds]
        known = layout.openings[key] = _openings_of(tuple(rooms))
    return known


def layout_with(rules: Rules, layout: Layout, meld_id: int, meld: Meld) -> Layout:
    """The layout with a meld changed or, with the next number, a new one; the openings of the others are carried on."""
    after = layout.with_meld(meld_id, meld)
    for key, known in layout.openings.items():
        room = room_of(rules, meld) if key is None or meld.owner == key else FULL
        after.openings[key] = _openings_of((*known.rooms[: meld_id - 1], room, *known.rooms[meld_id:]))
    return after


def _openings_of(rooms: tuple[Room, ...]) -> Openings:
    naturals = run_ends = in_runs = 0
    wild = False
    for _, fitting, wild_fits, _, ends, in_run in rooms:
        naturals |= fitting
        wild |= wild_fits
        run_ends |= ends
        in_runs |= in_run
    return Openings(rooms, naturals, run_ends, wild, in_runs)


def folded(mask: int) -> int:
    """The natural cards of a mask as places of one pack: twins fall together, jokers drop out."""
    return (mask | mask >> PACK_SIZE) & ONE_PACK


EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39
_UP_TO_JACK = EACH_SUIT * ((1 << 11) - 1)


def set_ranks(places: int) -> int:
    """Of a mask of places: the ranks that occur in three or more suits."""
    halves = places >> 26
    both, either = places & halves, places | halves  # clubs with hearts, above them diamonds with spades
    return (both & either >> 13 | both >> 13 & either) & _SUIT


def run_members(rules: Rules, places: int) -> int:
    """Of a mask of places: those that belong to a run of three or more among them."""
    starts = places & places >> 1 & places >> 2 & _UP_TO_JACK
    if rules.lowest:
        starts &= ~EACH_SUIT
    members = starts | starts << 1 | starts << 2 if starts else 0
    aces = places & places >> 12 & EACH_SUIT
    if aces and (rules.highest == HIGH_ACE or rules.ring):
        below = aces & places >> 11
        members |= below | below << 11 | below << 12
        if rules.ring:
            above = aces & places >> 1
            members |= above | above << 1 | above << 12
    return members


def _window(start: int, length: int) -> int:
    """The ranks of a run as a mask of 13 bits."""
    window = 0
    for position in range(start, start + length):
        window |= 1 << position % 13
    return window


def least_cards(rules: Rules, layout: Layout, seat: Seat, hand: int, card: Card, *, new_meld: bool) -> int:
    """The fewest cards of the hand whose tabling tables the card (one of them), 0 where it cannot be done.

    New melds, lay-offs and chains of lay-offs count (6.4); swaps do not. `new_meld`: only a new meld will do.
    """
    least = 0
    if not new_meld:
        room = openings(rules, layout, seat)
        bit = BIT[card]
        if room.naturals & bit or (room.wild and rules.wilds & bit):
            return 1
        least = _chain(rules, room, hand, card)
        if least == 2:
            return 2
    meld = _least_meld(rules, hand, card)
    return min(least, meld) if least and meld else least or meld


def _chain(rules: Rules, room: Openings, hand: int, card: Card) -> int:
    """The fewest cards that reach the card from the end of a run of its suit, 0 where none do (6.4, 9.3)."""
    suit, rank = SUIT[card], RANK[card]
    if card >= FIRST_JOKER or not hand & (rules.wilds | room.run_ends & OF_SUIT[suit]):
        return 0
    held = folded(hand & ~BIT[card]) >> 13 * suit & _SUIT
    wilds = hand & rules.wilds & ~BIT[card]
    least = 0
    for each in room.rooms:
        if each.run is None or each.run[0] != suit:
            continue
        _, start, length = each.run
        for between in _gaps(rules, start, length, rank):
            wild_places = between & ~held
            used = _naturals_used(rules, between & held, suit, hand)
            if wild_places.bit_count() <= (wilds & ~used).bit_count():
                count = between.bit_count() + 1
                least = min(least, count) if least else count
    return least


def _naturals_used(rules: Rules, ranks: int, suit: int, hand: int) -> int:
    """The wild-rank cards that fill their own place in a chain: they are not free to stand for others."""
    if not rules.wilds or rules.wild_rank is None or not ranks >> rules.wild_rank & 1:
        return 0
    place = suit * 13 + rules.wild_rank
    both = hand & (BIT[place] | BIT[place + PACK_SIZE])
    return both & -both


def _gaps(rules: Rules, start: int, length: int, rank: int) -> Iterator[int]:
    """The ranks between a run and the rank, as masks, for each end from which the run could grow that far."""
    if rules.ring:
        up = (rank - start - length) % 13
        down = (start - 1 - rank) % 13
        if length + up + 1 <= 13:
            yield _window(start + length, up)
            yield _window(start - down, down)
        return
    for position in (rank, rank + 13) if rank == 0 else (rank,):
        if position >= start + length and position <= rules.highest and position - start < 13:
            yield _window(start + length, position - start - length)
        elif position < start and position >= rules.lowest and start + length - position <= 13:
            yield _window(position + 1, start - position - 1)


def _least_meld(rules: Rules, hand: int, card: Card) -> int:
    """The fewest cards of a new meld with the card, 0 where there is none."""
    bit = BIT[card]
    least = 0
    if not rules.wilds & bit or card < FIRST_JOKER:
        least = _meld_as_itself(rules, hand, card)
        if least == 3:
            return 3
    if rules.wilds & bit:
        wild = _meld_as_wild(rules, hand, card)
        least = min(least, wild) if least and wild else least or wild
    return least


def _meld_as_itself(rules: Rules, hand: int, card: Card) -> int:
    wilds = hand & rules.wilds & ~BIT[card]
    if not wilds:
        return 3 if _natural_meld(rules, hand, card) else 0
    of_rank = hand & OF_RANK[RANK[card]]
    same = _distinct(rules, of_rank)
    spare = (wilds & ~of_rank).bit_count()
    if same + spare >= 3 and min(same, 3) >= rules.min_naturals:
        return 3
    if card >= FIRST_JOKER:
        return 0
    return _least_run(rules, hand, SUIT[card], wilds, through=RANK[card])


def _natural_meld(rules: Rules, hand: int, card: Card) -> bool:
    of_rank = hand & OF_RANK[RANK[card]]
    if of_rank.bit_count() >= 3 and _distinct(rules, of_rank) >= 3:
        return True
    if card >= FIRST_JOKER:
        return False
    return bool(run_members(rules, folded(hand & OF_SUIT[SUIT[card]])) >> PLACE[card] & 1)


def _distinct(rules: Rules, of_rank: int) -> int:
    """How many of these cards of one rank may lie in one set as themselves."""
    if rules.any_suits:
        return of_rank.bit_count()
    return folded(of_rank).bit_count() + (of_rank >> FIRST_JOKER).bit_count()


def _meld_as_wild(rules: Rules, hand: int, card: Card) -> int:
    """The fewest cards of a meld in which the card stands for another."""
    wilds = hand & rules.wilds
    others = wilds & ~BIT[card]
    for rank in range(13):
        if rank != rules.wild_rank:
            naturals = min(_distinct(rules, hand & OF_RANK[rank]), 2)
            if naturals + wilds.bit_count() >= 3 and naturals >= rules.min_naturals:
                return 3
    runs = [_least_run(rules, hand & ~BIT[card], suit, others | BIT[card], uses=card) for suit in range(4)]
    return min(filter(None, runs), default=0)


def _least_run(
    rules: Rules, hand: int, suit: int, wilds: int, *, through: int | None = None, uses: Card | None = None
) -> int:
    """The length of the shortest run of the suit from the hand and the wilds, 0 where there is none.

    `through`: it holds that rank, as itself. `uses`: that wild takes part, standing for another card.
    """
    held = folded(hand) >> 13 * suit & _SUIT
    lengths = range(3, 4 if rules.min_naturals < 2 else 14)
    for length in lengths:
        for start in range(13) if rules.ring else range(rules.lowest, rules.highest - length + 2):
            window = _window(start, length)
            if through is not None and not window >> through & 1:
                continue
            if _can_fill(rules, suit, window, window & held, wilds, through, uses):
                return length
    return 0


def _can_fill(
    rules: Rules, suit: int, window: int, naturals: int, wilds: int, through: int | None, uses: Card | None
) -> bool:
    """Whether a window of ranks, some of them held as naturals, can be filled by the wilds.

    A wild-rank card in its own place is a natural, and no longer free. Where the wild that must be used finds no gap, a
    natural makes room; where the only gap is its own place it would be itself, which `_meld_as_itself` answers.
    """
    if uses is not None and naturals == window:
        naturals &= naturals - 1
    gaps = window & ~naturals
    spare = wilds.bit_count()
    if rules.wild_rank is not None and naturals >> rules.wild_rank & 1 and through != rules.wild_rank:
        spare -= 1
    if uses is not None and uses < FIRST_JOKER and gaps == 1 << RANK[uses] and SUIT[uses] == suit:
        return False
    return gaps.bit_count() <= spare and naturals.bit_count() >= rules.min_naturals
