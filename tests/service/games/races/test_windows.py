"""Calls, passes and draws at once: a window has one end and a discard one taker."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from typing import Any
from uuid import UUID

import pytest

from games.services.deadlines import settle_game
from games.services.look import look_at
from games.services.sweep import settle_due_games
from tests.at_once import RACES, ROUNDS, AtOnce
from tests.service.games.log import check_log, new_entries, news
from tests.service.games.races.instants import MOMENT
from tests.service.games.table import People, people, set_position
from tests.service.games.test_windows import BEFORE, CLOSING, NOBODY_WAITS

pytestmark = RACES


def opened(game: People) -> tuple[UUID, int]:
    """Seat 0 has discarded what others can call: the window and the version."""
    set_position(game.game_id, BEFORE)
    row = game.play(0, "discard TH").state.game
    assert row.window_id is not None
    return row.window_id, row.version


def test_racing_calls_have_one_winner(at_once: AtOnce) -> None:
    game = people(4)
    for _ in range(ROUNDS):
        window, version = opened(game)
        calls = [lambda seat=seat: game.play(seat, "call TH", window=window).entry.seat for seat in (1, 2, 3) * 2]
        answers = at_once(*calls)
        assert sorted(map(str, answers))[1:] == ["call_closed"] * 5
        (winner,) = [answer for answer in answers if isinstance(answer, int)]
        assert game.state.playing.table.turn == winner
        assert new_entries(game.game_id, version) == [("move", winner, "person", "call TH")]
    check_log(game.game_id)


@pytest.mark.parametrize("priority", ["first", "clockwise"])
def test_calls_passes_and_draws_at_the_closing_instant(at_once: AtOnce, priority: str) -> None:
    game = people(4, rules={"preset": "pagat", "call_priority": priority})
    for _ in range(ROUNDS):
        window, version = opened(game)
        answers = at_once(
            lambda: game.play(2, "call TH", CLOSING - MOMENT, window=window).entry.seat,
            lambda: game.play(3, "call TH", CLOSING, window=window).entry.seat,
            lambda: game.play(1, "pass", CLOSING - MOMENT, window=window).entry.seat,
            lambda: game.play(1, "draw", CLOSING, version=version + 3).entry.seat,
            lambda: game.play(1, "draw", CLOSING, version=version).entry.seat,
            lambda: settle_game(game_id=game.game_id, now=CLOSING),
            lambda: settle_due_games(now=CLOSING),
            lambda: look_at(game_id=game.game_id, player_id=None, now=CLOSING).game.status,
        )
        check_outcome(game, version, answers)
    check_log(game.game_id)


def check_outcome(game: People, version: int, answers: list[Any]) -> None:
    """What was accepted is in the log and the rest is not; the window has one end."""
    state = game.state
    entries = new_entries(game.game_id, version)
    accepted = [(seat, text) for _, seat, author, text in entries if author == "person"]
    told = [(2, "call TH"), (3, "call TH"), (1, "pass"), (1, "draw"), (1, "draw")]
    said = [what for what, answer in zip(told, answers, strict=False) if isinstance(answer, int)]
    assert sorted(accepted) == sorted(said)
    assert state.game.window_id is None
    assert answers[3:5].count(1) <= 1
    called = [seat for seat, text in accepted if text == "call TH"]
    assert (state.playing.table.turn, state.playing.table.by_call) == ((called[0], True) if called else (1, False))
    assert news(game.game_id, version).count("call_window_closed") == 1


def test_a_call_and_the_draw_for_which_nobody_waits(at_once: AtOnce) -> None:
    game = people(4, rules=NOBODY_WAITS)
    for _ in range(ROUNDS):
        window, version = opened(game)
        answers = at_once(
            *[lambda seat=seat: game.play(seat, "call TH", window=window).entry.seat for seat in (2, 3)],
            *[lambda: game.play(1, "draw", version=version).entry.seat] * 2,
        )
        (winner,) = [answer for answer in answers if isinstance(answer, int)]
        by_call = winner != 1
        late = ["call_closed"] * (1 if by_call else 2) + ["version_conflict"] * (2 if by_call else 1)
        assert sorted(answer for answer in answers if answer != winner) == late
        moves = [(seat, text) for _, seat, author, text in new_entries(game.game_id, version) if author == "person"]
        assert moves == [(winner, "call TH" if by_call else "draw")]
        table = game.state.playing.table
        assert (table.turn, table.by_call) == (winner, by_call)
        assert news(game.game_id, version).count("call_window_closed") == 1
    check_log(game.game_id)
