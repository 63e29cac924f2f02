"""Leaderboards against plain SQL, and walks over them while results arrive and are declared void."""

import itertools
from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from games.models import Game
from games.services.void import void_game
from players.models import Player
from players.services.erasure import erase, request_erasure
from scoring.ledger import LEAST_GAMES, LEAST_GAMES_OF_MONTH
from scoring.models import Standing
from scoring.replay import faults_of
from scoring.services.rating import KEPT_FOR, forget_old_standings, rate_games
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.scoring.games import BEGAN, over, random_game
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
POOL = "classic.fast"
BOARD = f"{POOL}.all"
LATER = BEGAN + timedelta(days=60)
Row = dict[str, Any]


@pytest.fixture
def players() -> list[Player]:
    return [guest(f"Player {number}") for number in range(12)]


@pytest.fixture
def games(players: list[Player]) -> list[Game]:
    """So many that almost all are listed, and some share a rating."""
    rng = Random(5)
    made = [random_game(rng, players, number * 12) for number in range(90)]
    twins = [guest(f"Twin {number}") for number in range(6)]
    for number in range(LEAST_GAMES):
        for pair in range(0, 6, 2):  # three times the same: three share one rating, three another
            made.append(over(twins[pair : pair + 2], [100, 0], BEGAN + timedelta(minutes=number)))
    rate()
    return made


def rate() -> None:
    rate_games(pool=POOL, now=LATER)


def by_sql(season: str = "all") -> list[tuple[int, str, int, int]]:
    """The board as the database ranks it: rank, player, rating, games."""
    least = LEAST_GAMES if season == "all" else LEAST_GAMES_OF_MONTH
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT rank() OVER (ORDER BY s.rating DESC), p.name, s.rating, s.games FROM scoring_standing s"
            " JOIN scoring_board b ON b.id = s.board_id JOIN players_player p ON p.id = s.player_id"
            " WHERE b.pool_id = %s AND b.season = %s AND s.until IS NULL AND s.games >= %s AND p.erased_at IS NULL"
            " ORDER BY s.rating DESC, s.player_id",
            [POOL, season, least],
        )
        return list(cursor.fetchall())


def told(rows: Sequence[Row]) -> list[tuple[int, str, int, int]]:
    return [(row["rank"], row["player"]["name"], row["rating"], row["games"]) for row in rows]


def page(board: str = BOARD, **query: Any) -> Row:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    answer = ApiClient().get(f"leaderboards/{board}?{asked}")
    assert answer.status_code == 200, answer.json()
    return answer.json()


@pytest.mark.parametrize("season", ["all", "2026-01", "2026-02"])
@pytest.mark.parametrize("limit", [1, 5, 100])
def test_the_pages_are_what_sql_says(games: list[Game], season: str, limit: int) -> None:
    rows, cursor = [], ""
    while cursor is not None:
        found = page(f"{POOL}.{season}", limit=limit, **({"cursor": cursor} if cursor else {}))
        rows, cursor = rows + found["results"], found["next_cursor"]
    assert told(rows) == by_sql(season)
    assert rows


def test_ties_share_a_rank_and_the_next_is_as_far_behind(games: list[Game]) -> None:
    ranks = [row["rank"] for row in page(limit=100)["results"]]
    assert len(set(ranks)) < len(ranks)
    for place, rank in enumerate(ranks, 1):
        assert rank in (place, ranks[place - 2])


def test_a_walk_while_results_arrive_and_are_void_is_that_of_its_start(
    games: list[Game], players: list[Player]
) -> None:
    before, rng = by_sql(), Random(6)
    rows, cursor, number = [], "", 2000
    while cursor is not None:
        found = page(limit=3, **({"cursor": cursor} if cursor else {}))
        rows, cursor = rows + found["results"], found["next_cursor"]
        for _ in range(4):
            random_game(rng, players, number)
            number += 12
        void_game(game_id=rng.choice(games).id, now=LATER)
        rate()
        everybody = page(limit=100)
        assert told(everybody["results"]) == by_sql()
    assert told(rows) == before != by_sql()
    assert faults_of(POOL) == []


def test_a_walk_whose_start_is_forgotten_is_refused(games: list[Game], players: list[Player]) -> None:
    cursor = page(limit=3)["next_cursor"]
    random_game(Random(7), players, 3000)
    rate()
    assert forget_old_standings(now=LATER) == 0
    assert page(limit=3, cursor=cursor)["results"]
    assert forget_old_standings(now=LATER + KEPT_FOR) > 0
    assert code_of(ApiClient().get(f"leaderboards/{BOARD}?limit=3&cursor={cursor}")) == "bad_cursor"
    assert told(page(limit=100)["results"]) == by_sql()


