"""All melds that a hand holds (docs/rules.md, section 4), by rank and by suit, each found once and kept.

Equal wilds are listed once: the lowest of the hand, from low to high. Wilds that differ (obliged, taken alone, with a
bonus) are listed each; so is a card of the wild rank, as itself and as a wild. Where one rank or suit has more than
`MOST` melds, which takes three wilds or more, only the first are listed.
"""

from __future__ import annotations

from typing import Final

from bots.kernel.cards import (
    ONE_PACK,
    RANK_ALONE,
    SUIT,
    SUIT_BITS,
    TWIN,
    cards_in,
)
from bots.kernel.facts import Facts
from bots.kernel.melds import CARD_BITS, STAND, is_itself
from bots.kernel.moves import MELD, Move

MOST: Final = 1000
MOST_KEPT: Final = 50_000
"""Melds, some 20 MB of them; with more all are forgotten."""


def set_ranks(places: int) -> int:
    """Of a mask of places: the ranks that occur in three or more suits."""
    halves = places >> 26
    both, either = places & halves, places | halves  # clubs with hearts, above them diamonds with spades
    return (both & either >> 13 | both >> 13 & either) & SUIT_BITS


def run_members(facts: Facts, places: int) -> int:
    """Of a mask of places: those that belong to a run of three or more among them."""
    starts = places & places >> 1 & places >> 2 & facts.run_starts
    members = starts | starts << 1 | starts << 2 if starts else 0
    aces = places & places >> 12 & facts.high_aces
    if aces:
        below = aces & places >> 11
        members |= below | below << 11 | below << 12
        if facts.ring:
            above = aces & places >> 1
            members |= above | above << 1 | above << 12
    return members


def melds_in(facts: Facts, hand: int, special: int) -> list[list[Move]]:
    """The melds of the hand in groups, none of them empty. `special`: wilds that are like no other."""
    if hand & facts.wilds:
        return _with_wilds(facts, hand, special & hand & facts.wilds)
    found: list[list[Move]] = []
    places = (hand | hand >> TWIN) & ONE_PACK
    ranks = set_ranks(places) if facts.plain_sets else (1 << 14) - 1
    if ranks:
        for rank in cards_in(ranks):
            of_rank = hand & facts.of_rank[rank]
            group = facts.natural_sets.get(of_rank)
            if group is None:
                group = keep_sets(facts, rank, of_rank)
            if group:
                found.append(group)
    members = run_members(facts, places)
    if members:
        held = hand & (members | members << TWIN if facts.two_packs else members)
        for suit in range(4):
            of_suit = held & facts.of_suit[suit]
            if of_suit:
                group = facts.natural_runs.get(of_suit)
                found.append(keep_runs(facts, suit, of_suit) if group is None else group)
    return found


def keep_sets(facts: Facts, rank: int, of_rank: int) -> list[Move]:
    """The sets of these naturals of a rank, worked out and kept."""
    found = _Sets(facts, rank, of_rank, 0, 0).found
    _make_room(facts, len(found))
    facts.natural_sets[of_rank] = found
    return found


def keep_runs(facts: Facts, suit: int, of_suit: int) -> list[Move]:
    """The runs of these naturals of a suit, worked out and kept."""
    found = _Runs(facts, suit, of_suit, 0, 0).found
    _make_room(facts, len(found))
    facts.natural_runs[of_suit] = found
    return found


def _make_room(facts: Facts, count: int) -> None:
    """Counts so many melds and their group, that are kept from now on."""
    facts.kept += count + 1
    if facts.kept > MOST_KEPT:
        facts.kept = count + 1
        facts.natural_sets.clear()
        facts.natural_runs.clear()
        facts.wild_sets.clear()
        facts.wild_runs.clear()


def _with_wilds(facts: Facts, hand: int, special: int) -> list[list[Move]]:
    wilds = hand & facts.wilds
    found: list[list[Move]] = []
    for rank in range(14):
        group = _sets_of(facts, rank, hand & facts.of_rank[rank], wilds, special)
        if group:
            found.append(group)
    for suit in range(4):
        group = _runs_of(facts, suit, hand & facts.of_suit[suit], wilds, special)
        if group:
            found.append(group)
    return found


def _sets_of(facts: Facts, rank: int, of_rank: int, wilds: int, special: int) -> list[Move]:
    """The sets of a rank from the hand's cards of it and its wilds."""
    if rank == 13:
        of_rank &= ~facts.wilds
    if rank in (13, facts.wild_rank):
        wilds = special = 0
    if of_rank.bit_count() + wilds.bit_count() < 3:
        return []
    key = (of_rank, wilds, special, rank)
    known = facts.wild_sets.get(key)
    if known is None:
        known = _Sets(facts, rank, of_rank, wilds, special).found
        _make_room(facts, len(known))
        facts.wild_sets[key] = known
    return known


def _runs_of(facts: Facts, suit: int, of_suit: int, wilds: int, special: int) -> list[Move]:
    """The runs of a suit from the hand's cards of it and its wilds."""
    if of_suit.bit_count() + wilds.bit_count() < 3:
        return []
    key = (of_suit, wilds, special, suit)
    known = facts.wild_runs.get(key)
    if known is None:
        known = _Runs(facts, suit, of_suit, wilds, special).found
        _make_room(facts, len(known))
        facts.wild_runs[key] = known
    return known


