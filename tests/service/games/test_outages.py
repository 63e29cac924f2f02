"""An outage of ours: nothing is decided by time meanwhile, and afterwards everybody has that time more."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import tasks
from games.database_time import database_time
from games.models import Game, Heartbeat, Offer
from games.services import outages
from games.services.look import look_at
from games.services.offers import create_offer
from games.services.outages import beat, is_worker_healthy
from games.services.sweep import settle_due_games
from players.errors import DomainError
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, People, people, set_position
from tests.service.games.test_clocks import TURN, after, timed
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> People:
    """A clock runs, and a worker has just been at work."""
    beat(now=NOW)
    return people(2, clock=TURN)


def test_short_silence_is_none(game: People) -> None:
    ends_at = game.state.game.clock_ends_at
    for second in range(1, 13, 4):
        assert beat(now=after(second)) == timedelta(0)
    assert game.state.game.clock_ends_at == ends_at


def test_nothing_is_decided_while_it_lasts(game: People) -> None:
    version = game.state.game.version
    assert look_at(game_id=game.game_id, player_id=None, now=after(60)).game.version == version
    assert settle_due_games(now=after(60)) == 0


def test_prolongs_a_clock(game: People) -> None:
    followers, version = Followers(game.state), game.state.game.version
    assert beat(now=after(60)) == timedelta(seconds=60)
    followers.check(game.state)
    row = game.state.game
    assert (row.clock_since, row.clock_ends_at, row.version) == (after(60), after(75), version)
    assert settle_due_games(now=after(60)) == 0
    beat(now=after(64))
    beat(now=after(68))
    beat(now=after(72))
    beat(now=after(75))
    assert settle_due_games(now=after(75.5)) == 1


def test_prolongs_a_call_window_and_an_offer(game: People) -> None:
    table = people(4)
    set_position(table.game_id, BEFORE)
    table.play(0, "discard TH")
    version = table.state.game.version
    create_offer(game_id=table.game_id, player_id=table.players[0].pk, kind="abandon", version=version, now=NOW)
    followers = Followers(table.state)
    beat(now=after(10))
    followers.check(table.state)
    row = table.state.game
    assert (row.window_closes_at, row.offer_expires_at) == (after(15), after(130))
    assert Offer.objects.get().expires_at == after(130)


def test_is_counted_once(game: People) -> None:
    beat(now=after(60))
    assert beat(now=after(60)) == timedelta(0)
    assert Heartbeat.objects.get().at == after(60)


def test_a_clock_that_was_ahead_hides_no_outage(game: People) -> None:
    beat(now=after(3600))
    ends_at = game.state.game.clock_ends_at
    assert beat(now=after(2)) == timedelta(0)
    assert Heartbeat.objects.get().at == after(2)
    assert is_worker_healthy(after(6))
    assert not is_worker_healthy(after(1800))
    assert game.state.game.clock_ends_at == ends_at


def test_a_clock_that_is_a_little_behind_changes_nothing(game: People) -> None:
    beat(now=after(4))
    beat(now=after(0))
    assert Heartbeat.objects.get().at == after(4)


def test_workers_go_by_the_clock_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a heartbeat nor what time decides depends on the clock of a worker's machine."""
    people(2, clock=TURN)
    monkeypatch.setattr("games.tasks.timezone.now", lambda: after(3600))
    monkeypatch.setattr("games.tasks.database_time", lambda: after(1))
    tasks.sweep()
    assert Heartbeat.objects.get().at == after(1)
    assert Game.objects.get().clock_ends_at == after(15)


def test_the_database_tells_the_time() -> None:
    began = timezone.now()
    assert abs(database_time() - began) < timedelta(minutes=1)
    assert database_time() <= database_time()


def test_where_no_worker_was_ever_seen_time_decides() -> None:
    people(2, clock=TURN)
    assert settle_due_games(now=after(16)) == 1


