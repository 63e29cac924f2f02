"""The board of a day: the highest difference first, then the fewest turns. And streaks."""

from datetime import timedelta
from typing import Any

import pytest

from games.models import Attempt
from games.selectors.daily import Walk, daily_fields, portion_of, streak
from games.services.daily import day_of, keep_days
from games.services.resign import resign
from players.services.erasure import erase, request_erasure
from tests.service.games.daily import DAY, LAST_SECOND, MIDNIGHT, MORNING, NEXT, board, finished, started
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def attempts() -> list[Attempt]:
    results = [(50, 9), (120, 14), (120, 11), (-30, 8), (120, 11), (50, 9), (0, 20)]
    made = []
    for place, (difference, turns) in enumerate(results):
        attempt = started(now=MORNING + timedelta(seconds=place))
        resign(game_id=attempt.game_id, player_id=attempt.player_id, now=MORNING)
        facts = {"difference": difference, "turns": turns, "points": difference, "is_listed": True}
        Attempt.objects.filter(pk=attempt.pk).update(**facts)
        made.append(attempt)
    return made


EXPECTED = ((1, 120, 11), (1, 120, 11), (3, 120, 14), (4, 50, 9), (4, 50, 9), (6, 0, 20), (7, -30, 8))


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 100])
def test_ties_share_a_rank_on_pages_of_any_size(attempts: list[Attempt], limit: int) -> None:
    found: list[dict[str, Any]] = []
    walk: Walk | None = None
    while not found or walk is not None:
        portion = portion_of(DAY, walk and Walk.of(walk.words), limit, MORNING)
        found, walk = found + portion.rows, portion.walk
    assert [(row["rank"], row["difference"], row["turns"]) for row in found] == list(EXPECTED)
    assert len({row["player"]["id"] for row in found}) == len(attempts)


def test_a_walk_is_not_disturbed_by_who_comes_in(attempts: list[Attempt]) -> None:
    first = portion_of(DAY, None, 3, MORNING)
    best = finished(now=MORNING + timedelta(hours=1))
    Attempt.objects.filter(pk=best.pk).update(difference=500)
    behind = portion_of(DAY, first.walk, 100, LAST_SECOND).rows
    assert [(row["rank"], row["difference"], row["turns"]) for row in behind] == list(EXPECTED[3:])
    assert board(LAST_SECOND)[0]["difference"] == 500


def test_who_is_erased_is_not_listed(attempts: list[Attempt]) -> None:
    gone = attempts[1].player
    request_erasure(player=gone, now=MORNING)
    erase(player_id=gone.pk, now=MORNING + timedelta(days=15))
    assert str(gone.pk) not in {row["player"]["id"] for row in board()}
    assert len(board()) == len(attempts) - 1


def test_games_are_named_when_others_may_see_them(attempts: list[Attempt]) -> None:
    assert {row["game"] for row in board()} == {None}
    keep_days(now=MIDNIGHT)
    assert {row["game"] for row in board()} == {str(attempt.game_id) for attempt in attempts}


def test_streaks() -> None:
    days = [DAY + timedelta(days=number) for number in (0, 1, 2, 5, 6)]
    until = days[-1]
    assert streak([], until) == {"current": 0, "longest": 0}
    assert streak(days, until) == {"current": 2, "longest": 3}
    assert streak(days, until + timedelta(days=1)) == {"current": 2, "longest": 3}
    assert streak(days, until + timedelta(days=2)) == {"current": 0, "longest": 3}


def test_a_streak_counts_ranked_attempts_that_were_played() -> None:
    player = guest()
    finished(player)
    finished(player, seed=2)
    left = started(player, MIDNIGHT)
    resign(game_id=left.game_id, player_id=player.pk, now=MIDNIGHT)
    told = daily_fields(day_of(day=NEXT, now=MIDNIGHT), MIDNIGHT, player.pk)["you"]
    assert told["streak"] == {"current": 1, "longest": 1}
    assert [attempt["status"] for attempt in told["attempts"]] == ["aborted"]
    before = daily_fields(day_of(day=DAY, now=MIDNIGHT), MIDNIGHT, player.pk)["you"]
    assert [(attempt["status"], attempt["ranked"]) for attempt in before["attempts"]] == [
        ("finished", False),
        ("finished", True),
    ]
