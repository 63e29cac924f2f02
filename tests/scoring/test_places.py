"""Who came first: the rules of docs/ratings.md, one by one."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

import pytest

import engine
from games.pools import POOLS, family_of, pool_of, speed_of
from scoring.places import Outcome, Sitter, rated_players
from scoring.skills import BEGINNER, BOTS

NOW = datetime(2026, 1, 5, tzinfo=UTC)
IDS = [UUID(int=number) for number in range(8)]


def outcome(totals: list[int], winners: list[int], left: dict[int, int] | None = None, **facts: Any) -> Outcome:
    """A game of people; `left` are those who have left for good, and after how many minutes."""
    gone = {seat: NOW + timedelta(minutes=minutes) for seat, minutes in (left or {}).items()}
    sitters = [Sitter(IDS[seat], left_at=gone.get(seat)) for seat in range(len(totals))]
    options = facts.pop("options", engine.PRESETS["classic"])
    return Outcome(options, facts.pop("sitters", sitters), winners, totals, **facts)


def places(game: Outcome) -> list[int]:
    found = rated_players(game, {})
    return [found[player].place for player in IDS if player in found]


def test_the_winner_comes_first_and_the_others_by_their_totals() -> None:
    assert places(outcome([510, 300, 20, 420], [0])) == [1, 3, 4, 2]


def test_a_winner_may_have_less_than_others() -> None:
    assert places(outcome([505, 620, 10], [0])) == [1, 2, 3]


def test_equal_totals_share_a_place() -> None:
    assert places(outcome([200, 200, 90, 90], [0, 1])) == [1, 1, 3, 3]


def test_who_has_left_comes_last_whatever_the_bot_has_won() -> None:
    assert places(outcome([600, 300, 20], [0], left={0: 5})) == [3, 1, 2]


def test_of_those_who_have_left_the_first_comes_last() -> None:
    assert places(outcome([600, 300, 20], [0], left={0: 5, 2: 9})) == [3, 1, 2]
    assert places(outcome([600, 300], [0], left={0: 5, 1: 9})) == [2, 1]


def test_an_abandoned_game_is_lost_by_who_has_left_and_a_tie_of_the_others() -> None:
    game = outcome([100, 300, 20], [], left={1: 5}, is_abandoned=True)
    assert places(game) == [1, 3, 1]


class TestSides:
    persian = engine.PRESETS["persian"]

    def test_they_come_in_together(self) -> None:
        assert places(outcome([100, 90, 120, 40], [0, 2], options=self.persian)) == [1, 2, 1, 2]

    def test_who_leaves_is_last_and_the_partner_gets_what_the_side_came_to(self) -> None:
        game = outcome([100, 90, 120, 40], [0, 2], left={0: 5}, options=self.persian)
        assert places(game) == [2, 2, 1, 2]
        found, stayed = rated_players(game, {}), rated_players(outcome([1, 0, 1, 0], [0, 2], options=self.persian), {})
        assert found[IDS[2]] == stayed[IDS[2]]
        assert found[IDS[1]] == stayed[IDS[1]]
        assert found[IDS[0]].skill.mu < BEGINNER.mu

    def test_a_side_that_has_left_is_last(self) -> None:
        assert places(outcome([100, 90, 120, 40], [0, 2], left={0: 5, 2: 6}, options=self.persian)) == [2, 1, 2, 1]

    def test_of_two_sides_that_have_left_the_one_that_did_first_is_last(self) -> None:
        left = {0: 1, 1: 3, 2: 9, 3: 4}
        assert places(outcome([100, 90, 120, 40], [0, 2], left=left, options=self.persian)) == [1, 2, 1, 2]


def test_bots_are_yardsticks() -> None:
    sitters = [Sitter(IDS[0]), Sitter(None, "club")]
    found = rated_players(outcome([500, 100], [0], sitters=sitters), {})
    assert list(found) == [IDS[0]]
    [won] = found.values()
    easier = rated_players(outcome([500, 100], [0], sitters=[Sitter(IDS[0]), Sitter(None, "novice")]), {})
    assert won.skill.mu > easier[IDS[0]].skill.mu > BEGINNER.mu
    assert BOTS["club"].mu > BOTS["novice"].mu


@pytest.mark.parametrize(
    ("preset", "family"),
    [
        ("classic", "classic"),
        ("browser", "classic"),
        ("wikipedia", "classic"),
        ("pagat", "joker"),
        ("quick", "joker"),
        ("joker_swap", "joker"),
        ("rummy_5000", "rummy_5000"),
        ("rummy_1500", "rummy_5000"),
        ("persian", "persian"),
    ],
)
def test_the_family_of_a_preset(preset: str, family: str) -> None:
    assert family_of(engine.options_from(preset)) == family


def test_rules_of_ones_own_are_not_rated() -> None:
    assert family_of(engine.options_from({"preset": "classic", "target": 60})) is None
    assert family_of(engine.options_from({"target": 300})) is None
    assert all(family_of(options) for options in engine.PRESETS.values())


@pytest.mark.parametrize(
    ("clock", "speed"),
    [
        ({"mode": "none"}, None),
        ({"mode": "daily", "turn_seconds": 86400}, "daily"),
        ({"mode": "live", "turn_ms": 29_999}, "fast"),
        ({"mode": "live", "turn_ms": 30_000}, "slow"),
        ({"mode": "live", "turn_ms": 20_000, "initial_ms": 9_000_000}, "fast"),
        ({"mode": "live", "initial_ms": 600_000, "increment_ms": 14_000}, "fast"),
        ({"mode": "live", "initial_ms": 600_000, "increment_ms": 15_000, "turn_ms": None}, "slow"),
    ],
)
def test_the_speed_of_a_clock(clock: dict[str, Any], speed: str | None) -> None:
    assert speed_of(clock) == speed


def test_pools_have_the_names_that_are_known() -> None:
    clock = {"mode": "daily", "turn_seconds": 60}
    assert pool_of(engine.PRESETS["persian"], clock, with_bots=True) == "persian.daily.bots"
    assert {pool_of(engine.PRESETS["classic"], clock), "joker.fast.bots"} < set(POOLS)
    assert pool_of(engine.PRESETS["classic"], {"mode": "none"}) == ""
