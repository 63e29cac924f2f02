"""Seeks that ask for a rating, among players who have played for one."""

from datetime import timedelta
from typing import Any

import pytest

import engine
from games.models import Seek
from games.ratings import rating_of
from games.services.seeks import SeekWish, create_seek, renew_seek
from players.models import Player
from scoring.services.rating import rate_games
from tests.scoring.games import BEGAN, FAST, over
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
POOL = "classic.fast"
NOW = BEGAN + timedelta(days=1)


@pytest.fixture
def strong() -> Player:
    return guest("Strong")


@pytest.fixture
def weak() -> Player:
    return guest("Weak")


@pytest.fixture(autouse=True)
def games(strong: Player, weak: Player) -> None:
    win(strong, weak)


def win(winner: Player, loser: Player, at: timedelta = timedelta()) -> None:
    over([winner, loser], [500, 100], BEGAN + at)
    rate_games(pool=POOL, now=NOW)


def sought(player: Player, preset: str = "classic", clock: Any = FAST, **wish: Any) -> Seek:
    options = engine.PRESETS[preset]
    return create_seek(player=player, wish=SeekWish(options, 2, 2, clock=clock, **wish), now=NOW)


def status_of(seek: Seek) -> str:
    seek.refresh_from_db()
    return seek.status


def test_the_rating_is_the_player_s_own_in_such_games(strong: Player, weak: Player) -> None:
    assert sought(strong).rating == rating_of(strong.pk, POOL) > 1500
    assert sought(weak, min_rating=4000).rating == rating_of(weak.pk, POOL) < 1500
    assert sought(strong, preset="pagat").rating == 1500
    assert sought(strong, clock={"mode": "daily", "turn_seconds": 86_400}).rating == 1500


def test_who_is_rated_otherwise_waits(strong: Player, weak: Player) -> None:
    picky, waiting = sought(strong, min_rating=1500), sought(weak)
    assert (status_of(picky), status_of(waiting)) == ("open", "open")
    assert sought(guest("New")).status == "matched"
    assert (status_of(picky), status_of(waiting)) == ("matched", "open")


def test_a_range_of_those_who_come_later_counts_as_well(strong: Player, weak: Player) -> None:
    waiting = sought(weak)
    assert sought(strong, min_rating=rating_of(weak.pk, POOL) + 1).status == "open"
    assert status_of(waiting) == "open"
    assert sought(strong, max_rating=rating_of(weak.pk, POOL)).status == "matched"
    assert status_of(waiting) == "matched"


def test_a_renewal_takes_the_rating_of_now(strong: Player, weak: Player) -> None:
    waiting = sought(strong, max_rating=1600)
    low = sought(weak, min_rating=rating_of(strong.pk, POOL) + 1)
    assert (status_of(waiting), status_of(low)) == ("open", "open")
    win(strong, weak, timedelta(hours=1))
    assert renew_seek(seek_id=waiting.id, player_id=strong.pk, now=NOW).status == "matched"
    assert status_of(low) == "matched"
