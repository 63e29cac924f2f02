"""What happens at once is decided once: real threads on PostgreSQL, `RACE_ROUNDS` times each."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.clocks import LAG_GRACE
from games.models import Deal, Entry, Game, Offer, Seat
from games.replay import faults_of
from games.services.create import SeatWish
from games.services.deadlines import settle_game
from games.services.look import look_at
from games.services.offers import answer_offer, cancel_offer, create_offer
from games.services.outages import beat
from games.services.seating import take_seat
from games.services.start import start_game
from games.services.sweep import ring_late_bots, settle_due_games
from tests.service.games.at_once import CALLERS, ROUNDS, AtOnce, callers_at_once
from tests.service.games.table import NOW, OPEN, People, bots, guest, made, people, set_position
from tests.service.games.test_clocks import TURN, after
from tests.service.games.test_windows import BEFORE, CLOSING

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time, and one connection"),
]
TO_DRAW = {"turn": 0, "hands": [["2C", "4D"], ["KD"]], "stock": ["5H", "6H"], "pile": ["9C"]}
TO_DISCARD = TO_DRAW | {"phase": "play"}
MOMENT = timedelta(milliseconds=1)


@pytest.fixture
def at_once(transactional_db: None) -> Iterator[AtOnce]:
    with callers_at_once() as run:
        yield run


def check_log(game: People) -> None:
    """No entry is missing or there twice."""
    versions = list(Entry.objects.filter(game=game.game_id).order_by("version").values_list("version", flat=True))
    assert versions == list(range(1, game.state.game.version + 1))


def new_entries(game: People, version: int) -> list[tuple[str, int | None, str, str]]:
    entries = Entry.objects.filter(game=game.game_id, version__gt=version).order_by("version")
    return [(entry.kind, entry.seat, entry.author, entry.text) for entry in entries]


class TestTheSameMove:
    def sender(self, game: People, token: str, key: str) -> Callable[[], tuple[int, bytes]]:
        body = {"version": game.state.game.version, "move": {"type": "draw"}}

        def send() -> tuple[int, bytes]:
            path = f"/api/v1/games/{game.game_id}/moves"
            headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
            answer = Client().post(path, body, content_type="application/json", headers=headers)
            return answer.status_code, answer.content

        return send

    def test_under_one_key(self, seated: tuple[People, str], at_once: AtOnce) -> None:
        game, token = seated
        for number in range(ROUNDS):
            set_position(game.game_id, TO_DRAW)
            version = game.state.game.version
            answers = at_once(*[self.sender(game, token, f"round-{number}")] * CALLERS)
            assert {status for status, _ in answers} == {201}
            assert len({content for _, content in answers}) == 1
            assert new_entries(game, version) == [("move", 0, "person", "draw")]

    def test_under_one_version_and_many_keys(self, seated: tuple[People, str], at_once: AtOnce) -> None:
        game, token = seated
        for number in range(ROUNDS):
            set_position(game.game_id, TO_DRAW)
            version = game.state.game.version
            senders = [self.sender(game, token, f"round-{number}-{caller}") for caller in range(CALLERS)]
            answers = at_once(*senders)
            assert sorted(status for status, _ in answers) == [201] + [412] * (CALLERS - 1)
            assert new_entries(game, version) == [("move", 0, "person", "draw")]


class TestTheCallWindow:
    def opened(self, game: People) -> tuple[Any, int]:
        set_position(game.game_id, BEFORE)
        version = game.play(0, "discard TH").entry.version
        return game.window, version

    def test_racing_calls_have_one_winner(self, at_once: AtOnce) -> None:
        game = people(4)
        for _ in range(ROUNDS):
            window, version = self.opened(game)
            calls = [lambda seat=seat: game.play(seat, "call TH", window=window).entry.seat for seat in (1, 2, 3) * 2]
            answers = at_once(*calls)
            assert sorted(map(str, answers))[1:] == ["call_closed"] * 5
            (winner,) = [answer for answer in answers if isinstance(answer, int)]
            assert game.state.playing.table.turn == winner
            assert new_entries(game, version) == [("move", winner, "person", "call TH")]
        check_log(game)

    @pytest.mark.parametrize("priority", ["first", "clockwise"])
    def test_calls_passes_and_draws_at_the_closing_instant(self, at_once: AtOnce, priority: str) -> None:
        game = people(4, rules={"preset": "pagat", "call_priority": priority})
        for _ in range(ROUNDS):
            window, version = self.opened(game)
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
            self.check_outcome(game, version, answers)
        check_log(game)

    def check_outcome(self, game: People, version: int, answers: list[Any]) -> None:
        """What was accepted is in the log and the rest is not; the window has one end."""
        entries, state = new_entries(game, version), game.state
        accepted = [(seat, text) for kind, seat, author, text in entries if author == "person"]
        told = [(2, "call TH"), (3, "call TH"), (1, "pass"), (1, "draw"), (1, "draw")]
        said = [what for what, answer in zip(told, answers, strict=False) if isinstance(answer, int)]
        assert sorted(accepted) == sorted(said)
        assert state.game.window_id is None
        assert answers[3:5].count(1) <= 1
        called = [seat for seat, text in accepted if text == "call TH"]
        assert (state.playing.table.turn, state.playing.table.by_call) == ((called[0], True) if called else (1, False))
        closings = [
            news
            for entry in Entry.objects.filter(game=game.game_id, version__gt=version)
            for news in entry.outcome.get("then", ())
            if news["type"] == "call_window_closed"
        ]
        assert len(closings) == 1


class TestADeadline:
    def test_against_the_move_that_ends_the_turn(self, at_once: AtOnce) -> None:
        game = people(2, rules={"preset": "classic", "call": "off"}, clock=TURN, max_timeouts=10 * ROUNDS)
        for number in range(ROUNDS):
            due, version = self.waiting(game, number)
            answers = at_once(
                lambda due=due, version=version: game.play(0, "discard 4D", due - MOMENT, version=version).entry.seat,
                lambda due=due, version=version: game.play(0, "discard 2C", due, version=version).entry.seat,
                lambda due=due: settle_game(game_id=game.game_id, now=due),
                lambda due=due: settle_due_games(now=due),
                lambda due=due: look_at(game_id=game.game_id, player_id=None, now=due).game.status,
            )
            entries = new_entries(game, version)
            in_time = isinstance(answers[0], int)
            expected = [("move", 0, "person", "discard 4D")]
            by_time = [("timed_out", 0, "timer", ""), ("move", 0, "timer", "discard 2C")]
            assert entries == (expected if in_time else by_time)
            assert answers[1] == "version_conflict"
            assert game.state.playing.table.turn == 1
        check_log(game)

    def waiting(self, game: People, number: int) -> tuple[datetime, int]:
        """Seat 0 has to discard; its clock runs. When its time is over, and the version."""
        start = after(1000 * number)
        set_position(game.game_id, TO_DRAW | {"turn": 1}, start)
        set_position(game.game_id, TO_DISCARD, start)
        row = game.state.game
        assert row.clock_seat == 0
        assert row.clock_ends_at is not None
        return row.clock_ends_at + LAG_GRACE, row.version

    def test_against_taking_the_seat_back(self, at_once: AtOnce) -> None:
        for _ in range(ROUNDS):
            game = people(2, clock=TURN, max_timeouts=0)
            seat = game.state.playing.table.turn
            player = game.players[seat]
            settle_due_games(now=after(16))
            back = [lambda: take_seat(game_id=game.game_id, number=seat, player=player, now=after(17)).game.status] * 4
            at_once(*back)
            assert Entry.objects.filter(game=game.game_id, kind="joined", seat=seat).count() == 2
            check_log(game)


class TestOffers:
    def test_one_at_a_time(self, at_once: AtOnce) -> None:
        game = people(2)
        for _ in range(ROUNDS):
            version = game.state.game.version
            makers = [
                lambda player=player: (
                    create_offer(game_id=game.game_id, player_id=player.pk, kind="pause", version=version, now=NOW)[
                        0
                    ].id
                )
                for player in list(game.players) * 3
            ]
            answers = at_once(*makers)
            assert sorted(answers, key=str).count("offer_open") == 5
            offer = Offer.objects.get(game=game.game_id, status="open")
            cancel_offer(game_id=game.game_id, player_id=game.players[offer.seat].pk, offer_id=offer.id, now=NOW)

    def test_accepted_declined_and_withdrawn_at_once(self, at_once: AtOnce) -> None:
        game = people(2, clock=TURN)
        for _ in range(ROUNDS):
            version, maker, other = game.state.game.version, game.players[0].pk, game.players[1].pk
            asked = {"game_id": game.game_id, "version": version, "seconds": 5, "kind": "add_time", "now": NOW}
            offer = create_offer(player_id=maker, **asked)[0]
            ids = {"game_id": game.game_id, "offer_id": offer.id, "now": NOW}
            at_once(
                *[lambda ids=ids: answer_offer(player_id=other, answer="accepted", **ids)[0].status] * 3,
                lambda ids=ids: answer_offer(player_id=other, answer="declined", **ids)[0].status,
                lambda ids=ids: cancel_offer(player_id=maker, **ids),
            )
            offer.refresh_from_db()
            assert offer.status in ("accepted", "declined", "cancelled")
            assert game.state.game.version - version == (1 if offer.status == "accepted" else 0)
            assert game.state.game.offer_id is None
        check_log(game)


def test_double_joins(at_once: AtOnce) -> None:
    guests = [guest() for _ in range(8)]
    for _ in range(ROUNDS):
        state = made(OPEN, OPEN)
        sitting = [lambda who=who: take_seat(game_id=state.game.id, number=1, player=who, now=NOW) for who in guests]
        answers = at_once(*sitting)
        assert [answer for answer in answers if answer == "seat_taken"] == ["seat_taken"] * 7
        assert Seat.objects.filter(game=state.game, player__in=guests).count() == 1


def test_double_starts(at_once: AtOnce) -> None:
    for _ in range(ROUNDS):
        state = made(OPEN, SeatWish("club"))
        start = {"game_id": state.game.id, "player_id": state.game.owner_id, "now": NOW}
        at_once(*[lambda start=start: start_game(**start).game.version] * 8)
        assert Deal.objects.filter(game=state.game).count() == 1
        assert faults_of(state.game.id) == []


def test_of_many_sweeps_one_rings(at_once: AtOnce, monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[Any] = []
    monkeypatch.setattr("games.after_commit.ring_bot", lambda *call: rung.append(call))
    bots("club", "club")
    rung.clear()
    late = Game.objects.get().bot_due_at
    assert late is not None
    assert sum(at_once(*[lambda: ring_late_bots(now=late.replace(year=2027))] * 8)) == len(rung) == 1


def test_an_outage_is_counted_once(at_once: AtOnce) -> None:
    beat(now=NOW)
    game = people(2, clock=TURN)
    for number in range(1, ROUNDS + 1):
        now = after(100 * number)
        lengths = at_once(*[lambda now=now: beat(now=now)] * 8)
        assert sorted(lengths)[-2:] == [timedelta(0), timedelta(seconds=100)]
        assert game.state.game.clock_ends_at == after(15 + 100 * number)
