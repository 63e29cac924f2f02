"""The daily deal at midnight: made once, attempted once at a time, and closed when nobody plays it."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from datetime import date, timedelta

from games.attempts import leave_boards
from games.daily import GRACE, closes_at, opens_at
from games.models import Attempt, DailyDeal, Game, ResultCount
from games.services.closing import close_day
from games.services.daily import day_of, keep_days, start_attempt
from games.services.resign import resign
from games.services.void import void_game
from tests.at_once import FEW, RACES, SOME_ROUNDS, AtOnce
from tests.service.games.daily import listed, swept
from tests.service.games.table import guest

pytestmark = RACES
FIRST = date(2026, 1, 5)
SECOND = timedelta(seconds=1)


def days() -> list[date]:
    return [FIRST + timedelta(days=number) for number in range(SOME_ROUNDS)]


def test_the_first_requests_of_a_day_make_one_deal(at_once: AtOnce) -> None:
    for day in days():
        now = opens_at(day)
        asking = [lambda: day_of(day=day, now=now).commitment] * (FEW - 3)
        starting = [lambda: start_attempt(day=day, player=guest(), now=now).day.commitment] * 2
        told = at_once(*asking, *starting, lambda: keep_days(now=now) or DailyDeal.objects.get(date=day).commitment)
        assert set(told) == {DailyDeal.objects.get(date=day).commitment}


def test_a_player_starts_one_attempt_however_often(at_once: AtOnce) -> None:
    for day in days():
        player, now = guest(), opens_at(day)
        starting = [lambda: start_attempt(day=day, player=player, now=now).is_ranked] * FEW
        told = at_once(*starting)
        assert sorted(map(str, told)) == ["True", *["attempt_running"] * (FEW - 1)]
        assert Game.objects.filter(owner=player).count() == 1


def test_of_attempts_that_end_and_begin_at_once_one_is_ranked(at_once: AtOnce) -> None:
    for day in days():
        player, now = guest(), opens_at(day)
        first = start_attempt(day=day, player=player, now=now)
        starting = [lambda: start_attempt(day=day, player=player, now=now).is_ranked] * (FEW - 1)
        told = at_once(lambda: resign(game_id=first.game_id, player_id=player.pk, now=now).game.status, *starting)
        assert set(told) <= {"aborted", "attempt_running", False}
        assert Attempt.objects.filter(player=player, is_ranked=True).count() == 1


def test_no_attempt_runs_when_the_seed_is_told(at_once: AtOnce) -> None:
    for day in days():
        midnight = closes_at(day)
        late = midnight - SECOND
        day_of(day=day, now=late)
        players = [guest() for _ in range(4)]
        starting = [
            lambda player=player: start_attempt(day=day, player=player, now=late) and "started" for player in players
        ]
        closing = [lambda: bool(close_day(day=day, now=midnight).closed_at)] * 4
        told = at_once(*starting, *closing)
        running = Attempt.objects.filter(day_id=day, finished_at=None).count()
        assert running == told.count("started")
        assert set(told) <= {"started", "daily_closed", True, False}
        assert bool(running) != bool(DailyDeal.objects.get(date=day).closed_at)


def test_who_is_listed_is_counted_and_counted_out_once(at_once: AtOnce) -> None:
    for day in days():
        now = opens_at(day)
        gone, void, stays = (listed(50, 9, now=now) for _ in range(3))
        leaving = [lambda: leave_boards(gone.player_id)] * 3
        voiding = [lambda: void_game(game_id=void.game_id, now=now).game.status] * 3
        at_once(*leaving, *voiding, lambda: leave_boards(void.player_id))
        assert list(Attempt.objects.filter(day_id=day, is_listed=True)) == [stays]
        assert ResultCount.objects.get(day_id=day).players == 1


def test_what_is_broken_off_while_its_player_leaves_ends_once(at_once: AtOnce) -> None:
    for day in days():
        player, now = guest(), opens_at(day)
        attempt = start_attempt(day=day, player=player, now=now)
        end = closes_at(day) + GRACE
        leaving = [lambda: resign(game_id=attempt.game_id, player_id=player.pk, now=end).game.status] * 2
        at_once(*leaving, *[lambda: swept(end)] * 3)
        swept(end)
        attempt.refresh_from_db()
        assert attempt.finished_at == end
        assert Game.objects.get(pk=attempt.game_id).status == "aborted"
        assert not Game.objects.get(pk=attempt.game_id).is_sealed
        assert Game.objects.get(pk=attempt.game_id).entries.filter(kind__in=("resigned", "aborted")).count() == 1
