"""View and events give the later view in games in which time passes: clocks, offers, undo, leaving and coming back.

By the rules of every preset, with as many people as they allow: a sample of both, with SOAK=1 each with each.
"""

from random import Random
from typing import Any

import pytest

import engine
from engine import PRESETS
from tests.engine.sizes import SIZED, SOAK
from tests.service.games.evening import BESIDE, HAPPENS, Evening
from tests.service.games.followers import Followers
from tests.service.games.table import guest, people

pytestmark = [pytest.mark.django_db, *SIZED]
CLOCKS: list[tuple[dict[str, Any], int]] = [
    ({"mode": "live", "initial_ms": 60_000, "turn_ms": 10_000, "increment_ms": 1000}, 1),
    ({"mode": "live", "turn_ms": 8_000, "reserve_ms": 20_000}, 1),
    ({"mode": "daily", "turn_seconds": 60, "vacation_days": 1}, 6),
    ({"mode": "none"}, 1),
]
"""And how slow people are by each."""
ALL = [
    (preset, number)
    for preset in PRESETS
    for number in range(2, 9)
    if engine.options_from(preset).min_players <= number <= engine.options_from(preset).max_players
    and engine.options_from(preset).enough_cards(number)
]
"""Every preset with every number of players."""
SAMPLE = [("browser", 2), ("must_discard", 3), ("persian", 4), ("floating", 5), ("top_call", 6), ("rummy_5000", 8)]
_OF_PRESETS = [[one for one in ALL if one[0] == preset] for preset in PRESETS]
TO_THE_TARGET = {numbers[index % len(numbers)] for index, numbers in enumerate(_OF_PRESETS)} if SOAK else set()
"""These are played to the end that the preset sets, with SOAK=1; all others are games of one deal."""
CATCH_UP = 0.3
"""Of the steps, for each follower; the others come in one go with later ones, page by page."""


@pytest.fixture
def random(monkeypatch: pytest.MonkeyPatch) -> Random:
    """Chance, of the deals as well, that is the same in every run."""
    random = Random(500)
    monkeypatch.setattr("games.services.deals.new_seed", lambda: random.randbytes(32))
    return random


@pytest.mark.parametrize("call_window", [0, 10])
def test_over_a_whole_game_in_time(call_window: int, random: Random) -> None:
    rules = {"preset": "pagat", "deal_limit": 2, "call_window": call_window}
    game = people(3, rules=rules, clock=CLOCKS[0][0], max_timeouts=2, takeover_level="casual")
    evening, watching, told = Evening(game, random, talks=True), Followers(game.state), set()
    while not game.state.game.is_over:
        evening.go_on()
        told |= watching.check(game.state)
    assert told >= HAPPENS | BESIDE


@pytest.mark.parametrize(("preset", "number"), ALL if SOAK else SAMPLE)
def test_by_the_rules_of_every_preset(preset: str, number: int, random: Random) -> None:
    """Those who follow do so now and then."""
    clock, slow = CLOCKS[ALL.index((preset, number)) % len(CLOCKS)]
    rules = {"preset": preset} if (preset, number) in TO_THE_TARGET else {"preset": preset, "deal_limit": 1}
    game = people(number, rules=rules, clock=clock, max_timeouts=2, takeover_level="novice", returnable=True)
    evening = Evening(game, random, slow=slow, talks=True, level="novice")
    watching = Followers(game.state, looking_on=guest("Onlooker").pk)
    told = play_through(evening, watching)
    assert told >= {"move_played", "turn_started", "deal_over", "game_over"}


def play_through(evening: Evening, watching: Followers) -> set[str]:
    """To the end of the game. Returns the types of the events that were told."""
    told: set[str] = set()
    while not evening.game.state.game.is_over:
        evening.go_on()
        state = evening.game.state
        for follower in watching.all:
            if state.game.is_over or evening.random.random() < CATCH_UP:
                told |= set(follower.follow(state, limit=lambda: evening.random.randint(1, 20)))
    return told
