"""A void game is as if it had never been played, wherever results, ratings, boards and statistics are told."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from games.models import Game
from games.services.seeks import rating_of
from games.services.void import void_game
from players.models import Player
from scoring.replay import faults_of
from scoring.services.rating import rate_games
from tests.api.client import ApiClient
from tests.api.games.tables import client_of
from tests.engine.sizes import SIZED, SOAK
from tests.scoring.games import BEGAN, over, random_game
from tests.service.games.table import guest

pytestmark = [pytest.mark.django_db, *SIZED]
POOL, OTHER_POOL = "classic.fast", "joker.daily"
LATER = BEGAN + timedelta(days=90)
_MOMENTS = ("computed_at", "server_time")
OF_ALL = ("leaderboards?limit=100", "leaderboards?family=joker&limit=100", "leaderboards?season=2026-03")
OF_A_BOARD = tuple(f"leaderboards/{POOL}.{season}" for season in ("all", "2026-01", "2026-02", "2026-03"))
OF_A_PLAYER = (
    *("", "/ratings", "/statistics", f"/ratings/{POOL}/history?limit=100", f"/ratings/{OTHER_POOL}/history"),
    *("/games?status=finished&limit=100&count=true", "/games?result=won&limit=100", "/games?result=left&limit=100"),
)


@pytest.fixture
def players() -> list[Player]:
    return [guest(f"Player {number}") for number in range(5)]


def rate() -> None:
    for pool in (POOL, OTHER_POOL):
        rate_games(pool=pool, now=LATER)
        assert faults_of(pool) == []


def everything(players: Sequence[Player]) -> dict[str, Any]:
    """All that anybody, and each of these players, is told."""
    paths = [*OF_ALL, *(f"{board}?limit=100&count=true" for board in OF_A_BOARD)]
    for player in players:
        paths += [f"players/{player.pk}{part}" for part in OF_A_PLAYER]
        paths += [f"{board}/around/{player.pk}?limit=5" for board in OF_A_BOARD]
    told: dict[str, Any] = {path: timeless(ApiClient().get(path).json()) for path in paths}
    for player in players:
        own = client_of(player)
        told |= {f"{player.pk} {path}": timeless(own.get(path).json()) for path in ("me", "me/turns")}
        told |= {f"{player.pk} seeks in {pool}": rating_of(player.pk, pool) for pool in (POOL, OTHER_POOL)}
    return told


def timeless(told: Any) -> Any:
    """Without the moment at which it was told, and without what is void."""
    if isinstance(told, dict):
        return {name: timeless(value) for name, value in told.items() if name not in _MOMENTS}
    if isinstance(told, list):
        return [timeless(one) for one in told if not (isinstance(one, dict) and one.get("status") == "voided")]
    return told


def disturbing(rng: Random, players: Sequence[Player], number: int) -> list[Game]:
    """Games before, among and behind the others: in their pool and in another one, some of them left or broken off."""
    at = BEGAN + timedelta(hours=6 * number)
    ada, ben, *_ = rng.sample(list(players), 3)
    elsewhere = {"preset": "pagat", "pool": OTHER_POOL, "clock": {"mode": "daily", "turn_seconds": 600}}
    return [
        random_game(rng, players, rng.randrange(-30, 400)),
        random_game(rng, players, rng.randrange(400, 1400)),
        over([ada, ben], [510, 20], at, left={0: at}),
        over([ada, ben], [510, 20], at, **elsewhere),
        over([ben, ada], [0, 0], BEGAN + timedelta(days=60)),  # in a month of its own
        over([ben, ada], [0, 0], at, left={1: at}, status="aborted", leaver_policy="abandon"),
    ]


@pytest.mark.parametrize("seed", range(20 if SOAK else 1))
def test_it_is_as_if_never_played_everywhere(players: list[Player], seed: int) -> None:
    rng = Random(seed)
    for number in range(40):
        random_game(rng, players, number * 30)
    rate()
    before = everything(players)
    disturbed = disturbing(rng, players, seed * 10)
    rate()
    assert everything(players) != before
    rng.shuffle(disturbed)
    for game in disturbed[:3]:
        void_game(game_id=game.id, now=LATER)
        rate()
    for game in disturbed[3:]:
        void_game(game_id=game.id, now=LATER)
    rate()
    after = everything(players)
    assert {path: told for path, told in after.items() if told != before[path]} == {}


def test_one_that_is_void_before_it_was_rated_leaves_no_trace(players: list[Player]) -> None:
    over(players[:2], [100, 0], BEGAN)
    rate()
    before = everything(players)
    void_game(game_id=over(players[1:4], [0, 40, 90], BEGAN - timedelta(days=20)).id, now=LATER)
    rate()
    assert everything(players) == before
