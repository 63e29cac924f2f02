"""What happens at once is decided once: twin moves, racing answers, double starts and joins (real threads)."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections

from engine import IllegalMove
from games.models import Deal, Entry, Game, Seat
from games.replay import faults_of
from games.services.create import SeatWish
from games.services.deadlines import settle_game
from games.services.play import submit_move
from games.services.seating import take_seat
from games.services.start import start_game
from games.services.sweep import ring_late_bots, settle_due_games
from players.errors import DomainError
from tests.api.client import ApiClient
from tests.service.games.table import NOW, OPEN, People, bots, guest, made, people, set_position
from tests.service.games.test_windows import BEFORE, CLOSING

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite",
        reason="SQLite has one writer at a time, and in tests one connection",
    ),
]
MANY = 8


@pytest.fixture
def at_once() -> Iterator[Callable[..., list[Any]]]:
    """Calls begun at the same moment; what each gave, a refusal as its code."""

    def run(*calls: Callable[[], Any]) -> list[Any]:
        barrier = Barrier(len(calls))

        def one(call: Callable[[], Any]) -> Any:
            barrier.wait()
            try:
                return call()
            except (DomainError, IllegalMove) as refusal:
                return str(refusal.code)
            finally:
                connections.close_all()

        with ThreadPoolExecutor(len(calls)) as threads:
            return list(threads.map(one, calls))

    return run


def drawing(game: People, version: int) -> Callable[[], Any]:
    return lambda: submit_move(
        game_id=game.game_id, player_id=game.players[0].pk, move={"type": "draw"}, version=version, now=NOW
    )


def test_the_same_move_many_times_under_one_version(seated: tuple[People, str], at_once: Any) -> None:
    game, _ = seated
    set_position(game.game_id, {"turn": 0, "hands": [["2C", "4D"], ["KD"]], "stock": ["5H", "6H"], "pile": ["9C"]})
    answers = at_once(*[drawing(game, game.state.game.version)] * MANY)
    assert sorted(map(str, answers)).count("version_conflict") == MANY - 1
    assert Entry.objects.filter(kind="move").count() == 1


def test_the_same_move_many_times_under_one_key(seated: tuple[People, str], at_once: Any) -> None:
    game, token = seated
    set_position(game.game_id, {"turn": 0, "hands": [["2C", "4D"], ["KD"]], "stock": ["5H", "6H"], "pile": ["9C"]})
    body = {"version": game.state.game.version, "move": {"type": "draw"}}

    def send() -> tuple[int, bytes]:
        answer = ApiClient(token).post(
            f"games/{game.game_id}/moves", body, headers={"Idempotency-Key": "the-one-and-only"}
        )
        return answer.status_code, answer.content

    answers = at_once(*[send] * MANY)
    assert {status for status, _ in answers} == {201}
    assert len({content for _, content in answers}) == 1
    assert Entry.objects.filter(kind="move").count() == 1


def test_racing_calls_have_one_winner(at_once: Any) -> None:
    game = people(4)
    set_position(game.game_id, BEFORE)
    game.play(0, "discard TH")
    window = game.window
    answers = at_once(*[lambda seat=seat: game.play(seat, "call TH", window=window).entry.seat for seat in (1, 2, 3)])
    assert sorted(map(str, answers))[1:] == ["call_closed", "call_closed"]
    assert game.state.playing.table.turn in (1, 2, 3)


def test_answers_and_the_closing_of_the_window(at_once: Any) -> None:
    game = people(4, rules={"preset": "pagat", "call_priority": "clockwise"})
    set_position(game.game_id, BEFORE)
    game.play(0, "discard TH")
    window = game.window
    answers = at_once(
        lambda: game.play(3, "call TH", window=window).entry.text,
        lambda: settle_game(game_id=game.game_id, now=CLOSING),
        lambda: settle_due_games(now=CLOSING),
        lambda: game.play(1, "pass", window=window).entry.text,
    )
    state = game.state
    assert state.game.window_id is None
    called = answers[0] == "call TH"
    assert (state.playing.table.turn, state.playing.table.by_call) == ((3, True) if called else (1, False))
    assert Entry.objects.filter(window_id=window).values("seat").distinct().count() == 3
    assert Entry.objects.filter(window_id=window).count() == 3


def test_double_joins(at_once: Any) -> None:
    state = made(OPEN, OPEN)
    guests = [guest() for _ in range(MANY)]
    answers = at_once(
        *[lambda who=who: take_seat(game_id=state.game.id, number=1, player=who, now=NOW) for who in guests]
    )
    assert [answer for answer in answers if answer == "seat_taken"] == ["seat_taken"] * (MANY - 1)
    assert Seat.objects.filter(player__in=guests).count() == 1


def test_double_starts(at_once: Any) -> None:
    state = made(OPEN, SeatWish("club"))
    start = {"game_id": state.game.id, "player_id": state.game.owner_id, "now": NOW}
    at_once(*[lambda: start_game(**start).game.version] * MANY)
    assert Deal.objects.count() == 1
    assert faults_of(state.game.id) == []


def test_of_many_sweeps_one_rings(at_once: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[Any] = []
    monkeypatch.setattr("games.after_commit.ring_bot", lambda *call: rung.append(call))
    bots("club", "club")
    rung.clear()
    late = Game.objects.get().bot_due_at
    assert late is not None
    assert sum(at_once(*[lambda: ring_late_bots(now=late.replace(year=2027))] * MANY)) == len(rung) == 1
