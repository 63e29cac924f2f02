"""What a hand is worth after a draw, a take or a call: the points it tables now, and what the rest may become."""

from __future__ import annotations

from math import inf

from bots.attention import Attention
from bots.danger import Danger
from bots.draft import Draft
from bots.outlook import Outlook
from bots.plan import Aim, best_plan, finishes, fulfils, worth
from bots.prospects import prospects
from bots.sight import Sight, total
from bots.weights import Weights
from engine.cards import BIT, Card, cards_in

PRICELESS = 1000.0
"""What it costs to discard a wild: it is kept as long as anything else can go."""


class Appraisal:
    """Weighs what one decision can lead to. Values are points, comparable with each other and with nothing else."""

    def __init__(self, sight: Sight, attention: Attention, weights: Weights) -> None:
        self.sight = sight
        self.attention = attention
        self.weights = weights
        self.outlook = Outlook(sight, attention, weights)

    def plan_of_turn(self) -> tuple[Draft, bool]:
        """What to table with the hand as it is, and whether that ends the turn with an empty hand."""
        table = self.sight.table
        aim = self._aim(table.obliged, bool(table.owes_new_meld & table.obliged), table.single)
        plan = best_plan(self.sight, self.sight.hand, aim)
        return plan, finishes(plan, aim)

    def of_draw(self) -> float:
        """The value of a card from the stock."""
        return self.of_hand() + self.weights.draw

    def of_hand(self) -> float:
        """The value of the hand as it is, with the melds that it holds."""
        aim = self._aim(0)
        plan = best_plan(self.sight, self.sight.hand, aim)
        return self._of_plan(plan, aim)[0]

    def of_take(self, taken: tuple[Card, ...]) -> float:
        """The value of taking these cards of the pile."""
        obliged = BIT[taken[0]] if self.sight.obliges(taken) else 0
        return self._of_cards(taken, obliged, bool(obliged) and self.sight.owes_new_meld(taken))

    def of_call(self, taken: tuple[Card, ...]) -> float:
        """The value of calling the first of these cards (9.2)."""
        return self._of_cards(taken, BIT[taken[0]], False)

    def of_the_end(self) -> float:
        """The value of the deal ending now (8.6)."""
        if not self.sight.rules.options.stock_out_counts_hand:
            return 0.0
        return -float(total(self.sight.points, self.sight.hand))

    def discard_costs(self, plan: Draft) -> dict[Card, float]:
        """For each card that the plan leaves, what its discard would cost."""
        danger = Danger(self.outlook, plan)
        costs = {card: loss + danger.of(card) for card, loss in self._losses(plan)[1].items()}
        return costs | dict.fromkeys(cards_in(plan.wilds), PRICELESS)

    def _of_cards(self, taken: tuple[Card, ...], obliged: int, into_new_meld: bool) -> float:
        """The value of the turn with these cards, minus infinity where no way to table an obliged card is seen."""
        aim = self._aim(obliged, into_new_meld, BIT[taken[0]] if len(taken) == 1 else 0)
        plan = best_plan(self.sight, self.sight.hand | sum(BIT[card] for card in taken), aim)
        if not fulfils(plan, aim):
            return -inf
        value, losses = self._of_plan(plan, aim)
        if finishes(plan, aim):
            return value + self._of_going_out()
        return value - min(losses.values(), default=0.0)

    def _of_plan(self, plan: Draft, aim: Aim) -> tuple[float, dict[Card, float]]:
        """The value of a plan before the discard, and how much of it goes with each card left."""
        hope, losses = self._losses(plan)
        return worth(plan, aim) + hope - self.outlook.stuck * plan.gain(plan.rest), losses

    def _losses(self, plan: Draft) -> tuple[float, dict[Card, float]]:
        hope, losses = prospects(self.outlook, plan)
        stuck, points = self.outlook.stuck, self.sight.points
        return hope, {card: loss - stuck * points[card] for card, loss in losses.items()}

    def _of_going_out(self) -> float:
        counts = self.sight.table.card_counts
        return self.weights.out + self.weights.out_per_card * sum(counts[seat] for seat in self.sight.opponents)

    def _aim(self, obliged: int, into_new_meld: bool = False, undiscardable: int = 0) -> Aim:
        return Aim(self.outlook.hold, obliged, into_new_meld, undiscardable, self.attention.tables_wilds)
