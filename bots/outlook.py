"""Which cards may still come, which of them others may have, and how near the end of the deal is."""

from __future__ import annotations

from functools import cached_property

from bots.attention import Attention
from bots.sight import Sight, twins
from bots.weights import Weights
from engine.cards import ONE_PACK, PACK_SIZE, cards_in


class Outlook:
    """Weighs the cards of one decision by what the seat sees and how closely it looks."""

    def __init__(self, sight: Sight, attention: Attention, weights: Weights) -> None:
        self.sight = sight
        self.attention = attention
        self.weights = weights

    @cached_property
    def end_risk(self) -> float:
        """How likely the deal is to end before the seat's next turn, 0 to 1."""
        table = self.sight.table
        nearness = self.weights.nearness
        goes_on = 1.0
        for seat in self.sight.opponents:
            goes_on *= 1 - nearness[min(table.card_counts[seat], len(nearness) - 1)]
        if table.stock_count < table.players and not table.can_reshuffle:
            goes_on *= self.weights.last_round if table.stock_count else self.weights.no_stock
        return 1 - goes_on

    @cached_property
    def hold(self) -> float:
        """What a wild kept is worth above its points; so many it must bring along to be played."""
        points = max((self.sight.points[card] for card in cards_in(self.sight.rules.wilds)), default=0)
        lasts = (1 - self.end_risk) ** 2
        return self.weights.hold * lasts - 2 * points * self.end_risk

    @cached_property
    def stuck(self) -> float:
        """The share of its points that a useless card in the hand is expected to cost."""
        return max(self.attention.risk_aversion, self.end_risk)

    @cached_property
    def unseen(self) -> int:
        """The cards of the pack that the seat has not seen and does not know to be in a hand."""
        sight = self.sight
        return sight.rules.pack & ~(sight.hand | sight.pile | sight.tabled | sight.known)

    @cached_property
    def chances(self) -> list[float]:
        """For each place of the pack, how likely one of its cards is to come to hand in time."""
        sight, weights = self.sight, self.weights
        unseen = weights.unseen * self.attention.optimism
        if not self.attention.counts_cards:
            own = (sight.hand | sight.hand >> PACK_SIZE) & ONE_PACK
            return [0.0 if own >> place & 1 else unseen for place in range(PACK_SIZE)]
        sources = (
            (self.unseen, unseen),
            (sight.pile, weights.in_pile),
            (sight.known, weights.in_other_hand),
        )
        return [
            min(1.0, sum(weight * (mask & twins(place)).bit_count() for mask, weight in sources))
            for place in range(PACK_SIZE)
        ]

    @cached_property
    def at_hand_of_others(self) -> list[float]:
        """For each place of the pack, how likely the next two opponents have one of its cards in hand or pile."""
        sight = self.sight
        counts = sight.table.card_counts
        held = sum(counts[seat] for seat in sight.opponents[:2]) - sight.known.bit_count()
        share = min(1.0, max(0, held) / max(1, self.unseen.bit_count()))
        sure = sight.pile | sight.known
        return [
            1.0 if sure & twins(place) else 1 - (1 - share) ** (self.unseen & twins(place)).bit_count()
            for place in range(PACK_SIZE)
        ]
