"""The player behind `novice`, `casual` and `club`: table what can be tabled, keep what may still become
something.

One policy, seen through more or less attention. Every move is planned afresh, so nothing is remembered
between calls.
"""

from __future__ import annotations

from random import Random

from bots.attention import Attention
from bots.danger import Danger
from bots.draft import Draft
from bots.fallback import simplest_move
from bots.outlook import Outlook
from bots.plan import Aim, best_plan, finishes, fulfils, worth
from bots.prospects import prospects
from bots.sight import Sight, total
from bots.weights import TUNED, Weights
from engine import Call, Decline, Discard, Draw, LayOff, Move, Observation, Pass, Swap, Take, legal_moves
from engine.cards import BIT, CODES, Card, card_of, cards_in, played
from engine.melds import RUN
from engine.table import DRAW


class Greedy:
    """A player that does what looks best now, as far as its attention reaches."""

    def __init__(self, attention: Attention, weights: Weights = TUNED) -> None:
        self.attention = attention
        self.weights = weights

    def choose(self, observation: Observation, rng: Random) -> Move:
        """The move of whoever may act: a call or a pass in an open window, else a move of the turn."""
        decision = Decision(observation, self.attention, self.weights, rng)
        if observation.may_call:
            return decision.answer()
        return decision.draw() if observation.table.phase == DRAW else decision.play()


