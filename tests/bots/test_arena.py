from __future__ import annotations

import pytest

from bots import arena
from bots.arena import Contest, Tally, main, mean_and_interval, play_rounds
from engine import PRESETS


def contest(first: str = "club", second: str = "casual", preset: str = "pagat", seats: int = 2) -> Contest:
    return Contest(first, second, PRESETS[preset], seats, "test")


def test_club_beats_the_same_player_without_jokers() -> None:
    """A sample; `python -m bots.arena club club_without_jokers` plays the full size."""
    tally = play_rounds(contest("club", "club_without_jokers"), 40)
    margin, within = mean_and_interval(tally.margins)
    assert margin - within > 0


@pytest.mark.parametrize(("better", "worse"), [("novice", "random"), ("casual", "novice"), ("club", "casual")])
def test_each_level_beats_the_one_below(better: str, worse: str) -> None:
    """Too small a sample to be sure of close levels, so that only a reversal is found."""
    margin, within = mean_and_interval(play_rounds(contest(better, worse), 30).margins)
    assert margin + within > 0


def test_a_player_is_its_own_equal() -> None:
    tally = play_rounds(contest("club", "club"), 3)
    assert tally.margins == [0.0] * 3
    assert tally.shares == [0.5] * 3


def test_every_seat_is_taken_in_turn() -> None:
    assert contest(seats=3).lineups() == [{0}, {1}, {2}]
    assert contest(preset="persian", seats=4).lineups() == [{0, 2}, {1, 3}]


def test_the_interval_of_a_mean() -> None:
    assert mean_and_interval([1.0, 3.0, 5.0]) == pytest.approx((3.0, 1.96 * 2 / 3**0.5))
    assert mean_and_interval([4.0]) == (4.0, float("inf"))


def test_times_are_quantiles() -> None:
    tally = Tally()
    tally.times["club"] += [3.0, 1.0, 2.0, 4.0]
    assert [tally.time_within("club", share) for share in (0.0, 0.5, 0.99)] == [1.0, 3.0, 4.0]


@pytest.mark.parametrize("extra", [[], ["--games", "--options", '{"target": 50}'], ["--players", "3"]])
def test_the_command_prints_seed_margin_wins_and_times(capsys: pytest.CaptureFixture[str], extra: list[str]) -> None:
    main(["club", "novice", "--rounds", "2", "--seed", "abc", *extra])
    printed = capsys.readouterr().out
    assert all(word in printed for word in ("seed abc", "margin", "won", "club:", "novice:", "p99"))


def test_measured_players_are_the_levels_and_more() -> None:
    assert {"random", "novice", "casual", "club", "club_without_jokers"} == set(arena.PLAYERS)
