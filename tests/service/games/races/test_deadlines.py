"""Time, moves, those who leave and those who come back, at once: a turn ends in one way, a seat has one player."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

import pytest

from games.models import Seat
from games.services import leaving
from games.services.bots import play_bot_turn
from games.services.deadlines import settle_game
from games.services.look import look_at
from games.services.resign import resign
from games.services.seating import take_seat
from games.services.sweep import settle_due_games
from tests.at_once import RACES, ROUNDS, SOME_ROUNDS, AtOnce
from tests.service.games.log import check_log, new_entries, new_kinds, news
from tests.service.games.races.instants import MOMENT, TO_DISCARD, waiting
from tests.service.games.table import People, guest, people, set_position
from tests.service.games.test_clocks import TURN, after

pytestmark = RACES
RULES = {"preset": "classic", "call": "off"}
IN_TIME = [("move", 0, "person", "discard 4D")]
WITHOUT_END = 32_767  # more than all rounds need; the column holds no more
BY_TIME = [("timed_out", 0, "timer", ""), ("move", 0, "timer", "discard 2C")]


@pytest.fixture
def returns_have_no_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """One game for all rounds."""
    monkeypatch.setattr(leaving, "MOST_RETURNS", ROUNDS)


def settling(game: People, now: datetime) -> list[Callable[[], Any]]:
    """All who carry out what time has decided: a touch, the sweep, and somebody who looks."""
    return [
        lambda: settle_game(game_id=game.game_id, now=now),
        lambda: settle_due_games(now=now),
        lambda: look_at(game_id=game.game_id, player_id=None, now=now).game.status,
    ]


def resigning(game: People, seat: int, now: datetime) -> Callable[[], Any]:
    player_id = game.players[seat].pk
    return lambda: resign(game_id=game.game_id, player_id=player_id, now=now).game.status


def sitting_down(game: People, seat: int, now: datetime) -> Callable[[], Any]:
    player = game.players[seat]
    return lambda: take_seat(game_id=game.game_id, number=seat, player=player, now=now).game.status


def later(seconds: float, call: Callable[[], Any]) -> Callable[[], Any]:
    """The call after a pause: a bot thinks before it locks the game."""
    return lambda: time.sleep(seconds) or call()


def test_a_deadline_against_the_move_that_ends_the_turn(at_once: AtOnce) -> None:
    game = people(2, rules=RULES, clock=TURN, max_timeouts=WITHOUT_END)
    for number in range(ROUNDS):
        due, version = waiting(game, number)
        answers = at_once(
            lambda: game.play(0, "discard 4D", due - MOMENT, version=version).entry.seat,
            lambda: game.play(0, "discard 2C", due, version=version).entry.seat,
            *settling(game, due),
        )
        assert new_entries(game.game_id, version) == (IN_TIME if answers[0] == 0 else BY_TIME)
        assert answers[0] in (0, "version_conflict")
        assert answers[1] == "version_conflict"
        assert game.state.playing.table.turn == 1
    check_log(game.game_id)


@pytest.mark.usefixtures("returns_have_no_end")
def test_resigning_against_a_move_and_the_deadline(at_once: AtOnce) -> None:
    game = people(2, rules=RULES, clock=TURN, max_timeouts=WITHOUT_END)
    for number in range(ROUNDS):
        due, version = waiting(game, number)
        answers = at_once(
            lambda: game.play(0, "discard 4D", due - MOMENT, version=version).entry.seat,
            resigning(game, 0, due - MOMENT),
            resigning(game, 0, due),
            *settling(game, due),
        )
        assert sorted(answers[1:3]) == ["not_seated", "running"]
        left = [("resigned", 0, "person", "")]
        in_time = answers[0] == 0
        told = new_entries(game.game_id, version)
        assert told in ([IN_TIME + left] if in_time else [BY_TIME + left, left])
        assert in_time or answers[0] in ("not_seated", "version_conflict")
        state = game.state
        assert (state.seats[0].is_bot, state.playing.table.turn) == (True, int(told != left))
        assert (state.game.bot_due_at is not None) == (told == left)
        play_bot_turn(game_id=game.game_id, version=state.game.version, clock=lambda: due)
        sitting_down(game, 0, due)()
    check_log(game.game_id)


def test_resigning_breaks_the_game_off_once(at_once: AtOnce) -> None:
    players = [guest("Ada"), guest("Ben")]
    for _ in range(ROUNDS):
        game = people(2, RULES, players, clock=TURN, max_timeouts=0, leaver_policy="abandon")
        due, version = waiting(game, 0)
        answers = at_once(
            lambda: game.play(0, "discard 4D", due - MOMENT, version=version).entry.seat,
            resigning(game, 0, due - MOMENT),
            resigning(game, 1, due - MOMENT),
            *settling(game, due),
        )
        assert set(answers[1:3]) <= {"aborted", "game_over"}
        ends = [("resigned", seat, "person", "") for seat in (0, 1) if answers[1 + seat] == "aborted"]
        assert len(ends) <= 1
        in_time = IN_TIME if answers[0] == 0 else []
        assert new_entries(game.game_id, version) == [*in_time, *(ends or BY_TIME[:1])]
        assert news(game.game_id, version).count("game_aborted") == 1
        assert (game.state.game.status, game.state.game.due_at) == ("aborted", None)
        check_log(game.game_id)


@pytest.mark.usefixtures("returns_have_no_end")
def test_taking_a_seat_back_against_the_bots_move(at_once: AtOnce) -> None:
    """The bot ends its turn, or it does not begin it, or the person goes on in the middle of it."""
    game = people(2, rules=RULES, clock=TURN, takeover_level="novice")
    whole_turn = ["draw", "discard"]
    for number in range(SOME_ROUNDS):
        now = after(1000 * number)
        waiting(game, number, phase="draw")
        row = resign(game_id=game.game_id, player_id=game.players[0].pk, now=now).game
        version = row.version
        answers = at_once(
            *[lambda: play_bot_turn(game_id=game.game_id, version=version, clock=lambda: now)] * 2,
            *[later(number % 5 * 0.01, sitting_down(game, 0, now))] * 3,
        )
        assert answers == [None, None, "running", "running", "running"]
        entries = new_entries(game.game_id, version)
        back = entries.index(("joined", 0, "person", ""))
        played = [(seat, author, text.split()[0]) for _, seat, author, text in entries[:back]]
        assert played == [(0, "bot", move) for move in whole_turn[: len(played)]]
        assert entries[back + 1 :] == []
        state = game.state
        assert (state.seats[0].is_bot, state.seats[0].resigned_at, state.game.bot_due_at) == (False, None, None)
        assert state.playing.table.turn == state.game.clock_seat == (1 if len(played) == 2 else 0)
    check_log(game.game_id)


@pytest.mark.usefixtures("returns_have_no_end")
def test_a_seat_is_taken_back_once(at_once: AtOnce) -> None:
    """Not in the turn that was lost by time: the bot ends it first."""
    game = people(2, rules=RULES, clock=TURN, max_timeouts=0)
    for number in range(SOME_ROUNDS):
        due, version = waiting(game, number)
        answers = at_once(*[sitting_down(game, 0, due)] * 3, *settling(game, due))
        assert set(answers[:3]) <= {"running", "turn_timed_out"}
        assert new_kinds(game.game_id, version) == ["timed_out"]
        play_bot_turn(game_id=game.game_id, version=version + 1, clock=lambda: due)
        at_once(*[sitting_down(game, 0, due)] * 4)
        assert new_kinds(game.game_id, version) == ["timed_out", "move", "joined"]
        assert Seat.objects.filter(game=game.game_id, bot_level="", resigned_at=None).count() == 2
    check_log(game.game_id)


@pytest.mark.parametrize("policy", ["bot", "abandon"])
def test_leaving_in_the_instant_of_going_out(at_once: AtOnce, policy: str) -> None:
    """The scores of the deal are added once; a game is won or broken off, not both."""
    players = [guest(name) for name in ("Ada", "Ben", "Cleo")]
    position = TO_DISCARD | {"hands": [["2C"], ["KD", "KS"], ["9D", "9S"]]}
    for _ in range(SOME_ROUNDS):
        game = people(3, {**RULES, "deal_limit": 1}, players, leaver_policy=policy)
        version = set_position(game.game_id, position).version
        now = after(1)
        answers = at_once(
            *[lambda: game.play(0, "discard 2C", now, version=version).entry.seat] * 2,
            *[resigning(game, seat, now) for seat in (0, 1, 2)],
        )
        check_end(game, version, answers, policy)


def check_end(game: People, version: int, answers: list[Any], policy: str) -> None:
    state, told = game.state, news(game.game_id, version)
    went_out = answers[:2].count(0) == 1
    ends = [one for one in told if one in ("deal_over", "game_over", "game_aborted")]
    if went_out:
        assert ends == ["deal_over", "game_over"]
        assert state.game.status == "finished"
        deal = state.game.deals.get()
        assert deal.scores == deal.totals == state.game.totals == state.game.result["totals"] == [0, -20, -18]
    else:
        assert ends == ["game_aborted"] * (policy == "abandon")
    assert new_kinds(game.game_id, version).count("resigned") == 3 - answers[2:].count("game_over")
    check_log(game.game_id)