class Decision:
    """One decision of one seat."""

    def __init__(self, observation: Observation, attention: Attention, weights: Weights, rng: Random) -> None:
        self.observation = observation
        self.table = observation.table
        self.attention = attention
        self.rng = rng
        self.sight = Sight(observation)
        self.outlook = Outlook(self.sight, attention, weights)
        self.legal = legal_moves(observation)

    def answer(self) -> Move:
        """Call where that beats letting it pass."""
        calls = [move for move in self.legal if isinstance(move, Call)]
        if not calls or self._misses(self.attention.misses_calls):
            return Pass()
        if self.table.options.call == "top_lay_off":
            return calls[0]
        value, best = max(((self._value_of_call(call), call) for call in calls), key=lambda pair: pair[0])
        return best if value > self._value_of_hand() else Pass()

    def draw(self) -> Move:
        """Draw, take or decline: the source that leaves the best hand."""
        depth = len(self.table.pile) if self._misses(self.attention.deeper_chance) else self.attention.pile_depth
        seen = {CODES[card] for card in self.table.pile[-depth:]}
        options: list[tuple[float, int, Move]] = []
        for order, move in enumerate(self.legal):
            value = None
            if isinstance(move, Draw):
                value = self._value_of_hand() + self.outlook.weights.draw
            elif isinstance(move, Decline):
                value = self._value_of_the_end()
            elif isinstance(move, Take) and move.card in seen:
                value = self._value_of_take(move)
            if value is not None:
                options.append((value, -order, move))
        return max(options)[2] if options else simplest_move(self.observation)

    def play(self) -> Move:
        """The next step of the plan, a swap, or the discard."""
        plan = self._plan_of_turn()
        return self._step(plan) or self._swap(plan) or self._discard(plan) or simplest_move(self.observation)

    def _misses(self, chance: float) -> bool:
        return chance > 0 and self.rng.random() < chance

    def _plan_of_turn(self) -> Draft:
        return best_plan(self.sight, self.sight.hand, self._aim_of_turn())

    def _aim_of_turn(self) -> Aim:
        table = self.table
        return self._aim(table.obliged, bool(table.owes_new_meld & table.obliged), table.single)

    def _aim(self, obliged: int, into_new_meld: bool = False, undiscardable: int = 0) -> Aim:
        return Aim(self.outlook.hold, obliged, into_new_meld, undiscardable, self.attention.tables_wilds)

    def _step(self, plan: Draft) -> Move | None:
        sure = self.table.obliged or finishes(plan, self._aim_of_turn())
        overlooks = 0.0 if sure else self.attention.overlooks
        for step in sorted(plan.steps, key=lambda step: step.meld != 0):
            move = step.move()
            if isinstance(move, LayOff) and self._misses(overlooks):
                return None
            if move in self.legal:
                return move
        return None

    def _swap(self, plan: Draft) -> Move | None:
        """4.8: the natural card comes to the table, and the wild with it, for this seat."""
        if not (self.sight.rules.swaps and self.attention.sees_swaps and self.attention.tables_wilds):
            return None
        for number, meld in enumerate(self.table.melds, 1):
            for card, stand in map(played, meld.cards):
                if stand is not None:
                    for own in cards_in(plan.naturals):
                        move = Swap(CODES[own], CODES[card], number)
                        if (meld.kind != RUN or own % 52 == stand) and move in self.legal:
                            return move
        return None

    def _discard(self, plan: Draft) -> Move | None:
        costs = self._discard_costs(plan)
        hand = self.sight.hand
        for cards in (plan.rest, hand & ~plan.rest):
            for card in sorted(
                cards_in(cards), key=lambda card: (costs.get(card, 0.0), -self.sight.points[card], card)
            ):
                move = Discard(CODES[card])
                if move in self.legal:
                    return move
        return None

    def _discard_costs(self, plan: Draft) -> dict[Card, float]:
        """For each card that the plan leaves, what its discard would cost."""
        _, losses = prospects(self.outlook, plan)
        danger = Danger(self.outlook, plan)
        points = self.sight.points
        costs = {card: loss - self.outlook.stuck * points[card] + danger.of(card) for card, loss in losses.items()}
        for card in cards_in(plan.wilds):
            costs[card] = 1000.0
        return costs

    def _value_of_call(self, call: Call) -> float:
        index = self.table.pile.index(card_of(call.card))
        taken = self.table.pile[index:]
        aim = self._aim(BIT[taken[0]], False, BIT[taken[0]] if len(taken) == 1 else 0)
        return self._value(sum(BIT[card] for card in taken), aim) or 0.0

    def _value_of_take(self, take: Take) -> float | None:
        taken = self.table.pile[self.table.pile.index(card_of(take.card)) :]
        obliged = BIT[taken[0]] if self.sight.obliges(taken) else 0
        single = BIT[taken[0]] if len(taken) == 1 else 0
        aim = self._aim(obliged, bool(obliged) and self.sight.owes_new_meld(taken), single)
        return self._value(sum(BIT[card] for card in taken), aim)

    def _value(self, taken: int, aim: Aim) -> float | None:
        """The worth of the turn after taking these cards, None where the obliged card would stay in the
        hand.
        """
        plan = best_plan(self.sight, self.sight.hand | taken, aim)
        if not fulfils(plan, aim):
            return None
        hope, losses = prospects(self.outlook, plan)
        value = worth(plan, aim) + hope - self.outlook.stuck * plan.gain(plan.rest)
        if finishes(plan, aim):
            return value + self._value_of_going_out()
        stuck, points = self.outlook.stuck, self.sight.points
        discard = min((loss - stuck * points[card] for card, loss in losses.items()), default=0.0)
        return value - discard

    def _value_of_hand(self) -> float:
        """The worth of the hand as it is, with the melds that it holds."""
        aim = self._aim(0)
        plan = best_plan(self.sight, self.sight.hand, aim)
        hope, _ = prospects(self.outlook, plan)
        return worth(plan, aim) + hope - self.outlook.stuck * plan.gain(plan.rest)

    def _value_of_the_end(self) -> float:
        """The worth of ending the deal now (8.6)."""
        if not self.table.options.stock_out_counts_hand:
            return 0.0
        return -float(total(self.sight.points, self.sight.hand))

    def _value_of_going_out(self) -> float:
        counts, weights = self.table.card_counts, self.outlook.weights
        return weights.out + weights.out_per_card * sum(counts[seat] for seat in self.sight.opponents)
