"""A player that knows the rules and nothing else: a move by chance, weighted so that deals end."""

from __future__ import annotations

from itertools import islice
from random import Random

from engine import Call, Discard, Move, Observation, Pass, legal_moves
from engine.cards import CODES, cards_in

SAMPLE = 40
"""How many legal moves are listed at most: a large hand with wilds has more melds than anybody can count."""

WEIGHTS = {
    "draw": 3,
    "take": 1,
    "meld": 3,
    "lay_off": 3,
    "swap": 1,
    "discard": 4,
    "call": 1,
    "pass": 1,
    "decline": 1,
}
"""How often each type of move is chosen among those at hand."""


def choose(observation: Observation, rng: Random) -> Move:
    """A legal move: first its type by weight, then one of that type."""
    by_type: dict[str, list[Move]] = {}
    for move in _sample(observation):
        by_type.setdefault(move.type, []).append(move)
    types = list(by_type)
    chosen = rng.choices(types, [WEIGHTS[name] for name in types])[0]
    return rng.choice(by_type[chosen])


def _sample(observation: Observation) -> list[Move]:
    """Some of the legal moves, every discard among them; in an open window the calls and the pass alone."""
    legal = legal_moves(observation)
    first = list(islice(legal, SAMPLE))
    if observation.may_call:
        return [move for move in first if isinstance(move, Call | Pass)]
    discards = [Discard(CODES[card]) for card in cards_in(observation.hand)]
    return first + [move for move in discards if move not in first and move in legal]