class TestWhatBeganMeanwhile:
    """People may go on playing while no worker is there: only what they had to wait for without one is given back."""

    def test_a_turn_gets_what_has_passed_of_it(self) -> None:
        beat(now=NOW)
        game = timed(TURN)
        followers = Followers(game.state)
        game.play(0, "draw", after(3))
        game.play(0, "discard 2C", after(50))
        assert (game.state.game.clock_since, game.state.game.clock_ends_at) == (after(50), after(65))
        assert beat(now=after(60)) == timedelta(seconds=60)
        assert (game.state.game.clock_since, game.state.game.clock_ends_at) == (after(60), after(75))
        followers.check(game.state)

    def test_a_call_window_and_an_offer_do_too(self) -> None:
        beat(now=NOW)
        table = people(4)
        set_position(table.game_id, BEFORE)
        ids = {"game_id": table.game_id, "player_id": table.players[0].pk}
        create_offer(**ids, kind="abandon", version=table.state.game.version, now=after(40))
        table.play(0, "discard TH", after(58))
        beat(now=after(60))
        row = table.state.game
        assert (row.window_closes_at, row.offer_expires_at) == (after(65), after(60 + 120))

    def test_a_game_without_deadlines_is_told_nothing(self) -> None:
        beat(now=NOW)
        cursor = (game := people(2)).state.cursor
        beat(now=after(60))
        assert game.state.cursor == cursor


class TestManyGames:
    @pytest.fixture
    def games(self, monkeypatch: pytest.MonkeyPatch) -> list[People]:
        """More than are prolonged at a time."""
        monkeypatch.setattr(outages, "BATCH", 2)
        beat(now=NOW)
        return [people(2, clock=TURN) for _ in range(5)]

    def ends(self, games: list[People]) -> list[datetime | None]:
        return [game.state.game.clock_ends_at for game in games]

    def test_are_prolonged_some_at_a_time(self, games: list[People]) -> None:
        assert beat(now=after(60), clock=lambda: after(90)) == timedelta(seconds=60)
        assert self.ends(games) == [after(75)] * 5
        # The time that this has taken was no outage.
        assert is_worker_healthy(after(94))
        assert beat(now=after(94)) == timedelta(0)
        assert self.ends(games) == [after(75)] * 5

    def test_are_prolonged_once_though_a_worker_dies_over_it(
        self, games: list[People], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        prolong, calls = outages._prolong_some, iter(range(10))

        def die_after_the_first(*asked: Any) -> bool:
            if next(calls) == 1:
                raise KeyboardInterrupt
            return prolong(*asked)

        monkeypatch.setattr(outages, "_prolong_some", die_after_the_first)
        with pytest.raises(KeyboardInterrupt):
            beat(now=after(60))
        assert sorted(map(str, self.ends(games))) == sorted(map(str, [after(75)] * 2 + [after(15)] * 3))
        # Until it is done nothing is decided.
        assert not is_worker_healthy(after(61))
        assert settle_due_games(now=after(61)) == 0
        assert beat(now=after(62)) == timedelta(0)
        assert self.ends(games) == [after(75)] * 5
        assert is_worker_healthy(after(62))

    def test_one_that_is_broken_keeps_nobody_else_waiting(
        self, games: list[People], caplog: pytest.LogCaptureFixture
    ) -> None:
        broken = min(games, key=lambda game: game.game_id)
        Game.objects.filter(id=broken.game_id).update(snapshot=b"broken")
        assert beat(now=after(60)) == timedelta(seconds=60)
        rest = [game for game in games if game is not broken]
        assert self.ends(rest) == [after(75)] * 4
        assert is_worker_healthy(after(60))
        assert str(broken.game_id) in caplog.text


def test_who_has_to_wait_for_a_window_meanwhile_is_told_to_come_back_later() -> None:
    """Not at once, and again and again."""
    beat(now=NOW)
    table = people(4)
    set_position(table.game_id, BEFORE)
    table.play(0, "discard TH")
    with pytest.raises(DomainError) as refused:
        table.play(1, "draw", after(30))
    assert (refused.value.code, refused.value.facts) == ("call_window_open", {"retry_after_ms": 2000})
