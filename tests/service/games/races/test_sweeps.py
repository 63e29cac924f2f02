"""Sweeps, heartbeats and moves at once: what was left undone is done by one, and an outage is counted once."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from datetime import timedelta
from typing import Any

import pytest

from games.models import Game, Notice
from games.services.outages import beat
from games.services.sweep import ring_late_bots, settle_due_games
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.service.games.log import check_log, new_kinds
from tests.service.games.races.instants import TO_DISCARD, waiting
from tests.service.games.table import NOW, People, bots, people, set_position
from tests.service.games.test_clocks import TURN, after

pytestmark = RACES
RULES = {"preset": "classic", "call": "off"}


def test_of_many_sweeps_one_rings(at_once: AtOnce, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[Any] = []
    monkeypatch.setattr("games.after_commit.ring_bot", lambda *call: rung.append(call))
    bots("club", "club")
    late = Game.objects.get().bot_due_at
    assert late is not None
    for number in range(1, SOME_ROUNDS + 1):
        rung.clear()
        assert sum(at_once(*[lambda: ring_late_bots(now=late + timedelta(minutes=number))] * 8)) == len(rung) == 1


def test_of_many_sweeps_one_settles(at_once: AtOnce) -> None:
    """Several games, found by all of them in one order or another."""
    games = [people(2, RULES, clock=TURN, max_timeouts=10 * SOME_ROUNDS) for _ in range(3)]
    for number in range(SOME_ROUNDS):
        waits = [waiting(game, number) for game in games]
        now = max(due for due, _ in waits)
        assert sum(at_once(*[lambda: settle_due_games(now=now)] * 6)) == 3
        for game, (_, version) in zip(games, waits, strict=True):
            assert new_kinds(game.game_id, version) == ["timed_out", "move"]
    for game in games:
        check_log(game.game_id)


def test_an_outage_is_counted_once_and_loses_no_move(at_once: AtOnce) -> None:
    """The heartbeat that ends it locks many games, those who play one of them."""
    beat(now=NOW)
    games = [people(2, RULES, clock=TURN) for _ in range(3)]
    for number in range(1, SOME_ROUNDS + 1):
        began, now = after(1000 * number), after(1000 * number + 100)
        beat(now=began)
        versions = [set_position(game.game_id, TO_DISCARD, began).version for game in games]
        told = Notice.objects.count()
        playing = [
            lambda game=game, version=version: game.play(0, "discard 4D", now, version=version).entry.seat
            for game, version in zip(games, versions, strict=True)
        ]
        answers = at_once(*playing, *[lambda: beat(now=now)] * 4, *[lambda: settle_due_games(now=now)] * 2)
        assert answers[:3] == [0, 0, 0]
        assert sorted(answers[3:7]) == [timedelta(0)] * 3 + [timedelta(seconds=100)]
        assert Notice.objects.count() <= told + 3
        assert answers[7:] == [0, 0]
        for game, version in zip(games, versions, strict=True):
            check_after_outage(game, version, now)


def check_after_outage(game: People, version: int, now: Any) -> None:
    """Seat 1 has its own time from now on; the outage was before."""
    assert new_kinds(game.game_id, version) == ["move"]
    row = game.state.game
    assert row.clock_seat == 1
    assert row.clock_ends_at == now + timedelta(seconds=15)
