"""Those who tell players what happened, at once, and beside moves: everybody is told everything once, in its order."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from typing import Any

import pytest

from games.models import Game
from games.services.telling import tell_players
from players.models import Delivery, Notification, Player, PlayerEvent
from players.services import create_webhook
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.service.games.table import NOW, People, guest, people, set_position

pytestmark = RACES
RULES = {"preset": "classic", "call": "off"}
HANDS = [["2C", "4D"], ["6H", "2S"], ["5S", "6D"]]
DAILY = {"mode": "daily", "turn_seconds": 86_400}
MANY = 6


@pytest.fixture
def players(transactional_db: None) -> list[Player]:
    ada = Player.objects.create_user("Ada", "a long password")
    create_webhook(owner=ada, url="https://club.example.org/", events=["turn_started"], now=NOW)
    return [ada, guest("Ben"), guest("Cy")]


def waiting(players: list[Player]) -> People:
    """A game of which all is told; Cy is about to end a turn, after which Ada's begins."""
    game = people(3, RULES, players, clock=DAILY)
    position = {"turn": 2, "phase": "play", "hands": HANDS, "stock": ["KD", "KS", "KC"], "pile": ["9C"]}
    set_position(game.game_id, position)
    tell_players(game_id=game.game_id, now=NOW)
    for model in (PlayerEvent, Notification, Delivery):
        model.objects.all().delete()
    return game


def telling(game: People) -> Any:
    return lambda: tell_players(game_id=game.game_id, now=NOW)


def test_it_is_told_once(players: list[Player], at_once: AtOnce) -> None:
    for _ in range(SOME_ROUNDS):
        game = waiting(players)
        game.play(2, "discard 5S")
        assert sorted(at_once(*[telling(game)] * MANY)) == [0] * (MANY - 1) + [1]
        (event,) = PlayerEvent.objects.all()
        (notice,) = Notification.objects.all()
        (delivery,) = Delivery.objects.all()
        assert (event.player, event.type) == (notice.player, notice.type) == (players[0], "turn_started")
        assert (delivery.type, delivery.version) == ("turn_started", event.facts["version"])
        assert Game.objects.get(pk=game.game_id).untold_at is None


def test_what_is_played_meanwhile_is_told_too(players: list[Player], at_once: AtOnce) -> None:
    for _ in range(SOME_ROUNDS):
        game = waiting(players)
        game.play(2, "discard 5S")
        version = game.state.game.version
        at_once(*[telling(game)] * 3, lambda: game.play(0, "draw", version=version).entry.seat, *[telling(game)] * 2)
        game.play(0, "discard 2C")
        at_once(*[telling(game)] * MANY)
        events = PlayerEvent.objects.order_by("facts__version").values_list("player", "type")
        assert list(events) == [(players[0].pk, "turn_started"), (players[1].pk, "turn_started")]
        assert Delivery.objects.count() == 1


def test_two_games_of_the_same_players_do_not_wait_for_each_other(players: list[Player], at_once: AtOnce) -> None:
    """The counters of players are locked in one order."""
    for _ in range(SOME_ROUNDS):
        games = [waiting(players), waiting(players[::-1])]
        for game in games:
            game.play(2, "discard 5S")
        at_once(*[telling(game) for game in games] * 3)
        numbers = PlayerEvent.objects.filter(player=players[0]).order_by("number").values_list("number", flat=True)
        assert PlayerEvent.objects.count() == 2
        assert len(set(numbers)) == len(numbers)
