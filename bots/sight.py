"""What a player reads off its observation before it thinks: its cards, the table, who plays against it.

Everything here follows from the observation alone, so no player can know more than its seat does.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from engine.cards import BIT, FIRST_JOKER, ONE_PACK, PACK_SIZE, Card, cards_in, played
from engine.melds import SET, Meld
from engine.rules import Rules
from engine.table import Observation


class RunSpot(NamedTuple):
    """A run that the seat may lay off on: the meld's number, its suit, the positions of its first and last card."""

    meld: int
    suit: int
    low: int
    high: int


class SetSpot(NamedTuple):
    """A set that the seat may lay off on: the meld's number, its rank, the cards that no longer fit, its room."""

    meld: int
    rank: int
    closed: int
    room: int


class Sight:
    """An observation, taken in once a decision."""

    def __init__(self, observation: Observation) -> None:
        assert observation.seat is not None, "a spectator does not play"
        self.table = table = observation.table
        self.seat = observation.seat
        self.hand = observation.hand
        self.rules: Rules = table.rules
        self.points = table.rules.hand_points
        self.meld_count = len(table.melds)
        self.runs, self.sets = self.spots([self.seat])

    def spots(self, seats: list[int]) -> tuple[list[RunSpot], list[SetSpot]]:
        """The melds on which any of these seats may lay off (7.1)."""
        runs: list[RunSpot] = []
        sets: list[SetSpot] = []
        for number, meld in enumerate(self.table.melds, 1):
            if self.rules.own_only and meld.owner not in seats:
                continue
            if meld.kind == SET:
                sets.append(_set_spot(self.rules, number, meld))
            else:
                runs.append(RunSpot(number, meld.of, meld.start, meld.start + len(meld.cards) - 1))
        return runs, sets

    def owes_new_meld(self, taken: tuple[Card, ...]) -> bool:
        """Whether the deepest of these cards of the pile, once taken, has to go into a new meld (6.1, 6.2)."""
        options = self.rules.options
        return (options.top_card if len(taken) == 1 else options.deep_card) == "new_meld"

    def obliges(self, taken: tuple[Card, ...]) -> bool:
        """Whether the deepest of these cards of the pile, once taken, has to be tabled (6.1, 6.2)."""
        return len(taken) > 1 or self.rules.options.top_card != "free"

    @cached_property
    def opponents(self) -> list[int]:
        """The seats that play against this one, the next to play first (14.1: partners sit opposite)."""
        players = self.rules.players
        others = [(self.seat + step) % players for step in range(1, players)]
        return others[::2] if self.rules.options.partners else others

    @cached_property
    def tabled(self) -> int:
        """The cards on the table, as a mask."""
        return sum(BIT[played(text)[0]] for meld in self.table.melds for text in meld.cards)

    @cached_property
    def pile(self) -> int:
        """The cards of the pile, as a mask."""
        return sum(BIT[card] for card in self.table.pile)

    @cached_property
    def known(self) -> int:
        """The cards that everybody knows to be in the hand of another seat, as a mask."""
        return sum(known for seat, known in enumerate(self.table.known) if seat != self.seat)


def _set_spot(rules: Rules, number: int, meld: Meld) -> SetSpot:
    closed = 0
    if not rules.any_suits:
        for card, stand in map(played, meld.cards):
            if stand is None and card < FIRST_JOKER:
                closed |= twins(card)
    return SetSpot(number, meld.of, closed, rules.set_limit - len(meld.cards))


def twins(card: Card) -> int:
    """The mask of a natural card and its twin."""
    place = card % PACK_SIZE
    return BIT[place] | BIT[place + PACK_SIZE]


def ranks_of(mask: int, suit: int) -> int:
    """The ranks held in a suit, one bit a rank from the ace; twins count once."""
    return (mask | mask >> PACK_SIZE) >> suit * 13 & 0x1FFF


def positions_of(rules: Rules, ranks: int) -> int:
    """The positions in a run that those ranks can have: the ace 0, 13 or both; with `corner` every rank two."""
    positions = ranks | ranks << 13
    return positions if rules.ring else positions & ((2 << rules.highest) - (1 << rules.lowest))


def positions_of_rank(rules: Rules, rank: int) -> list[int]:
    """The positions in a run that a rank can have."""
    return cards_in(positions_of(rules, 1 << rank))


def one_of_each(mask: int, wanted: int = 0) -> int:
    """The mask without one of each pair of twins; the one that is wanted stays."""
    both = mask & mask >> PACK_SIZE & ONE_PACK
    if not both:
        return mask
    firsts = both & (wanted >> PACK_SIZE) & ~wanted
    return mask & ~firsts & ~((both & ~firsts) << PACK_SIZE)


def card_at(mask: int, place: int, wanted: int = 0) -> Card | None:
    """The card of the mask at that place of the pack (suit * 13 + rank), of twins the one that is wanted."""
    found = one_of_each(mask & (BIT[place] | BIT[place + PACK_SIZE]), wanted)
    return found.bit_length() - 1 if found else None


def total(points: tuple[int, ...], mask: int) -> int:
    """The points of the cards of a mask."""
    return sum(points[card] for card in cards_in(mask))
