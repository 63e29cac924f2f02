"""The simplest legal way on towards the end of a turn: what is played for somebody who does not move."""

from __future__ import annotations

from itertools import islice

from engine import Decline, Discard, Draw, LayOff, Move, NewMeld, Observation, Pass, legal_moves
from engine.cards import CODES, cards_in, played

SAMPLE = 200
"""How many moves are looked through for one that tables an obliged card."""


def simplest_move(observation: Observation) -> Move:
    """Pass, draw or decline; discard a legal card of the fewest points; else table what makes that possible.

    Works wherever the observation's seat has a legal move; LookupError where it has none.
    """
    legal = legal_moves(observation)
    endings: list[Move] = [Pass(), Draw(), Decline(), *_discards(observation)]
    for move in endings:
        if move in legal:
            return move
    moves = list(islice(legal, SAMPLE))
    if not moves:
        raise LookupError("no move is legal for this seat")
    return next((move for move in moves if _tables(move) & observation.table.obliged), moves[0])


def _discards(observation: Observation) -> list[Discard]:
    rules = observation.table.rules
    cards = sorted(
        cards_in(observation.hand), key=lambda card: (bool(rules.wilds >> card & 1), rules.hand_points[card])
    )
    return [Discard(CODES[card]) for card in cards]


def _tables(move: Move) -> int:
    """The cards that a move puts on the table, as a mask."""
    texts = move.cards if isinstance(move, NewMeld) else (move.card,) if isinstance(move, LayOff) else ()
    return sum(1 << played(text)[0] for text in texts)
