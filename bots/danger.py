"""What a discard would give to the others: a lay-off, or what they lack for a meld with the pile."""

from __future__ import annotations

from collections.abc import Iterator

from bots.draft import Draft
from bots.outlook import Outlook
from bots.sight import RunSpot, SetSpot, positions_of_rank
from engine.cards import BIT, FIRST_JOKER, RANK, SUIT, Card


class Danger:
    """The cost of each discard, by what the player pays attention to."""

    def __init__(self, outlook: Outlook, draft: Draft) -> None:
        self.outlook = outlook
        self.draft = draft
        self.runs, self.sets = _spots_of_others(outlook, draft)

    def of(self, card: Card) -> float:
        """The points that this discard is expected to give away."""
        attention, weights = self.outlook.attention, self.outlook.weights
        given = self.draft.sight.points[card] + weights.given
        if attention.fears_table and self.fits_table(card):
            return given
        if attention.fears_hands and card < FIRST_JOKER:
            return weights.safety * self._completes(card) * given
        return 0.0

    def fits_table(self, card: Card) -> bool:
        """Whether another player could lay the card off."""
        rules = self.draft.sight.rules
        if rules.wilds & BIT[card]:
            return bool(self.runs or self.sets)
        if any(RANK[card] == spot.rank and not spot.closed & BIT[card] for spot in self.sets):
            return True
        rank, suit = RANK[card], SUIT[card]
        return any(
            spot.suit == suit
            and (
                (self.draft.can_extend(spot, "high") and (spot.high + 1) % 13 == rank)
                or (self.draft.can_extend(spot, "low") and (spot.low - 1) % 13 == rank)
            )
            for spot in self.runs
        )

    def _completes(self, card: Card) -> float:
        """How likely somebody else can make a meld of it with cards of the pile and of their hand."""
        nobody = 1.0
        for first, second in _partners(self.outlook, card):
            nobody *= 1 - self._has(first) * self._has(second)
        return 1 - nobody

    def _has(self, place: int) -> float:
        return self.outlook.at_hand_of_others[place]


def _spots_of_others(outlook: Outlook, draft: Draft) -> tuple[list[RunSpot], list[SetSpot]]:
    """Where the others can lay off once the draft is played."""
    sight = outlook.sight
    if not sight.rules.own_only:
        return draft.runs, [spot for spot in draft.sets if spot.room]
    return sight.spots(sight.opponents)


def _partners(outlook: Outlook, card: Card) -> Iterator[tuple[int, int]]:
    """The pairs of places that make a meld of three with the card."""
    suit, rank = SUIT[card], RANK[card]
    others = [other * 13 + rank for other in range(4) if other != suit]
    yield from ((others[0], others[1]), (others[0], others[2]), (others[1], others[2]))
    rules = outlook.sight.rules
    for position in positions_of_rank(rules, rank):
        for low in (position - 2, position - 1, position):
            window = [place for place in range(low, low + 3) if place != position]
            if rules.ring or (rules.lowest <= low and low + 2 <= rules.highest):
                yield suit * 13 + window[0] % 13, suit * 13 + window[1] % 13
