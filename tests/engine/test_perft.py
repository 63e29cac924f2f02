"""The number of legal sequences to depth n from small fixed positions."""

import pytest

from engine import position_from, position_of
from tests.engine.perft import perfts, reference_sequences, sequences
from tests.engine.reference.state import load

MOST_BY_REFERENCE = 150
"""As many sequences the reference, which is slow, counts in each run of the tests."""


@pytest.mark.parametrize("name", perfts())
def test_the_engine_finds_as_many_sequences(name: str) -> None:
    position, counts = perfts()[name]
    deal = position_from(position)
    assert [sequences(deal, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("name", perfts())
def test_the_reference_finds_as_many_sequences(name: str) -> None:
    position, counts = perfts()[name]
    state = load(position)
    few = [count for count in counts if count <= MOST_BY_REFERENCE]
    assert [reference_sequences(state, depth) for depth in range(1, len(few) + 1)] == few


def test_they_go_deep_into_different_rules() -> None:
    assert min(len(perft.counts) for perft in perfts().values()) >= 4
    presets = {position_of(position_from(perft.position))["rules"]["preset"] for perft in perfts().values()}
    assert {"classic", "pagat", "rummy_5000", "persian", "floating", "joker_swap"} <= presets
    assert {len(perft.position["hands"]) for perft in perfts().values()} >= {2, 3, 5}
