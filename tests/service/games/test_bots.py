"""Bots' turns: they play games to the end, through the same service, and never stall."""

import logging
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

import engine
from bots.registry import LEVELS
from games import after_commit, store, tasks
from games.bot_chance import bot_random, next_bot, pause_seconds
from games.models import Entry, Game
from games.replay import faults_of
from games.services.bots import play_bot_turn, run_bots
from games.services.create import SeatWish
from games.services.resign import resign
from games.services.sweep import PATIENCE, ring_late_bots
from games.store import GameState
from tests.service.games.table import NOW, OPEN, bots, made, people, set_position, ticking
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
SHORT = {"preset": "pagat", "deal_limit": 1}


@pytest.fixture
def clock() -> Any:
    return ticking().__next__


@pytest.fixture
def rung(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What was rung instead of asking the workers."""
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(after_commit, "ring_bot", lambda *call: calls.append(call))
    return calls


def moves(state: GameState) -> list[str]:
    return list(Entry.objects.filter(game=state.game, kind="move").order_by("version").values_list("text", flat=True))


@pytest.mark.parametrize("level", list(LEVELS))
def test_every_level_plays_a_deal_to_the_end(level: str, clock: Any) -> None:
    state = bots(level, level, level, rules=SHORT)
    final = run_bots(game_id=state.game.id, clock=clock)
    assert (final.game.status, final.game.deal_number) == ("finished", 1)
    assert faults_of(state.game.id) == []
    authors = set(Entry.objects.filter(game=state.game, kind="move").values_list("author", "bot_level"))
    assert authors == {("bot", level)}


def test_a_bot_plays_its_whole_turn_and_stops_before_the_next(clock: Any) -> None:
    state = bots("club", "club", rules="classic")
    first = next_bot(state)
    assert first is not None
    play_bot_turn(game_id=state.game.id, version=state.game.version, clock=clock)
    seats = set(Entry.objects.filter(kind="move").values_list("seat", flat=True))
    assert seats == {first.seat}
    assert store.load(state.game.id).playing.table.turn != first.seat


def test_a_bot_stops_where_the_game_has_moved_on(clock: Any) -> None:
    state = bots("club", "club")
    play_bot_turn(game_id=state.game.id, version=state.game.version - 1, clock=clock)
    assert moves(state) == []


def test_the_same_game_is_played_the_same_again(clock: Any) -> None:
    played = []
    for _ in range(2):
        state = bots("random", "club", "novice", rules=SHORT)
        Game.objects.filter(id=state.game.id).update(bot_secret=bytes(32))
        deal = engine.start_deal(state.options, 3, bytes(range(32)))
        state = store.load(state.game.id)
        state.deal = deal
        store.write(state)
        run_bots(game_id=state.game.id, clock=clock)
        played.append(moves(state))
    assert played[0] == played[1]


def test_the_randomness_of_a_move_is_its_own() -> None:
    state = bots("club", "club")
    first, again = bot_random(state).random(), bot_random(state).random()
    state.game.version += 1
    assert first == again != bot_random(state).random()


class TestABotThatFails:
    """Is logged, and the simplest legal move is played in its place."""

    @pytest.fixture(params=["raises", "is refused", "gives nothing", "gives no move", "gives no card"])
    def broken(self, request: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        given: dict[str, Any] = {
            "is refused": engine.Discard("X8"),
            "gives nothing": None,
            "gives no move": "draw",
            "gives no card": engine.Discard("the ace"),
        }

        def choose(seen: engine.Observation, rng: Random) -> Any:
            if request.param not in given:
                raise ValueError("a bot with a fault")
            return given[request.param]

        monkeypatch.setitem(LEVELS, "club", replace(LEVELS["club"], choose=choose))

    def test_does_not_stall_the_game(self, broken: None, clock: Any, caplog: pytest.LogCaptureFixture) -> None:
        state = bots("club", "club", "club", rules=SHORT)
        with caplog.at_level(logging.ERROR):
            final = run_bots(game_id=state.game.id, clock=clock)
        assert final.game.status == "finished"
        assert faults_of(state.game.id) == []
        assert len(caplog.records) == len(moves(state))


class TestTwoTasksForOneBot:
    """A bell that was rung twice: the second task finds that the game has moved on, and that is no fault."""

    @pytest.mark.parametrize("in_window", [True, False])
    def test_the_second_stops(
        self, in_window: bool, clock: Any, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        game = people(4)
        set_position(game.game_id, BEFORE)
        resign(game_id=game.game_id, player_id=game.players[2].pk, now=NOW)
        if in_window:
            game.play(0, "discard TH")
        else:
            resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
        state = game.state
        bot, version = next_bot(state), state.game.version
        assert bot is not None
        choose = (lambda *_: engine.Pass()) if in_window else LEVELS["casual"].choose

        def choose_late(seen: engine.Observation, rng: Random) -> engine.Move:
            """The other task is quicker."""
            monkeypatch.setitem(LEVELS, "casual", replace(LEVELS["casual"], choose=choose))
            play_bot_turn(game_id=game.game_id, version=version, clock=clock)
            return choose(seen, rng)

        monkeypatch.setitem(LEVELS, "casual", replace(LEVELS["casual"], choose=choose_late))
        with caplog.at_level(logging.ERROR):
            play_bot_turn(game_id=game.game_id, version=version, clock=clock)
        assert caplog.records == []
        entries = Entry.objects.filter(seat=bot.seat, version__gt=version)
        assert entries.filter(author="bot").count() == entries.count() > 0
        assert not in_window or [entry.text for entry in entries] == ["pass"]


class TestAnObservation:
    """Is all that a bot gets, and the waiting calls of others are not in it."""

    def test_does_not_depend_on_kept_calls(self, monkeypatch: pytest.MonkeyPatch, clock: Any) -> None:
        seen: list[engine.Observation] = []

        def choose(observation: engine.Observation, rng: Random) -> engine.Move:
            seen.append(observation)
            return engine.Pass()

        monkeypatch.setitem(LEVELS, "club", replace(LEVELS["club"], choose=choose))
        for answer in ("pass", "call TH"):
            game = people(4, rules={"preset": "pagat", "call_priority": "clockwise"})
            position = {
                "turn": 0,
                "phase": "play",
                "hands": [["TH", "2C"], ["3C", "4D"], ["5S", "6D"], ["JC", "QD"]],
                "stock": ["5H"],
                "pile": ["KC"],
                "melds": [{"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [1, 1, 1], "owner": 1}],
            }
            set_position(game.game_id, position)
            Game.objects.update(takeover_level="club")
            resign(game_id=game.game_id, player_id=game.players[2].pk, now=NOW)
            game.play(0, "discard TH")
            game.play(3, answer)
            play_bot_turn(game_id=game.game_id, version=game.state.game.version, clock=clock)
        assert seen[0] == seen[1]
        assert seen[0].held


class TestBells:
    def test_a_bot_that_is_to_move_is_a_row_first(self) -> None:
        state = made(OPEN, SeatWish("club"), SeatWish("club"), start=True)
        bot = next_bot(state)
        assert Game.objects.get().bot_due_at == (NOW if bot else None)

    def test_the_bell_rings_when_it_is_committed(
        self, rung: list[Any], django_capture_on_commit_callbacks: Any
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):
            state = bots("club", "club")
        assert rung == [(state.game.id, state.game.version, 0.0)]

    def test_a_turn_rings_once_for_the_next_bot(
        self, rung: list[Any], clock: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        state = bots("club", "club", rules="classic")
        with django_capture_on_commit_callbacks(execute=True):
            play_bot_turn(game_id=state.game.id, version=state.game.version, clock=clock)
        assert rung == [(state.game.id, store.load(state.game.id).game.version, 0.0)]

    def test_the_pause_is_human_and_scaled(self, settings: Any) -> None:
        settings.BOT_DELAY_FACTOR = 2.0
        game = bots("club", "club").game
        shortest, longest = LEVELS["club"].think_time_seconds
        assert game.bot_due_at is not None
        assert 2 * shortest <= (game.bot_due_at - NOW).total_seconds() <= 2 * longest

    def test_for_a_turn_that_a_person_has_left_there_is_no_pause(self, settings: Any) -> None:
        settings.BOT_DELAY_FACTOR = 1.0
        game = people(2)
        turn = game.state.playing.table.turn
        resign(game_id=game.game_id, player_id=game.players[turn].pk, now=NOW)
        assert game.state.game.bot_due_at == NOW
        game = people(2, rules={"preset": "classic", "call": "off"})
        turn = game.state.playing.table.turn
        resign(game_id=game.game_id, player_id=game.players[1 - turn].pk, now=NOW)
        card = game.play(turn, "draw", NOW + timedelta(seconds=1)).entry.drawn
        game.play(turn, f"discard {card}", NOW + timedelta(seconds=1))
        due_at = game.state.game.bot_due_at
        assert due_at is not None
        assert due_at > NOW + timedelta(seconds=1)

    def test_bots_that_a_window_asks_think_at_the_same_time(self, settings: Any) -> None:
        settings.BOT_DELAY_FACTOR = 1.0
        game = people(4)
        set_position(game.game_id, BEFORE)
        for seat in (1, 2, 3):
            resign(game_id=game.game_id, player_id=game.players[seat].pk, now=NOW)
        game.play(0, "discard TH")
        state = game.state
        asked = [state.seats[seat] for seat in (1, 2, 3)]
        pauses = [pause_seconds(state, bot, NOW, 1.0) for bot in asked]
        shortest, longest = LEVELS["casual"].call_delay_seconds
        assert all(shortest <= pause <= longest for pause in pauses)
        assert next_bot(state) == asked[pauses.index(min(pauses))]
        assert state.game.bot_due_at == NOW + timedelta(seconds=min(pauses))
        later = NOW + timedelta(seconds=min(pauses))
        assert pause_seconds(state, asked[0], later, 1.0) == pytest.approx(pauses[0] - min(pauses), abs=1e-5)

    def test_a_lost_bell_is_rung_again_once_in_a_while(self, rung: list[Any]) -> None:
        state = bots("club", "club")
        assert ring_late_bots(now=NOW) == 0
        later = NOW + PATIENCE
        assert ring_late_bots(now=later) == 1
        assert ring_late_bots(now=later) == 0
        assert ring_late_bots(now=later + PATIENCE) == 1
        assert rung == [(state.game.id, state.game.version)] * 2

    def test_a_broker_that_is_down_stops_nobody(
        self, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
    ) -> None:
        def send_task(*_: Any, **__: Any) -> None:
            raise OSError("no broker")

        monkeypatch.setattr("players.doorbell.current_app.send_task", send_task)
        with django_capture_on_commit_callbacks(execute=True):
            state = bots("club", "club")
        assert store.load(state.game.id).game.bot_due_at is not None

    def test_a_finished_game_waits_for_no_bot(self, clock: Any) -> None:
        final = run_bots(game_id=bots("club", "club", rules=SHORT).game.id, clock=clock)
        assert final.game.bot_due_at is None


def test_the_tasks_do_what_the_services_do() -> None:
    state = bots("club", "club")
    tasks.play_bot(str(state.game.id), state.game.version)
    assert moves(state)
    late: datetime = NOW - timedelta(days=1)
    Game.objects.filter(id=state.game.id).update(bot_due_at=late)
    tasks.sweep()
    assert Game.objects.get().bot_due_at != late
