"""Melds on the table and what can be added to them. Values: what changes a meld or a layout makes a new one."""

from __future__ import annotations

from typing import Final

from bots.kernel.cards import JOKER, PLACE, RANK, RANK_ALONE, SUIT, TWIN
from bots.kernel.facts import Facts
from bots.kernel.moves import AT_LOW, Move

CARD_BITS: Final = 0x7F
STAND: Final = 7
BY: Final = 14


class Meld:
    """A meld on the table.

    `of` is the suit of a run or the rank of a set (13: jokers), `start` the place of a run's first card, -1 of a set.
    `cards`: each card | (stand + 1) << 7 | seat that tabled it << 14, a run low to high, a set as they came. `owner`
    put it down; `doubled` are the cards that count double. `low`, `high`: the places that would extend a run, -1 where
    none does; `room` the naturals that fit, `wild_room` whether a wild does; `in_run` the places of a run that can
    grow; `closed` the suits that a set holds naturals of, as a mask.
    """

    __slots__ = (
        "cards",
        "closed",
        "doubled",
        "high",
        "in_run",
        "low",
        "of",
        "owner",
        "room",
        "start",
        "wild_room",
    )

    def __init__(self, of: int, start: int, cards: tuple[int, ...], owner: int, doubled: int) -> None:
        self.of = of
        self.start = start
        self.cards = cards
        self.owner = owner
        self.doubled = doubled
        self.low = -1
        self.high = -1
        self.room = 0
        self.wild_room = False
        self.in_run = 0
        self.closed = 0


def meld_of(facts: Facts, of: int, start: int, cards: tuple[int, ...], owner: int, doubled: int) -> Meld:
    """A meld, with what can be added to it worked out (4.1, 4.2)."""
    meld = Meld(of, start, cards, owner, doubled)
    if start >= 0:
        _open_run(facts, meld)
    else:
        _open_set(facts, meld)
    return meld


def _open_run(facts: Facts, meld: Meld) -> None:
    start, length, first = meld.start, len(meld.cards), meld.of * 13
    if length >= 13:
        return
    room = 0
    if facts.ring or start > facts.lowest:
        meld.low = first + (start - 1) % 13
        room = 1 << meld.low
    if facts.ring or start + length <= facts.highest:
        meld.high = first + (start + length) % 13
        room |= 1 << meld.high
    if room:
        meld.room = room | room << TWIN if facts.two_packs else room
        meld.wild_room = True
        meld.in_run = window(start, length) << first


def _open_set(facts: Facts, meld: Meld) -> None:
    closed = 0
    if not facts.any_suits:
        for coded in meld.cards:
            if coded >> STAND & CARD_BITS == 0 and not JOKER <= coded & CARD_BITS < TWIN:
                closed |= facts.of_suit[SUIT[coded & CARD_BITS]]
    meld.closed = closed
    if len(meld.cards) < facts.set_limit:
        meld.room = facts.of_rank[meld.of] & ~closed
        meld.wild_room = meld.of != facts.wild_rank


def window(start: int, length: int) -> int:
    """The ranks of a run as a mask of 13 bits."""
    bits = ((1 << length) - 1) << start
    return (bits | bits >> 13) & 0x1FFF


def is_itself(card: int, stand: int) -> bool:
    """Whether a card would stand for what it is anyway."""
    return PLACE[card] == stand or (PLACE[card] >= 0 and RANK_ALONE + RANK[card] == stand)


class Layout:
    """The melds on the table in the order in which they were put down.

    `naturals`, `run_ends`: the natural cards that fit somewhere, or at an end of a run; `wild`: whether a wild fits
    somewhere; `in_runs`: the places of the runs that can grow. Kept once asked for: `views`, what a seat may use (7.1),
    and `ways` to lay the naturals of a mask off.
    """

    __slots__ = ("in_runs", "melds", "naturals", "run_ends", "views", "ways", "wild")

    def __init__(self, melds: list[Meld]) -> None:
        self.melds = melds
        self.views: dict[int, Layout] = {}
        self.ways: dict[int, list[Move]] = {}
        naturals = run_ends = in_runs = 0
        wild = False
        for meld in melds:
            naturals |= meld.room
            if meld.in_run:
                run_ends |= meld.room
                in_runs |= meld.in_run
            if meld.wild_room:
                wild = True
        self.naturals = naturals
        self.run_ends = run_ends
        self.in_runs = in_runs
        self.wild = wild


def with_meld(layout: Layout, index: int, meld: Meld) -> Layout:
    """The layout with a meld changed or, with the next index, a new one."""
    melds = layout.melds.copy()
    if index == len(melds):
        melds.append(meld)
    else:
        melds[index] = meld
    return Layout(melds)


def faced(facts: Facts, layout: Layout, seat: int) -> Layout:
    """What the seat may use of the layout: all, or with `lay_off = own` its own melds, in their places (7.1)."""
    if not facts.own_only:
        return layout
    view = layout.views.get(seat)
    if view is None:
        view = Layout([meld if meld.owner == seat else _closed(meld) for meld in layout.melds])
        layout.views[seat] = view
    return view


def _closed(meld: Meld) -> Meld:
    return Meld(meld.of, meld.start, (), meld.owner, 0)


def put_down(facts: Facts, move: Move, seat: int) -> Meld:
    """The meld that the move puts down."""
    cards = tuple([coded | seat << BY for coded in move.cards])
    doubled = move.mask if facts.four_doubles and move.start < 0 and len(cards) == 4 else 0
    return meld_of(facts, move.of, move.start, cards, seat, doubled)


def laid_off(facts: Facts, meld: Meld, card: int, stand: int, end: int, seat: int) -> Meld:
    """The meld with one more card."""
    coded = card | stand + 1 << STAND | seat << BY
    if end == AT_LOW:
        start = (meld.start - 1) % 13 if facts.ring else meld.start - 1
        return meld_of(facts, meld.of, start, (coded, *meld.cards), meld.owner, meld.doubled)
    return meld_of(facts, meld.of, meld.start, (*meld.cards, coded), meld.owner, meld.doubled)


def swapped(facts: Facts, meld: Meld, card: int, wild: int, seat: int) -> Meld:
    """The meld with the natural card in the place of the wild (4.8)."""
    natural = card | seat << BY
    cards = tuple([natural if coded & CARD_BITS == wild else coded for coded in meld.cards])
    return meld_of(facts, meld.of, meld.start, cards, meld.owner, meld.doubled & ~(1 << wild))


def replaces(facts: Facts, meld: Meld, card: int, stand: int) -> bool:
    """Whether the card, as itself, may take the place of a wild of the meld that stands for `stand` (4.8)."""
    if meld.start >= 0:
        return PLACE[card] == stand
    return PLACE[card] >= 0 and RANK[card] == meld.of and not meld.closed >> card & 1


def begins_low(meld: Meld) -> bool:
    """3.3: whether the first card is the low ace of its run, or stands for it."""
    return meld.start == 0


def points_of_first(facts: Facts, meld: Meld, low: bool) -> int:
    """The points of the first card of a run as its low ace, or as what it would be elsewhere."""
    coded = meld.cards[0]
    return facts.tabled_points(coded & CARD_BITS, (coded >> STAND & CARD_BITS) - 1, low)
