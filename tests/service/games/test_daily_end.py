"""The end of a day: started before midnight, an attempt keeps its day; and the seed waits for it, but not for ever."""

from datetime import timedelta

import pytest

import engine
from games.daily import GRACE
from games.models import DailyDeal, Game
from games.replay import faults_of
from games.selectors.daily import daily_fields
from games.services.closing import close_day, open_some_games
from games.services.daily import day_of, keep_days, start_attempt
from games.services.outages import beat, is_worker_healthy
from games.services.play import submit_move
from games.services.resign import resign
from tests.service.games.daily import (
    DAY,
    LAST_SECOND,
    MIDNIGHT,
    MORNING,
    NEXT,
    as_seeded,
    finished,
    play,
    refused,
    started,
    swept,
)
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
SECOND = timedelta(seconds=1)


def test_attempts_are_started_until_midnight() -> None:
    assert started(now=LAST_SECOND).day_id == DAY
    assert started(now=MIDNIGHT).day_id == NEXT


def test_a_day_that_is_over_and_one_to_come() -> None:
    day_of(day=DAY, now=MORNING)
    assert refused(lambda: start_attempt(day=DAY, player=guest(), now=MIDNIGHT)) == "daily_closed"
    assert refused(lambda: start_attempt(day=NEXT, player=guest(), now=LAST_SECOND)) == "not_found"
    assert refused(lambda: day_of(day=NEXT, now=LAST_SECOND)) == "not_found"
    assert refused(lambda: day_of(day=DAY - timedelta(days=1), now=MORNING)) == "not_found"


def test_the_seed_is_told_at_midnight_where_nobody_plays() -> None:
    finished()
    assert daily_fields(day_of(day=DAY, now=LAST_SECOND), LAST_SECOND, None)["seed"] is None
    told = daily_fields(day_of(day=DAY, now=MIDNIGHT), MIDNIGHT, None)
    assert told["status"] == "closed"
    assert engine.commitment(bytes.fromhex(told["seed"])) == told["commitment"]


def test_it_waits_for_those_who_still_play() -> None:
    attempt, late = started(now=LAST_SECOND), MIDNIGHT + timedelta(minutes=10)
    told = daily_fields(day_of(day=DAY, now=MIDNIGHT), MIDNIGHT, None)
    assert (told["status"], told["seed"]) == ("closing", None)
    play(attempt.game_id, as_seeded(1), MIDNIGHT)
    attempt.refresh_from_db()
    assert attempt.is_listed
    assert attempt.day_id == DAY
    assert daily_fields(day_of(day=DAY, now=late), late, None)["status"] == "closed"
    assert Game.objects.get().is_sealed
    keep_days(now=late)
    assert not Game.objects.get().is_sealed


def test_and_not_for_ever() -> None:
    attempt, end = started(now=LAST_SECOND), MIDNIGHT + GRACE
    for now, finished_at, closed_at in ((end - SECOND, None, None), (end, end, end)):
        swept(now)
        attempt.refresh_from_db()
        assert (attempt.finished_at, attempt.is_listed) == (finished_at, False)
        assert DailyDeal.objects.get(date=DAY).closed_at == closed_at
    assert Game.objects.get().status == "aborted"
    assert not Game.objects.get().is_sealed


@pytest.mark.parametrize("is_outage", [False, True])
def test_who_knows_the_seed_cannot_play_by_it(is_outage: bool) -> None:
    """Nobody has swept yet, and no worker is at work perhaps."""
    attempt, end = started(now=LAST_SECOND), MIDNIGHT + GRACE
    if is_outage:
        beat(now=LAST_SECOND)
    assert daily_fields(day_of(day=DAY, now=end), end, None)["seed"]
    assert is_worker_healthy(end) != is_outage
    playing = {"game_id": attempt.game_id, "player_id": attempt.player_id, "version": Game.objects.get().version}
    assert refused(lambda: submit_move(**playing, move={"type": "draw"}, now=end)) == "game_over"
    assert Game.objects.get().status == "aborted"
    assert faults_of(attempt.game_id) == []


def test_games_are_opened_some_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.services.closing._AT_ONCE", 2)
    for attempt in [started() for _ in range(5)]:
        resign(game_id=attempt.game_id, player_id=attempt.player_id, now=MORNING)
    assert not open_some_games(day=DAY, now=MORNING)
    close_day(day=DAY, now=MIDNIGHT)
    left = []
    while open_some_games(day=DAY, now=MIDNIGHT):
        left.append(Game.objects.filter(sealed_day=DAY).count())
    assert left == [3, 1]
    assert not Game.objects.filter(sealed_day=DAY).exists()
    assert set(Game.objects.values_list("visibility", flat=True)) == {"unlisted"}
    assert DailyDeal.objects.get().opened_at is None
    assert not open_some_games(day=DAY, now=MIDNIGHT)
    assert DailyDeal.objects.get().opened_at == MIDNIGHT


def test_it_is_closed_once() -> None:
    day_of(day=DAY, now=MORNING)
    closed = [close_day(day=DAY, now=now).closed_at for now in (LAST_SECOND, MIDNIGHT, MIDNIGHT + SECOND)]
    assert closed == [None, MIDNIGHT, MIDNIGHT]


def test_the_sweep_makes_the_deal_of_each_day() -> None:
    keep_days(now=LAST_SECOND)
    keep_days(now=MIDNIGHT)
    days = DailyDeal.objects.order_by("date").values_list("date", "made_at", "closed_at")
    assert list(days) == [(DAY, LAST_SECOND, MIDNIGHT), (NEXT, MIDNIGHT, None)]
