"""An outage of ours: nothing is decided by time meanwhile, and afterwards everybody has that time more."""

from datetime import timedelta

import pytest

from games.models import Heartbeat, Offer
from games.services.look import look_at
from games.services.offers import create_offer
from games.services.outages import beat
from games.services.sweep import settle_due_games
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, People, people, set_position
from tests.service.games.test_clocks import TURN, after
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


def test_where_no_worker_was_ever_seen_time_decides() -> None:
    people(2, clock=TURN)
    assert settle_due_games(now=after(16)) == 1
