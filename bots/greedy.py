"""The player behind `novice`, `casual` and `club`: table what can be tabled, keep what may still become something.

One policy, seen through more or less attention. Every move is planned afresh, so nothing is remembered between calls.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bots.appraisal import Appraisal
from bots.attention import Attention
from bots.draft import Draft
from bots.fallback import simplest_move
from bots.sight import Sight
from bots.weights import TUNED, Weights
from engine import Call, Decline, Discard, Draw, LayOff, Move, Observation, Pass, Swap, Take, legal_moves
from engine.cards import CODES, PLACE, Card, card_of, cards_in, played
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
        self.appraisal = Appraisal(self.sight, attention, weights)
        self.legal = legal_moves(observation)

    def answer(self) -> Move:
        """Call where that beats letting it pass."""
        calls = [move for move in self.legal if isinstance(move, Call)]
        if not calls or self._misses(self.attention.misses_calls):
            return Pass()
        if self.table.options.call == "top_lay_off":
            return calls[0]
        value, _, best = max((self.appraisal.of_call(self._from(call.card)), -i, call) for i, call in enumerate(calls))
        ends = self.table.is_contested
        return best if value > (self.appraisal.of_the_end() if ends else self.appraisal.of_hand()) else Pass()

    def draw(self) -> Move:
        """Draw, take or decline: the source that leaves the best hand."""
        depth = len(self.table.pile) if self._misses(self.attention.deeper_chance) else self.attention.pile_depth
        noticed = {CODES[card] for card in self.table.pile[-depth:]}
        options: list[tuple[float, int, Move]] = []
        for order, move in enumerate(self.legal):
            if isinstance(move, Draw):
                options.append((self.appraisal.of_draw(), -order, move))
            elif isinstance(move, Decline):
                options.append((self.appraisal.of_the_end(), -order, move))
            elif isinstance(move, Take) and move.card in noticed:
                options.append((self.appraisal.of_take(self._from(move.card)), -order, move))
        return max(options)[2] if options else simplest_move(self.observation)

    def play(self) -> Move:
        """The next step of the plan, a swap, or the discard."""
        plan, finishes = self.appraisal.plan_of_turn()
        overlooks = 0.0 if finishes or self.table.obliged else self.attention.overlooks
        move = self._step(plan, overlooks) or self._swap(plan) or self._discard(plan)
        return move or simplest_move(self.observation)

    def _from(self, code: str) -> tuple[Card, ...]:
        """The card of the pile and all above it."""
        pile = self.table.pile
        return pile[pile.index(card_of(code)) :]

    def _misses(self, chance: float) -> bool:
        return chance > 0 and self.rng.random() < chance

    def _step(self, plan: Draft, overlooks: float) -> Move | None:
        """The first move of the plan that is legal, new melds first."""
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
        return next((move for move in self._swaps(plan) if move in self.legal), None)

    def _swaps(self, plan: Draft) -> Iterator[Swap]:
        """Swaps of cards that the plan leaves in the hand."""
        for number, meld in enumerate(self.table.melds, 1):
            for card, stand in map(played, meld.cards):
                if stand is not None:
                    for own in cards_in(plan.naturals):
                        if meld.kind != RUN or PLACE[own] == stand:
                            yield Swap(CODES[own], CODES[card], number)

    def _discard(self, plan: Draft) -> Move | None:
        """The legal discard that costs least; a card that the plan would table only where nothing else can go."""
        costs, points = self.appraisal.discard_costs(plan), self.sight.points
        for cards in (plan.rest, self.sight.hand & ~plan.rest):
            for card in sorted(cards_in(cards), key=lambda card: (costs.get(card, 0.0), -points[card], card)):
                move = Discard(CODES[card])
                if move in self.legal:
                    return move
        return None
