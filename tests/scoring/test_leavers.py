"""Games that are left, by whatever way, and rated: the table of docs/ratings.md, played."""

from datetime import datetime, timedelta

import pytest

from games.services.bots import play_bot_turn
from games.services.offers import answer_offer, create_offer
from games.services.resign import resign
from games.services.seating import take_seat
from games.services.sweep import settle_due_games
from scoring.models import RatingChange
from scoring.replay import faults_of
from scoring.services.rating import rate_games
from tests.service.games.table import NOW, People, people, set_position

pytestmark = pytest.mark.django_db
POOL = "classic.fast"
TURN = {"mode": "live", "turn_ms": 10_000, "reserve_ms": 5_000}
BEGINNING = {"turn": 0, "hands": [["2C", "4D"], ["KD", "4S"]], "stock": ["5H", "6H", "7C", "8C"], "pile": ["9C"]}
WON = {"turn": 0, "phase": "play", "hands": [["2C"], ["KD"]], "stock": ["5H"], "pile": ["9C"], "scores": [500, 0]}


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


@pytest.fixture
def game() -> People:
    return rated()


def rated(**wish: object) -> People:
    """Two people, of whom seat 0 is to draw."""
    game = people(2, "ranked", rated=True, clock=TURN, max_timeouts=1, **wish)
    set_position(game.game_id, BEGINNING)
    if game.state.game.clock_seat != 0:
        game.play(0, "draw")
        game.play(0, "discard 5H")
        set_position(game.game_id, BEGINNING)
    return game


def places(game: People) -> list[int]:
    """The places of both when the game was rated; none, if it was not."""
    rate_games(pool=POOL, now=after(9999))
    assert faults_of(POOL) == []
    changes = RatingChange.objects.filter(game=game.game_id)
    found = {change.player_id: change.place for change in changes}
    return [found[player.pk] for player in game.players if player.pk in found]


def win_at_seat_0(game: People, now: datetime) -> None:
    set_position(game.game_id, WON, now)
    if game.state.seats[0].is_bot:
        play_bot_turn(game_id=game.game_id, version=game.state.game.version, clock=lambda: now)
    else:
        game.play(0, "discard 2C", now)
    assert game.state.game.result["winners"] == [0]


def time_out(game: People, times: int) -> datetime:
    """Seat 0 lets its time run out, once or so often that it is lost; gives a later moment."""
    settle_due_games(now=after(16))
    assert game.state.seats[0].timeouts_used == 1
    if times == 2:
        set_position(game.game_id, BEGINNING, after(17))
        settle_due_games(now=after(40))
        assert game.state.seats[0].resigned_at is not None
    return after(41)


def test_a_time_out_that_is_forgiven_is_none(game: People) -> None:
    win_at_seat_0(game, time_out(game, 1))
    assert places(game) == [1, 2]


def test_who_lost_the_seat_by_time_is_last_whatever_the_bot_wins(game: People) -> None:
    win_at_seat_0(game, time_out(game, 2))
    assert places(game) == [2, 1]


def test_so_is_who_has_resigned(game: People) -> None:
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    win_at_seat_0(game, after(1))
    assert places(game) == [2, 1]


def test_who_came_back_has_not_left(game: People) -> None:
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    take_seat(game_id=game.game_id, number=0, player=game.players[0], now=after(1))
    win_at_seat_0(game, after(2))
    assert places(game) == [1, 2]


def test_an_abandoned_game_is_lost_by_time_too() -> None:
    game = rated(leaver_policy="abandon")
    time_out(game, 2)
    assert game.state.game.status == "aborted"
    assert places(game) == [2, 1]


@pytest.mark.parametrize("policy", ["bot", "abandon"])
def test_a_game_broken_off_by_agreement_counts_for_nobody(policy: str) -> None:
    game = rated(leaver_policy=policy)
    one, other = (player.pk for player in game.players)
    version = game.state.game.version
    offer, _ = create_offer(game_id=game.game_id, player_id=one, kind="abandon", version=version, now=after(1))
    answer_offer(game_id=game.game_id, player_id=other, offer_id=offer.pk, answer="accepted", now=after(2))
    assert game.state.game.status == "aborted"
    assert places(game) == []