def wild_groups(facts: Facts, wilds: int, special: int) -> list[list[int]]:
    """The wilds in groups of equals, each from low to high."""
    groups = [[card] for card in cards_in(wilds & special)]
    for equal in facts.wild_classes:
        if equal & wilds & ~special:
            groups.append(cards_in(equal & wilds & ~special))
    return groups


class _Sets:
    """Finds the sets of one rank: every choice of naturals with every share of the groups of wilds."""

    def __init__(self, facts: Facts, rank: int, of_rank: int, wilds: int, special: int) -> None:
        self.facts = facts
        self.rank = rank
        self.naturals = sorted(cards_in(of_rank), key=lambda card: (SUIT[card], card))
        self.groups = wild_groups(facts, wilds, special)
        self.distinct = not facts.any_suits and rank < 13
        self.found: list[Move] = []
        self._choose(0, [], -1)

    def _choose(self, at: int, chosen: list[int], suit: int) -> None:
        """Decides about the naturals from this one on; `suit` is that of the last one chosen."""
        if len(self.found) >= MOST or len(chosen) > self.facts.set_limit:
            return
        if at == len(self.naturals):
            if len(chosen) >= self.facts.min_naturals:
                self._share(0, chosen, [])
            return
        card = self.naturals[at]
        self._choose(at + 1, chosen, suit)
        if not self.distinct or SUIT[card] != suit:
            self._choose(at + 1, [*chosen, card], SUIT[card])

    def _share(self, at: int, chosen: list[int], wilds: list[int]) -> None:
        """Takes of each group of wilds from this one on none, one, two … of the lowest."""
        size = len(chosen) + len(wilds)
        if size > self.facts.set_limit or len(self.found) >= MOST:
            return
        if at < len(self.groups):
            group = self.groups[at]
            for count in range(len(group) + 1):
                self._share(at + 1, chosen, wilds + group[:count])
        elif size >= 3:
            stand = RANK_ALONE + self.rank
            cards = chosen + [wild | stand + 1 << STAND for wild in sorted(wilds)]
            self.found.append(_new_meld(self.facts, self.rank, -1, cards))


class _Runs:
    """Finds the runs of one suit: every window, filled with naturals and wilds in every way."""

    def __init__(self, facts: Facts, suit: int, of_suit: int, wilds: int, special: int) -> None:
        self.facts = facts
        self.suit = suit
        self.groups = wild_groups(facts, wilds, special)
        self.wild_count = wilds.bit_count()
        self.fillers: list[list[int]] = []
        for place in range(suit * 13, suit * 13 + 13):
            self.fillers.append([card for card in (place, place + TWIN) if of_suit >> card & 1])
        self.found: list[Move] = []
        for start in range(13) if facts.ring else range(facts.lowest, facts.highest - 1):
            self._from(start)

    def _from(self, start: int) -> None:
        """The runs that begin at this place, as long as the wilds fill the gaps."""
        facts = self.facts
        end = start + 13 if facts.ring else min(start + 13, facts.highest + 1)
        gaps = 0
        for position in range(start, end):
            gaps += not self.fillers[position % 13]
            if gaps > self.wild_count:
                return
            length = position - start + 1
            # 4.5: of a whole ring only those that begin or end with the ace can be written
            if length >= 3 and not (facts.ring and length == 13 and start > 1):
                self._fill(start, length, [], 0)

    def _fill(self, start: int, length: int, cards: list[int], wilds: int) -> None:
        """Fills the window from its place number len(cards) on; -1 in `cards` is left to a wild."""
        if len(self.found) >= MOST:
            return
        at = len(cards)
        if at == length:
            if length - wilds >= self.facts.min_naturals:
                self._place_wilds(start, cards, wilds)
            return
        for card in self.fillers[(start + at) % 13]:
            self._fill(start, length, [*cards, card], wilds)
        if wilds < self.wild_count:
            self._fill(start, length, [*cards, -1], wilds + 1)

    def _place_wilds(self, start: int, cards: list[int], wilds: int) -> None:
        if not wilds:
            self.found.append(_new_meld(self.facts, self.suit, start, cards))
            return
        free = [[wild for wild in group if wild not in cards] for group in self.groups]
        self._sequences(start, cards, 0, free)

    def _sequences(self, start: int, cards: list[int], at: int, free: list[list[int]]) -> None:
        """Puts into each open place, from place `at` on, the lowest free wild of each group."""
        while at < len(cards) and cards[at] >= 0:
            at += 1
        if at == len(cards):
            self.found.append(_new_meld(self.facts, self.suit, start, cards))
            return
        stand = self.suit * 13 + (start + at) % 13
        for index, group in enumerate(free):
            # In its own place it would be itself; that meld is found with it as a natural.
            if group and not is_itself(group[0], stand):
                after = free.copy()
                after[index] = group[1:]
                filled = cards.copy()
                filled[at] = group[0] | stand + 1 << STAND
                self._sequences(start, filled, at + 1, after)


def _new_meld(facts: Facts, of: int, start: int, cards: list[int]) -> Move:
    """The move that puts these coded cards down."""
    mask = points = 0
    low = start == 0
    for coded in cards:
        card = coded & CARD_BITS
        mask |= 1 << card
        points += facts.tabled_points(card, (coded >> STAND) - 1, low)
        low = False
    if facts.four_doubles and start < 0 and len(cards) == 4:
        points *= 2
    return Move(MELD, mask=mask, cards=tuple(cards), of=of, start=start, points=points)
