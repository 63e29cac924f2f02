"""Clocks: whose runs and since when, what a time-out does, and how those who have left come back."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Entry, Game
from games.replay import faults_of
from games.selectors.views import view_fields
from games.services.bots import play_bot_turn
from games.services.create import SeatWish
from games.services.look import look_at
from games.services.outages import beat
from games.services.resign import resign
from games.services.seating import take_seat
from games.services.sweep import settle_due_games
from games.sight import SPECTATOR, Role, Viewer
from players.errors import DomainError
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, People, made, people, set_position
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
BANK = {"mode": "live", "initial_ms": 60_000, "increment_ms": 2_000}
TURN = {"mode": "live", "turn_ms": 10_000, "reserve_ms": 5_000}
DAILY = {"mode": "daily", "turn_seconds": 86_400, "vacation_days": 3}
POSITION = {"turn": 0, "hands": [["2C", "4D"], ["KD", "4S"]], "stock": ["5H", "6H", "7C", "8C"], "pile": ["9C"]}


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def timed(clock: Any, **wish: Any) -> People:
    """Two people without calls; seat 0 is to draw, and its clock has just been started."""
    game = people(2, rules={"preset": "classic", "call": "off"}, clock=clock, **wish)
    set_position(game.game_id, POSITION)
    if game.state.game.clock_seat != 0:
        game.play(0, "draw")
        game.play(0, "discard 5H")
        set_position(game.game_id, POSITION)
    return game


def view(game: People, now: datetime = NOW) -> dict[str, Any]:
    return view_fields(look_at(game_id=game.game_id, player_id=None, now=now), SPECTATOR, now)


def remaining(game: People) -> list[int]:
    return [clock["remaining_ms"] for clock in view(game)["clocks"]]


def log(game: People, since: int) -> list[tuple[str, int | None, str, str]]:
    entries = Entry.objects.filter(game_id=game.game_id, version__gt=since).order_by("version")
    return [(entry.kind, entry.seat, entry.author, entry.text) for entry in entries]


class TestAClock:
    def test_runs_for_the_seat_on_turn(self) -> None:
        seen = view(timed(BANK))
        assert [clock["running"] for clock in seen["clocks"]] == [True, False]
        assert seen["deadline"] == {
            "seat": 0,
            "at": "2026-01-05T10:01:00.000Z" if remaining_of(seen, 0) == 60_000 else "2026-01-05T10:01:02.000Z",
            "kind": "turn",
            "then": "auto_move",
        }

    def test_with_a_bank_is_charged_and_gets_its_increment(self) -> None:
        game = timed(BANK)
        (start, other) = remaining(game)
        game.play(0, "draw", after(4))
        game.play(0, "discard 2C", after(7))
        assert remaining(game) == [start - 7_000 + 2_000, other]
        assert view(game)["deadline"]["seat"] == 1
        assert view(game)["clocks"][1]["as_of"] == "2026-01-05T10:00:07.000Z"

    def test_by_the_turn_begins_anew_and_its_reserve_is_used_up(self) -> None:
        game = timed(TURN)
        assert remaining(game) == [15_000, 15_000]
        game.play(0, "draw", after(4))
        game.play(0, "discard 2C", after(8))
        assert remaining(game) == [15_000, 15_000]
        game.play(1, "draw", after(9))
        game.play(1, "discard 4S", after(8 + 13))
        assert remaining(game) == [15_000, 12_000]

    def test_may_count_days(self) -> None:
        game = timed(DAILY)
        assert view(game)["deadline"]["at"] == "2026-01-06T10:00:00.000Z"

    def test_of_a_bot_never_runs(self) -> None:
        state = made(SeatWish(), SeatWish("club"), clock=BANK, start=True)
        while state.game.clock_seat != 0:
            play_bot_turn(game_id=state.game.id, version=state.game.version, clock=lambda: after(30))
            state = look_at(game_id=state.game.id, player_id=None, now=after(30))
        assert state.game.clocks == [[60_000, 0, 0, 0]] * 2

    def test_waits_for_the_call_window(self) -> None:
        game = people(4, clock=BANK)
        set_position(game.game_id, BEFORE)
        game.play(0, "discard TH", after(1))
        seen = view(game, after(2))
        assert (seen["deadline"]["kind"], [clock["running"] for clock in seen["clocks"]]) == (
            "call_window",
            [False] * 4,
        )
        assert view(game, after(6))["deadline"]["seat"] == 1
        assert view(game, after(6))["clocks"][1]["as_of"] == "2026-01-05T10:00:06.000Z"

    def test_is_absent_where_nobodys_time_is_limited(self) -> None:
        seen = view(people(2))
        assert (seen["clocks"], seen["deadline"]) == ([], None)


def remaining_of(seen: dict[str, Any], seat: int) -> int:
    return int(seen["clocks"][seat]["remaining_ms"])


class TestATimeOut:
    def test_comes_with_the_grace_after_the_deadline(self) -> None:
        game = timed(TURN)
        version = game.state.game.version
        assert settle_due_games(now=after(15.4)) == 0
        assert settle_due_games(now=after(15.5)) == 1
        assert log(game, version) == [
            ("timed_out", 0, "timer", ""),
            ("move", 0, "timer", "draw"),
            ("move", 0, "timer", "discard 5H"),
        ]
        assert (game.state.playing.table.turn, game.state.seats[0].timeouts_used) == (1, 1)
        assert remaining(game) == [10_000, 15_000]

    def test_is_found_by_whoever_looks_and_by_the_late_move_itself(self) -> None:
        game = timed(TURN)
        version = game.state.game.version
        with pytest.raises(DomainError) as refused:
            game.play(0, "draw", after(16), version=version)
        assert refused.value.code == "version_conflict"
        assert refused.value.facts["your_last_move"]["text"] == "discard 5H"
        assert view(game, after(16))["turn"] == 1

    def test_a_move_in_the_grace_counts(self) -> None:
        game = timed(TURN)
        assert game.play(0, "draw", after(15.3)).entry.author == "person"

    def test_in_the_middle_of_a_turn(self) -> None:
        game = timed(TURN)
        game.play(0, "draw", after(1))
        version = game.state.game.version
        assert settle_due_games(now=after(16)) == 1
        assert log(game, version)[1:] == [("move", 0, "timer", "discard 2C")]

    def test_with_an_empty_bank_every_turn(self) -> None:
        game = timed({"mode": "live", "initial_ms": 5_000}, max_timeouts=5)
        assert settle_due_games(now=after(10)) == 1
        game.play(1, "draw", after(11))
        game.play(1, "discard 4S", after(12))
        assert view(game)["deadline"]["at"] == "2026-01-05T10:00:12.000Z"
        assert settle_due_games(now=after(12.5)) == 1
        assert game.state.seats[0].timeouts_used == 2

    def test_after_the_last_one_forgiven_a_bot_takes_over(self) -> None:
        game = timed(TURN, max_timeouts=0, takeover_level="club")
        assert view(game)["deadline"]["then"] == "bot"
        assert settle_due_games(now=after(16)) == 1
        seat, row = game.state.seats[0], game.state.game
        assert (seat.bot_level, seat.resigned_at, seat.timeouts_used) == ("club", after(16), 1)
        assert (row.clock_seat, row.bot_due_at) == (None, after(16))

    def test_or_the_game_is_broken_off(self) -> None:
        game = timed(TURN, max_timeouts=0, leaver_policy="abandon")
        assert view(game)["deadline"]["then"] == "abandon"
        assert settle_due_games(now=after(16)) == 1
        assert (game.state.game.status, game.state.game.due_at) == ("aborted", None)
        assert settle_due_games(now=after(60)) == 0

    def test_replays_and_is_followed_by_events(self) -> None:
        game = people(3, rules={"preset": "pagat", "deal_limit": 1}, clock=TURN, max_timeouts=100)
        followers, now = Followers(game.state), NOW
        while game.state.game.is_going_on and now < after(4000):
            now += timedelta(seconds=6)
            followers.check(look_at(game_id=game.game_id, player_id=None, now=now))
        assert game.state.game.status == "finished"
        assert not any(author == "person" for kind, _, author, _ in log(game, 0) if kind == "move")
        assert faults_of(game.game_id) == []


DAY = 86_400


class TestVacation:
    @pytest.fixture
    def game(self) -> People:
        """Seat 0 is to draw within a day, and has two days of vacation."""
        return timed(DAILY | {"vacation_days": 2})

    def days(self, game: People) -> list[int]:
        return [clock["vacation_days"] for clock in view(game)["clocks"]]

    def test_is_taken_by_the_day_when_time_is_over(self, game: People) -> None:
        version, followers = game.state.game.version, Followers(game.state)
        deadline = {"seat": 0, "at": "2026-01-06T10:00:00.000Z", "kind": "turn", "then": "vacation"}
        assert (view(game)["deadline"], self.days(game)) == (deadline, [2, 2])
        assert settle_due_games(now=after(DAY)) == 0
        assert settle_due_games(now=after(DAY + 1)) == 1
        assert settle_due_games(now=after(DAY + 2)) == 0
        assert followers.check(game.state) == {"vacation_taken"}
        assert view(game)["deadline"] == deadline | {"at": "2026-01-07T10:00:00.000Z"}
        assert (game.state.game.version, self.days(game)) == (version, [1, 2])
        assert game.state.seats[0].timeouts_used == 0

    def test_spoils_nobodys_move_and_the_rest_of_the_day_is_kept(self, game: People) -> None:
        version = game.state.game.version
        game.play(0, "draw", after(DAY + 6 * 3600), version=version)
        game.play(0, "discard 2C", after(DAY + 6 * 3600))
        assert remaining(game) == [(DAY + 18 * 3600) * 1000, DAY * 1000]
        assert self.days(game) == [1, 2]

    def test_ends_and_then_a_time_out_follows(self, game: People) -> None:
        followers, version = Followers(game.state), game.state.game.version
        for day in (1, 2):
            assert settle_due_games(now=after(day * DAY + 1)) == 1
        assert (view(game)["deadline"]["then"], self.days(game)) == ("auto_move", [0, 2])
        assert log(game, version) == []
        assert settle_due_games(now=after(3 * DAY + 1)) == 1
        assert [kind for kind, *_ in log(game, version)] == ["timed_out", "move", "move"]
        followers.check(game.state)
        assert view(game)["deadline"]["then"] == "vacation"

    def test_is_used_up_by_whoever_looks_late(self, game: People) -> None:
        followers = Followers(game.state)
        seen = view(game, after(3 * DAY + 3600))
        assert (seen["turn"], self.days(game), game.state.seats[0].timeouts_used) == (1, [0, 2], 1)
        assert followers.check(game.state) >= {"vacation_taken", "timed_out", "turn_started"}
        assert view(game, after(3 * DAY + 3600))["deadline"]["at"] == "2026-01-09T11:00:00.000Z"

    def test_is_not_charged_for_an_outage(self, game: People) -> None:
        beat(now=after(0))
        assert settle_due_games(now=after(DAY + 60)) == 0
        beat(now=after(DAY + 60))
        assert self.days(game) == [2, 2]
        assert view(game)["deadline"]["at"] == "2026-01-07T10:01:00.000Z"

    def test_is_none_in_games_that_are_older_or_have_none(self, game: People) -> None:
        Game.objects.update(clocks=[[None, 0], [None, 0]])
        assert (self.days(game), view(game)["deadline"]["then"]) == ([0, 0], "auto_move")
        assert settle_due_games(now=after(DAY + 1)) == 1
        assert game.state.seats[0].timeouts_used == 1


class TestComingBack:
    @pytest.fixture
    def left(self) -> People:
        """Seat 0 was lost by time, and is to draw again; the bot has ended the turn that was lost."""
        game = timed(TURN, max_timeouts=0, takeover_level="club")
        settle_due_games(now=after(16))
        play_bot_turn(game_id=game.game_id, version=game.state.game.version, clock=lambda: after(17))
        game.play(1, "draw", after(18))
        game.play(1, "discard 4S", after(19))
        return game

    def test_takes_the_seat_from_the_bot(self, left: People) -> None:
        followers = Followers(left.state)
        take_seat(game_id=left.game_id, number=0, player=left.players[0], now=after(20))
        followers.check(left.state)
        seat, row = left.state.seats[0], left.state.game
        assert (seat.is_bot, seat.resigned_at, row.bot_due_at) == (False, None, None)
        assert (row.clock_seat, row.clock_since, row.clock_ends_at) == (0, after(20), after(30))
        assert left.play(0, "draw", after(21)).entry.author == "person"

    def test_not_in_the_turn_that_was_lost(self) -> None:
        """Else nobody would ever end it: the computer player does so first."""
        game = timed(TURN, max_timeouts=0, takeover_level="club")
        settle_due_games(now=after(16))
        version = game.state.game.version
        with pytest.raises(DomainError) as refused:
            take_seat(game_id=game.game_id, number=0, player=game.players[0], now=after(16))
        assert (refused.value.code, refused.value.facts) == ("turn_timed_out", {"retry_after_ms": 2000})
        assert (game.state.game.version, game.state.seats[0].is_bot) == (version, True)
        play_bot_turn(game_id=game.game_id, version=version, clock=lambda: after(17))
        take_seat(game_id=game.game_id, number=0, player=game.players[0], now=after(17))
        assert not game.state.seats[0].is_bot

    def test_does_not_forgive(self, left: People) -> None:
        take_seat(game_id=left.game_id, number=0, player=left.players[0], now=after(20))
        assert view(left)["deadline"]["then"] == "bot"
        settle_due_games(now=after(60))
        assert left.state.seats[0].is_bot

    def test_not_where_the_table_forbids_it(self) -> None:
        game = timed(TURN, max_timeouts=0, returnable=False)
        settle_due_games(now=after(16))
        with pytest.raises(DomainError) as refused:
            take_seat(game_id=game.game_id, number=0, player=game.players[0], now=after(20))
        assert refused.value.code == "seat_taken"

    def test_not_by_others(self, left: People) -> None:
        with pytest.raises(DomainError) as refused:
            take_seat(game_id=left.game_id, number=0, player=left.players[1], now=after(20))
        assert refused.value.code == "seat_taken"

    def test_also_after_resigning(self) -> None:
        game = people(2)
        followers = Followers(game.state)
        resign(game_id=game.game_id, player_id=game.players[1].pk, now=NOW)
        followers.check(game.state)
        take_seat(game_id=game.game_id, number=1, player=game.players[1], now=NOW)
        followers.check(game.state)
        assert view_fields(game.state, Viewer(Role.SEAT, 1), NOW)["hand"]