def test_around_a_player_is_a_part_of_the_board(games: list[Game]) -> None:
    everybody = page(limit=100)["results"]
    for place, own in enumerate(everybody):
        for limit in (1, 4, 5, 100):
            path = f"leaderboards/{BOARD}/around/{own['player']['id']}?limit={limit}"
            rows = ApiClient().get(path).json()["results"]
            assert own in rows
            assert len(rows) == min(limit, len(everybody))
            first = everybody.index(rows[0])
            assert rows == everybody[first : first + len(rows)]
            if first > 0 and first + limit < len(everybody):
                assert place - first == (limit - 1) // 2


def test_who_is_not_listed_has_nobody_around(games: list[Game]) -> None:
    rows = ApiClient().get(f"leaderboards/{BOARD}/around/{guest().pk}").json()["results"]
    assert rows == []


def test_boards_are_listed_and_empty_ones_can_be_read(games: list[Game]) -> None:
    listed = ApiClient().get("leaderboards").json()["results"]
    assert next(board["id"] for board in listed) == BOARD
    assert {board["season"] for board in listed} >= {"all", "2026-01", "2026-02"}
    assert all(board["players"] == len(by_sql(board["season"])) for board in listed)
    assert ApiClient().get("leaderboards?season=2026-02&family=classic&speed=fast").json()["results"]
    assert ApiClient().get("leaderboards?family=persian").json()["results"] == []
    empty = page("persian.daily.bots.all", count="true")
    assert (empty["results"], empty["total_count"], empty["board"]["against"]) == ([], 0, "bots")
    assert code_of(ApiClient().get("leaderboards/classic.quick.all")) == "not_found"


class TestOnePlayer:
    def test_ratings_in_short_in_full_and_their_history(self, games: list[Game], players: list[Player]) -> None:
        player, anybody = players[0], ApiClient()
        (short,) = anybody.get(f"players/{player.pk}").json()["ratings"]
        (full,) = anybody.get(f"players/{player.pk}/ratings").json()["results"]
        row = Standing.objects.get(board__season="all", until=None, player=player)
        assert short == {"key": POOL, "rating": row.rating, "provisional": row.games < LEAST_GAMES}
        rank = next((rank for rank, name, *_ in by_sql() if name == player.name), None)
        assert (full["rating"], full["games"], full["rank"]) == (row.rating, row.games, rank)
        history, cursor = [], ""
        while cursor is not None:
            path = f"players/{player.pk}/ratings/{POOL}/history?limit=7"
            found = anybody.get(path + (f"&cursor={cursor}" if cursor else ""))
            history, cursor = history + found.json()["results"], found.json()["next_cursor"]
        assert [change["games"] for change in history] == list(range(row.games, 0, -1))
        assert history[0]["rating"] == row.rating
        assert history[-1]["before"] == 1500
        assert all(new["before"] == old["rating"] for new, old in itertools.pairwise(history))

    def test_games_that_one_may_not_know_of_are_not_named(self) -> None:
        ada, ben = guest("Ada"), guest("Ben")
        private = over([ada, ben], [100, 0], BEGAN, visibility="private")
        unlisted = over([ada, ben], [100, 0], BEGAN + timedelta(hours=1), visibility="unlisted")
        rate()
        path = f"players/{ada.pk}/ratings/{POOL}/history"

        def named(client: ApiClient) -> list[str | None]:
            return [change["game"] for change in client.get(path).json()["results"]]

        assert named(ApiClient()) == named(client_of(guest())) == [None, None]
        assert named(client_of(ben)) == [str(unlisted.id), str(private.id)]

    def test_who_was_erased_is_on_no_board(self, games: list[Game], players: list[Player]) -> None:
        now, gone = timezone.now(), players[1]
        cursor = page(limit=1)["next_cursor"]
        request_erasure(player=gone, now=now)
        erase(player_id=gone.pk, now=now + timedelta(days=15))
        names = {name for _, name, *_ in told(page(limit=100)["results"])}
        assert gone.name not in names
        assert "Deleted player" not in names
        assert str(gone.pk) not in str(page(limit=100, cursor=cursor))
        assert told(page(limit=100)["results"]) == by_sql()
        assert faults_of(POOL) == []
        void_game(game_id=games[0].id, now=LATER)  # what follows is made anew
        rate()
        assert faults_of(POOL) == []
        assert told(page(limit=100)["results"]) == by_sql()
