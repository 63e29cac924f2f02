"""The board of a day: the highest difference first, then the fewest turns. And streaks."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from games.attempts import leave_boards
from games.models import Attempt, ResultCount
from games.selectors.daily import daily_fields, streak
from games.selectors.daily_boards import Walk, around, portion_of
from games.services.daily import day_of, keep_days
from games.services.resign import resign
from games.services.void import void_game
from players.services.erasure import erase, request_erasure
from tests.service.games.daily import DAY, LAST_SECOND, MIDNIGHT, MORNING, NEXT, board, finished, listed, started
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db


@pytest.fixture
def attempts() -> list[Attempt]:
    results = [(50, 9), (120, 14), (120, 11), (-30, 8), (120, 11), (50, 9), (0, 20)]
    return [listed(difference, turns) for difference, turns in results]


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


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5, 7, 100])
def test_around_a_player_stands_what_stands_there_in_a_walk(attempts: list[Attempt], limit: int) -> None:
    whole = board()
    for place, row in enumerate(whole):
        found = around(DAY, UUID(row["player"]["id"]), limit, MORNING)
        first = max(0, min(place - (limit - 1) // 2, len(whole) - limit))
        assert found.rows == whole[first : first + limit]
        assert found.walk is None
    assert around(DAY, guest().pk, limit, MORNING).rows == []


def counted() -> dict[tuple[int, int], int]:
    rows = ResultCount.objects.filter(players__gt=0).values_list("difference", "turns", "players")
    return {(difference, turns): players for difference, turns, players in rows}


def test_counts_are_those_of_who_is_listed() -> None:
    alike = [finished() for _ in range(3)]
    finished(alike[0].player, seed=2)
    result = alike[0].difference, alike[0].turns
    assert counted() == {result: 3}
    for _ in range(2):
        void_game(game_id=alike[0].game_id, now=LAST_SECOND)
        assert counted() == {result: 2}
    for _ in range(2):
        leave_boards(alike[1].player_id)
        assert counted() == {result: 1}
    assert [row["player"]["id"] for row in around(DAY, alike[2].player_id, 9, MIDNIGHT).rows] == [
        str(alike[2].player_id)
    ]


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
