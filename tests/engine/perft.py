"""The number of sequences of legal moves from small fixed positions: a change in any rule changes it somewhere.

The shallow counts in `perft.json` are those of the reference too, which finds moves by trying all; it is too slow
for the deepest, which are the engine's own.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

from engine import Deal, legal_moves, observe, play, to_act
from tests.engine.reference import play as reference
from tests.engine.reference.listing import listed
from tests.engine.reference.state import State


class Perft(NamedTuple):
    """A position, and how many sequences of one, two, three … moves begin there."""

    position: dict[str, Any]
    counts: list[int]


def perfts() -> dict[str, Perft]:
    """The positions by name."""
    entries = json.loads(Path(__file__).with_name("perft.json").read_text(encoding="utf-8"))
    return {entry["name"]: Perft(entry["position"], entry["counts"]) for entry in entries}


def sequences(deal: Deal, depth: int) -> int:
    """The number of legal sequences of so many moves, of whoever may move; none goes beyond the end of the deal."""
    if not depth:
        return 1
    return sum(
        sequences(play(deal, seat, move), depth - 1)
        for seat in to_act(deal)
        for move in legal_moves(observe(deal, seat))
    )


def reference_sequences(state: State, depth: int) -> int:
    """The same by the reference."""
    if not depth:
        return 1
    return sum(
        reference_sequences(reference.play(state, seat, text), depth - 1)
        for seat in range(len(state.hands))
        for text in listed(state, seat)
    )
