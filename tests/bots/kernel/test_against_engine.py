"""The kernel plays as the engine does: random positions of every preset, number of players and mixture of options.

`make test` compares a sample, `make soak TESTS=tests/bots/kernel` 100,000 positions before and after a move.
"""

from random import Random

import pytest

from engine import PRESETS
from tests.bots.kernel.compared import compare, steps
from tests.engine.option_values import random_options
from tests.engine.random_play import GAMES
from tests.engine.sizes import SEED, SOAK

SAMPLE_POSITIONS, SAMPLE_SHARE = 16, 0.2
SOAK_POSITIONS, SOAK_SHARE = 600, 1.0


def compare_positions(name: str, positions: int, share: float) -> None:
    """That many positions of random deals by the preset and players that the name says, or by random options."""
    number, compared = SEED, 0
    while compared < positions:
        rng = Random(f"{name} {number}")
        if name.startswith("options"):
            players = rng.randint(2, 8)
            options = random_options(rng, players)
        else:
            preset, seats = name.split()
            options, players = PRESETS[preset], int(seats)
        for step in steps(options, players, rng, share):
            compare(step, rng)
            compared += 1
        number += 1


@pytest.mark.parametrize("preset", PRESETS)
def test_positions_of_a_preset_are_as_in_the_engine(preset: str) -> None:
    players = Random(preset).choice([players for name, players in GAMES if name == preset])
    compare_positions(f"{preset} {players}", SAMPLE_POSITIONS, SAMPLE_SHARE)


@pytest.mark.parametrize("number", range(30))
def test_positions_of_random_options_are_as_in_the_engine(number: int) -> None:
    compare_positions(f"options {number}", SAMPLE_POSITIONS, SAMPLE_SHARE)


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes half an hour")
@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_many_positions_of_a_preset_and_number_of_players(preset: str, players: int) -> None:
    compare_positions(f"{preset} {players}", SOAK_POSITIONS, SOAK_SHARE)


@pytest.mark.soak
@pytest.mark.skipif(not SOAK, reason="takes half an hour")
@pytest.mark.parametrize("number", range(50))
def test_many_positions_of_random_options(number: int) -> None:
    compare_positions(f"options soak {number}", SOAK_POSITIONS, SOAK_SHARE)
