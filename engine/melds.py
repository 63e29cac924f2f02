"""Melds on the table, and how cards may be read as a meld or as part of one (docs/rules.md, sections 4 and 7)."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from engine.cards import (
    BIT,
    FIRST_JOKER,
    JOKER_RANK,
    OF_RANK,
    PACK_SIZE,
    PLACE,
    RANK,
    RANK_ALONE,
    SUIT,
    Card,
    Seat,
    cards_in,
    played,
    played_text,
)
from engine.rules import Rules

SET: Literal["set"] = "set"
RUN: Literal["run"] = "run"
Kind = Literal["set", "run"]
End = Literal["low", "high"]
Played = tuple[Card, int | None]


class Meld(NamedTuple):
    """A meld on the table.

    `of` is the rank of a set (13: jokers) or the suit of a run; `start` the place of a run's first card (0 low ace …
    13 high ace). `cards` are texts as played, a run low to high, a set by suit with its wilds last; `by` the seat that
    tabled each; `owner` the seat that put the meld down; `doubled` the cards that count double (14.3).
    """

    kind: Kind
    of: int
    start: int
    cards: tuple[str, ...]
    by: tuple[Seat, ...]
    owner: Seat
    doubled: int = 0


class Reading(NamedTuple):
    """One way to read cards as a meld: as in `Meld`, the cards in their canonical order."""

    kind: Kind
    of: int
    start: int
    cards: tuple[Played, ...]


class Place(NamedTuple):
    """One way to lay a card off on a meld.

    `stand` is what the card stands for (None: itself), `end` the end of the run (None: a set), and `stated` the same
    where a move has to say it, because both ends take the same (7.4).
    """

    stand: int | None
    end: End | None
    stated: End | None


class Slot(NamedTuple):
    """An opening of a meld: the mask of the `naturals` that fit, and the place of one of them and of a wild there."""

    naturals: int
    as_itself: Place
    as_wild: Place


class Room(NamedTuple):
    """What can be added to a meld.

    `naturals` fit one of its `slots` (a mask), `wild` says whether a wild does. Of a run that can grow, `run` is its
    suit, start and length, `run_ends` the naturals that fit and `in_run` the places that it fills, as masks.
    """

    slots: tuple[Slot, ...] = ()
    naturals: int = 0
    wild: bool = False
    run: tuple[int, int, int] | None = None
    run_ends: int = 0
    in_run: int = 0


FULL = Room()


def is_itself(card: Card, stand: int | None) -> bool:
    """Whether a natural card is declared as what it is anyway."""
    return card < FIRST_JOKER and (PLACE[card] == stand or RANK_ALONE + RANK[card] == stand)


def run_place(suit: int, position: int) -> int:
    """The place in the pack (suit * 13 + rank) of a position in a run of the suit."""
    return suit * 13 + position % 13


@lru_cache(maxsize=1 << 15)
def readings(rules: Rules, cards: tuple[Played, ...]) -> tuple[Reading, ...]:
    """All readings of the cards as a meld (4.5). Two or more: the declaration is ambiguous; none: no meld."""
    undeclared = [card for card, stand in cards if stand is None and rules.wilds & BIT[card]]
    ranked = [card for card in undeclared if card < FIRST_JOKER]
    found = _readings(rules, cards, [card for card in undeclared if card >= FIRST_JOKER])
    return tuple(found if found or not ranked else _readings(rules, cards, undeclared))


def _readings(rules: Rules, cards: tuple[Played, ...], open_wilds: list[Card]) -> list[Reading]:
    """The readings in which exactly `open_wilds` are wild cards whose place is open."""
    if len(cards) < 3:
        return []
    open_wilds = sorted(open_wilds)
    fixed = [pair for pair in cards if pair[0] not in open_wilds]
    return _set_readings(rules, fixed, open_wilds) + _run_readings(rules, cards, fixed, open_wilds)


def _set_readings(rules: Rules, fixed: list[Played], open_wilds: list[Card]) -> list[Reading]:
    size = len(fixed) + len(open_wilds)
    naturals = sorted((card for card, stand in fixed if stand is None), key=lambda card: (SUIT[card], card))
    stands = [stand for _, stand in fixed if stand is not None]
    ranks = {RANK[card] for card in naturals} | {stand - RANK_ALONE for stand in stands}
    if size > rules.set_limit or len(ranks) > 1 or len(naturals) < rules.min_naturals:
        return []
    suits = {SUIT[card] for card in naturals if card < FIRST_JOKER}
    suited = sum(1 for card in naturals if card < FIRST_JOKER)
    if not rules.any_suits and len(suits) < suited:
        return []
    wilds = sorted(open_wilds + [card for card, stand in fixed if stand is not None])
    own = {RANK[card] for card in open_wilds}
    possible = ranks or range(13)
    return [
        Reading(
            SET,
            rank,
            0,
            tuple((card, None) for card in naturals) + tuple((w, RANK_ALONE + rank) for w in wilds),
        )
        for rank in possible
        if rank >= 0 and not (wilds and rank == JOKER_RANK) and rank not in own
    ]


def _run_readings(
    rules: Rules, cards: tuple[Played, ...], fixed: list[Played], open_wilds: list[Card]
) -> list[Reading]:
    places: dict[int, Played] = {}
    naturals = 0
    for card, stand in fixed:
        place = PLACE[card] if stand is None else stand
        if place < 0 or place >= RANK_ALONE or place in places:
            return []
        places[place] = card, stand
        naturals += stand is None
    suits = {place // 13 for place in places} or range(4)
    if len(cards) > 13 or (len(suits) > 1 and places):
        return []
    found = []
    for suit in suits:
        for start in _starts(rules, len(cards)):
            reading = _run_at(rules, suit, start, len(cards), places, open_wilds)
            if reading is not None and _natural_count(reading) >= rules.min_naturals:
                found.append(reading)
    return _by_written_ace(cards, found) if len(cards) == 13 and len(found) > 1 else found


def _starts(rules: Rules, length: int) -> range:
    return range(13) if rules.ring else range(rules.lowest, rules.highest - length + 2)


def _run_at(
    rules: Rules, suit: int, start: int, length: int, places: dict[int, Played], open_wilds: list[Card]
) -> Reading | None:
    """The run of that length from that position, if it holds all fixed cards; open wilds fill the gaps in order."""
    wilds = iter(open_wilds)
    held, cards = 0, []
    for position in range(start, start + length):
        place = run_place(suit, position)
        if place in places:
            held += 1
            cards.append(places[place])
        else:
            wild = next(wilds, None)
            if wild is None:
                return None
            cards.append((wild, None if is_itself(wild, place) else place))
    return Reading(RUN, suit, start, tuple(cards)) if held == len(places) else None


def _natural_count(reading: Reading) -> int:
    return sum(1 for _, stand in reading.cards if stand is None)


def _by_written_ace(cards: tuple[Played, ...], found: list[Reading]) -> list[Reading]:
    """4.5, ace to king of a suit: an ace, or what stands for it, written first is low, written last is high."""
    said = [reading for reading in found if reading.start == 0 and reading.cards[0][0] == cards[0][0]]
    said += [reading for reading in found if reading.start == 1 and reading.cards[-1][0] == cards[-1][0]]
    return said if len(said) == 1 else found


def room_of(rules: Rules, meld: Meld) -> Room:
    """What can be added to the meld (4.1, 4.2, 7.1)."""
    if meld.kind == RUN:
        return _room_of_run(rules, meld.of, meld.start, len(meld.cards))
    return _room_of_set(rules, meld.of, meld.cards)


def _slot(naturals: int, stand: int, end: End | None, stated: End | None) -> Slot:
    return Slot(naturals, Place(None, end, stated), Place(stand, end, stated))


@lru_cache(maxsize=1 << 11)
def _room_of_run(rules: Rules, suit: int, start: int, length: int) -> Room:
    ends: list[tuple[int, End]] = []
    if length < 13 and (rules.ring or start > rules.lowest):
        ends.append((run_place(suit, start - 1), "low"))
    if length < 13 and (rules.ring or start + length <= rules.highest):
        ends.append((run_place(suit, start + length), "high"))
    if not ends:
        return FULL
    alike = len(ends) == 2 and ends[0][0] == ends[1][0]
    slots = [_slot(BIT[place] | BIT[place + PACK_SIZE], place, end, end if alike else None) for place, end in ends]
    naturals = slots[0].naturals | slots[-1].naturals
    in_run = sum(BIT[run_place(suit, position)] for position in range(start, start + length))
    return Room(tuple(slots), naturals, True, (suit, start, length), naturals, in_run)


@lru_cache(maxsize=1 << 13)
def _room_of_set(rules: Rules, rank: int, cards: tuple[str, ...]) -> Room:
    if len(cards) >= rules.set_limit:
        return FULL
    closed = set() if rules.any_suits else natural_suits(cards)
    naturals = sum(BIT[card] for card in cards_in(OF_RANK[rank]) if SUIT[card] not in closed)
    return Room((_slot(naturals, RANK_ALONE + rank, None, None),), naturals, rank != rules.wild_rank)


def natural_suits(cards: tuple[str, ...]) -> set[int]:
    """The suits of the natural cards of a set."""
    pairs = map(played, cards)
    return {SUIT[card] for card, stand in pairs if stand is None and card < FIRST_JOKER}


def places_on(rules: Rules, meld: Meld, card: Card, stand: int | None, end: End | None) -> list[Place]:
    """The ways to lay the card off on the meld (7.1-7.4). Two: ambiguous; none: it does not fit.

    `stand` is the declaration, None where it is left out; `end` the end that the move names, None where it names none.
    An undeclared card of the wild rank stands for itself if that fits (4.5).
    """
    slots = room_of(rules, meld).slots
    if end is not None:
        slots = tuple([slot for slot in slots if slot.as_wild.end == end])
    if stand is not None:
        return [slot.as_wild for slot in slots if slot.as_wild.stand == stand]
    bit = BIT[card]
    natural = [slot.as_itself for slot in slots if slot.naturals & bit]
    if natural or not rules.wilds & bit:
        return natural
    return [slot.as_wild for slot in slots if not is_itself(card, slot.as_wild.stand)]


def replaces(rules: Rules, meld: Meld, card: Card, stand: int) -> bool:
    """Whether the card, as itself, may take the place of a wild of the meld that stands for `stand` (4.8)."""
    if card >= FIRST_JOKER:
        return False
    if meld.kind == RUN:
        return PLACE[card] == stand
    return RANK[card] == meld.of and (rules.any_suits or SUIT[card] not in natural_suits(meld.cards))


def put_down(rules: Rules, reading: Reading, seat: Seat) -> Meld:
    """The new meld of that reading."""
    cards = reading.cards
    doubles = rules.options.four_at_once_doubles and reading.kind == SET and len(cards) == 4
    return Meld(
        kind=reading.kind,
        of=reading.of,
        start=reading.start,
        cards=tuple([played_text(card, stand) for card, stand in cards]),
        by=(seat,) * len(cards),
        owner=seat,
        doubled=sum(BIT[card] for card, _ in cards) if doubles else 0,
    )


def laid_off(meld: Meld, card: Card, place: Place, seat: Seat, *, ring: bool) -> Meld:
    """The meld with one more card, tabled by the seat."""
    text = played_text(card, place.stand)
    if place.end == "high":
        return _changed(meld, meld.start, (*meld.cards, text), (*meld.by, seat))
    if place.end == "low":
        start = (meld.start - 1) % 13 if ring else meld.start - 1
        return _changed(meld, start, (text, *meld.cards), (seat, *meld.by))
    return _in_set_order(meld, [*zip(meld.cards, meld.by, strict=True), (text, seat)])


def swapped(meld: Meld, card: Card, wild: Card, seat: Seat) -> Meld:
    """The meld with the natural card in the place of the wild (4.8)."""
    pairs = [
        (played_text(card, None), seat) if played(text)[0] == wild else (text, by)
        for text, by in zip(meld.cards, meld.by, strict=True)
    ]
    kept = meld._replace(doubled=meld.doubled & ~BIT[wild])
    if meld.kind == SET:
        return _in_set_order(kept, pairs)
    return _changed(kept, meld.start, tuple(text for text, _ in pairs), tuple(by for _, by in pairs))


def _changed(meld: Meld, start: int, cards: tuple[str, ...], by: tuple[Seat, ...]) -> Meld:
    return Meld(meld.kind, meld.of, start, cards, by, meld.owner, meld.doubled)


def _in_set_order(meld: Meld, pairs: list[tuple[str, Seat]]) -> Meld:
    """NOTATION, Moves: clubs, diamonds, hearts, spades, twins together, the wilds last in pack order."""

    def order(pair: tuple[str, Seat]) -> tuple[bool, int, int]:
        card, stand = played(pair[0])
        return stand is not None, SUIT[card] if stand is None else 0, card

    pairs = sorted(pairs, key=order)
    return _changed(meld, meld.start, tuple(text for text, _ in pairs), tuple(by for _, by in pairs))
