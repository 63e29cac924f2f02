"""A turn's melds and lay-offs while they are planned: cards leave the hand, places on the table grow and appear.

A draft knows where cards go and what that is worth; which of the many drafts is best is decided in `bots.plan`.
"""

from __future__ import annotations

from typing import NamedTuple

from bots.sight import RunSpot, SetSpot, Sight, card_at, one_of_each, ranks_of, total, twins
from engine.cards import BIT, FIRST_JOKER, OF_RANK, RANK_ALONE, Card, cards_in, played_text
from engine.melds import End, Played, is_itself, run_place
from engine.moves import LayOff, NewMeld


class Step(NamedTuple):
    """One meld (`meld` 0) or lay-off of a plan. Melds that the plan itself puts down are numbered ahead."""

    cards: tuple[Played, ...]
    meld: int = 0
    end: End | None = None

    @property
    def mask(self) -> int:
        """The cards that leave the hand."""
        return sum(BIT[card] for card, _ in self.cards)

    def move(self) -> NewMeld | LayOff:
        """The step as the engine's move."""
        texts = tuple(played_text(card, stand) for card, stand in self.cards)
        return NewMeld(texts) if self.meld == 0 else LayOff(texts[0], self.meld, self.end)


class Draft:
    """A plan in the making: `rest` is the hand that would be left, `points` what the steps bring, wilds included."""

    __slots__ = ("points", "rest", "runs", "sets", "sight", "steps", "wanted")

    def __init__(self, sight: Sight, hand: int, wanted: int = 0) -> None:
        self.sight = sight
        self.rest = hand
        self.wanted = wanted
        self.runs = list(sight.runs)
        self.sets = [spot for spot in sight.sets if spot.room]
        self.steps: list[Step] = []
        self.points = 0

    def copy(self) -> Draft:
        """An equal draft that may go another way."""
        twin = Draft.__new__(Draft)
        twin.sight, twin.rest, twin.wanted, twin.points = self.sight, self.rest, self.wanted, self.points
        twin.runs, twin.sets, twin.steps = self.runs.copy(), self.sets.copy(), self.steps.copy()
        return twin

    @property
    def naturals(self) -> int:
        """The cards left that stand for themselves."""
        return self.rest & ~self.sight.rules.wilds

    @property
    def wilds(self) -> int:
        """The wild cards left."""
        return self.rest & self.sight.rules.wilds

    def meld_set(self, rank: int, naturals: int, wild_count: int = 0) -> None:
        """Put down a set of these cards and so many wilds."""
        rules = self.sight.rules
        wilds = [self.next_wild() for _ in range(wild_count)]
        cards: list[Played] = [(card, None) for card in cards_in(naturals)]
        cards += [(wild, RANK_ALONE + rank) for wild in wilds]
        closed = 0 if rules.any_suits else sum({twins(card) for card in cards_in(naturals) if card < FIRST_JOKER})
        spot = SetSpot(self._next_number(), rank, closed, rules.set_limit - len(cards))
        doubled = rules.options.four_at_once_doubles and len(cards) == 4
        self._table(cards, 0, None, low_ace=False, times=2 if doubled else 1)
        if spot.room:
            self.sets.append(spot)

    def meld_run(self, suit: int, low: int, high: int) -> None:
        """Put down the run between two positions; wilds fill the places of the cards that are not held."""
        cards = [self._card_for(run_place(suit, position)) for position in range(low, high + 1)]
        spot = RunSpot(self._next_number(), suit, low, high)
        self._table(cards, 0, None, low_ace=low % 13 == 0)
        self.runs.append(spot)

    def extend_run(self, index: int, end: End) -> None:
        """Lay the next card off on that end of a run, a wild where the card is not held."""
        spot = self.runs[index]
        position = spot.high + 1 if end == "high" else spot.low - 1
        pair = self._card_for(run_place(spot.suit, position))
        fits_both = spot.high - spot.low == 11 and self._open_ends(spot) == 2
        low_ace = end == "low" and position % 13 == 0
        self._table([pair], spot.meld, end if fits_both else None, low_ace=low_ace)
        if end == "high":
            self.runs[index] = spot._replace(high=position)
        elif position < 0:
            self.runs[index] = spot._replace(low=position + 13, high=spot.high + 13)
        else:
            self.runs[index] = spot._replace(low=position)

    def _open_ends(self, spot: RunSpot) -> int:
        return self.can_extend(spot, "low") + self.can_extend(spot, "high")

    def join_set(self, index: int, card: Card, stand: int | None = None) -> None:
        """Lay a card off on a set."""
        spot = self.sets[index]
        self._table([(card, stand)], spot.meld, None, low_ace=False)
        closed = spot.closed if stand is not None or self.sight.rules.any_suits else spot.closed | twins(card)
        self.sets[index] = spot._replace(closed=closed, room=spot.room - 1)

    def can_extend(self, spot: RunSpot, end: End) -> bool:
        """Whether the rules leave room at that end of a run."""
        rules = self.sight.rules
        if spot.high - spot.low >= 12:
            return False
        return rules.ring or (spot.high < rules.highest if end == "high" else spot.low > rules.lowest)

    def next_wild(self) -> Card:
        """The wild to play next, which leaves the hand: one that must be tabled, else the lowest."""
        wilds = self.wilds & self.wanted or self.wilds
        card = (wilds & -wilds).bit_length() - 1
        self.rest &= ~BIT[card]
        return card

    def fitting(self, spot: SetSpot) -> int:
        """The cards left that fit on a set as themselves, one of each pair of twins where only one does."""
        fit = self.naturals & OF_RANK[spot.rank] & ~spot.closed
        return fit if self.sight.rules.any_suits else self.one_of_each(fit)

    def one_of_each(self, mask: int) -> int:
        """Cards without one of each pair of twins, keeping the one that must be tabled."""
        return one_of_each(mask, self.wanted)

    def natural_at(self, place: int) -> Card | None:
        """The card left at that place of the pack that stands for itself."""
        return card_at(self.naturals, place, self.wanted)

    def ranks(self, suit: int) -> int:
        """The ranks left in a suit that stand for themselves."""
        return ranks_of(self.naturals, suit)

    def gain(self, mask: int) -> int:
        """The points of these cards, aces high."""
        return total(self.sight.points, mask)

    def _card_for(self, place: int) -> Played:
        card = self.natural_at(place)
        if card is None:
            card = card_at(self.wilds, place, self.wanted)
            if card is None:
                wild = self.next_wild()
                return wild, None if is_itself(wild, place) else place
        self.rest &= ~BIT[card]
        return card, None

    def _next_number(self) -> int:
        return self.sight.meld_count + 1 + sum(step.meld == 0 for step in self.steps)

    def _table(self, cards: list[Played], meld: int, end: End | None, *, low_ace: bool, times: int = 1) -> None:
        step = Step(tuple(cards), meld, end)
        rules = self.sight.rules
        for index, (card, stand) in enumerate(cards):
            self.rest &= ~BIT[card]
            self.points += times * rules.tabled_points(card, stand, low_ace and index == 0)
        self.steps.append(step)
