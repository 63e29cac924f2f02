"""With how few cards can a certain card be tabled (RULES.md 6.4, 9.1)? Exact, without trying every move.

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
from engine.melds import RUN, Meld, Slot, room_of
from engine.rules import HIGH_ACE, Rules
from engine.table import Layout

_SUIT = (1 << 13) - 1


class Openings(NamedTuple):
    """What the melds that a seat may use have room for.

    `naturals`, `run_ends`: the natural cards that fit somewhere, or at the end of a run, as masks. `wild`: whether a
    wild fits somewhere. `runs`: of each run that can grow its suit, start and length. `slots`: each with its meld's id.
    """

    naturals: int
    run_ends: int
    wild: bool
    runs: tuple[tuple[int, int, int], ...]
    slots: tuple[tuple[int, Slot], ...]


def openings(rules: Rules, layout: Layout, seat: Seat) -> Openings:
    """The openings for the seat (7.1), computed once for each layout."""
    key = seat if rules.own_only else None
    known: Openings | None = layout.memory.get(key)
    if known is None:
        known = layout.memory[key] = _openings(rules, layout, key)
    return known


def openings_with(rules: Rules, layout: Layout, meld: Meld) -> Layout:
    """The layout with a new meld; what is known of the openings is carried on."""
    after = layout.added(meld)
    meld_id, room = len(after), room_of(rules, meld)
    is_run = meld.kind == RUN and bool(room.slots)
    for key, known in layout.memory.items():
        if isinstance(known, Openings):
            mine = key is None or key == meld.owner
            after.memory[key] = (
                known
                if not mine
                else Openings(
                    known.naturals | room.naturals,
                    known.run_ends | (room.naturals if is_run else 0),
                    known.wild or room.wild,
                    (*known.runs, (meld.of, meld.start, len(meld.cards))) if is_run else known.runs,
                    (*known.slots, *((meld_id, slot) for slot in room.slots)),
                )
            )
    return after


def _openings(rules: Rules, layout: Layout, owner: Seat | None) -> Openings:
    naturals = run_ends = 0
    wild = False
    runs: list[tuple[int, int, int]] = []
    found: list[tuple[int, Slot]] = []
    for meld_id, meld in enumerate(layout.melds, 1):
        if owner is not None and meld.owner != owner:
            continue
        room = room_of(rules, meld)
        if room.slots:
            naturals |= room.naturals
            wild = wild or room.wild
            if meld.kind == RUN:
                run_ends |= room.naturals
                runs.append((meld.of, meld.start, len(meld.cards)))
            for slot in room.slots:
                found.append((meld_id, slot))
    return Openings(naturals, run_ends, wild, tuple(runs), tuple(found))


def folded(mask: int) -> int:
    """The natural cards of a mask as places of one pack: twins fall together, jokers drop out."""
    return (mask | mask >> PACK_SIZE) & ONE_PACK


def triples(places: int) -> int:
    """Of a mask of places: those whose rank occurs in three or more suits."""
    c, d, h, s = places & _SUIT, places >> 13 & _SUIT, places >> 26 & _SUIT, places >> 39
    ranks = c & d & (h | s) | h & s & (c | d)
    return (ranks | ranks << 13 | ranks << 26 | ranks << 39) & places if ranks else 0


_EACH_SUIT = 1 | 1 << 13 | 1 << 26 | 1 << 39
_UP_TO_JACK = _EACH_SUIT * ((1 << 11) - 1)


def run_members(rules: Rules, places: int) -> int:
    """Of a mask of places: those that belong to a run of three or more among them."""
    starts = places & places >> 1 & places >> 2 & _UP_TO_JACK
    if rules.lowest:
        starts &= ~_EACH_SUIT
    members = starts | starts << 1 | starts << 2
    aces = places & places >> 12 & _EACH_SUIT
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
        if card < FIRST_JOKER and room.runs:
            least = _chain(rules, room, hand, card)
            if least == 2:
                return 2
    meld = _least_meld(rules, hand, card)
    return min(least, meld) if least and meld else least or meld


def _chain(rules: Rules, room: Openings, hand: int, card: Card) -> int:
    """The fewest cards that reach the card from the end of a run of its suit, 0 where none do (6.4, 9.3)."""
    if not rules.wilds and not room.run_ends & hand:
        return 0
    suit, rank = SUIT[card], RANK[card]
    held = folded(hand & ~BIT[card]) >> 13 * suit & _SUIT
    wilds = hand & rules.wilds & ~BIT[card]
    least = 0
    for of, start, length in room.runs:
        if of != suit:
            continue
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
    if _distinct(rules, hand & OF_RANK[RANK[card]]) >= 3:
        return True
    if card >= FIRST_JOKER:
        return False
    return bool(run_members(rules, folded(hand & OF_SUIT[SUIT[card]])) >> PLACE[card] & 1)


def _distinct(rules: Rules, of_rank: int) -> int:
    """How many of these cards of one rank may lie in one set as themselves."""
    if rules.any_suits:
        return of_rank.bit_count()
    places = folded(of_rank)
    return places.bit_count() + (of_rank >> FIRST_JOKER).bit_count()


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
