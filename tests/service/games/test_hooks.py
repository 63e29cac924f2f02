"""What webhooks are told of games: each thing once, in order, and in no game that nobody wants to hear of."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from games.models import Game, Visibility
from games.services.offers import cancel_offer, create_offer
from games.services.resign import resign
from games.services.seating import leave_seat
from games.services.telling import tell_players
from players.hook_events import WEBHOOK_EVENTS
from players.models import App, Delivery, Player
from players.services import create_app, create_webhook, put_app_player, update_webhook
from tests.service.games.table import NOW, People, gathered, guest, people, set_position

pytestmark = pytest.mark.django_db
PLAIN = {"preset": "classic", "call": "off"}


@pytest.fixture
def ada() -> Player:
    return Player.objects.create_user("Ada", "a long password")


@pytest.fixture
def club(ada: Player) -> App:
    return create_app(owner=ada, name="Club", now=NOW)[0]


def hooked(owner: Any, *events: str) -> Any:
    url = "https://club.example.org/hooks"
    return create_webhook(owner=owner, url=url, events=events or WEBHOOK_EVENTS, now=NOW)


def table(*players: Player, **wish: Any) -> People:
    """A game of these and a guest, the first to move."""
    game = people(len(players) + 1, rules=PLAIN, players=[*players, guest("Ben")], **wish)
    set_position(
        game.game_id, {"turn": 0, "hands": [["2C", "4D"], ["KD", "4S"]], "stock": ["5H", "6H"], "pile": ["9C"]}
    )
    return game


def told(game: People) -> list[dict[str, Any]]:
    """All that was ordered for the game, in order."""
    tell_players(game_id=game.game_id, now=NOW)
    rows = Delivery.objects.filter(game=game.game_id).order_by("id")
    return [json.loads(row.body) for row in rows]


def types(game: People) -> list[str]:
    return [message["type"] for message in told(game)]


def test_a_game_is_told_from_its_start_to_its_end(ada: Player) -> None:
    hooked(ada)
    game = table(ada)
    game.play(0, "draw")
    game.play(0, "discard 2C")
    game.play(1, "draw")
    game.play(1, "discard KD")
    assert types(game)[-1] == "turn_started"
    resign(game_id=game.game_id, player_id=ada.pk, now=NOW)
    messages = told(game)
    assert [message["type"] for message in messages if message["type"] != "turn_started"] == [
        *("game_started", "player_left"),
    ]
    versions = [message["event"]["version"] for message in messages]
    assert versions == sorted(versions)
    assert told(game) == messages


def test_a_turn_is_told_to_its_player_alone(ada: Player) -> None:
    hooked(ada, "turn_started")
    game = table(ada)
    game.play(0, "draw")
    game.play(0, "discard 2C")
    before = len(told(game))
    game.play(1, "draw")
    game.play(1, "discard KD")
    *_, last = told(game)
    assert len(told(game)) == before + 1
    assert (last["type"], last["event"]["seat"]) == ("turn_started", 0)
    assert last["players"] == [{"id": str(ada.pk), "external_id": None, "seat": 0}]


def test_an_app_is_told_of_its_players_by_its_own_names(club: App) -> None:
    before = put_app_player(app=club, external_id="bea", name="Bea", now=NOW).player
    hooked(club, "game_started")
    after = put_app_player(app=club, external_id="kim", name="Kim", now=NOW).player
    game = people(3, rules=PLAIN, players=[guest("Ben"), before, after])
    (message,) = told(game)
    names = [(player["external_id"], player["seat"]) for player in message["players"]]
    assert sorted(names) == [("bea", 1), ("kim", 2)]


@pytest.mark.parametrize("delay", [0, 5])
def test_who_has_left_is_not_told_before_others_who_look_on(ada: Player, delay: int) -> None:
    hooked(ada, "offer_made", "player_left", "game_aborted")
    game = people(4, rules=PLAIN, players=[ada, guest("Ben"), guest("Cy"), guest("Di")], spectator_delay_moves=delay)
    resign(game_id=game.game_id, player_id=ada.pk, now=NOW)
    version = game.state.game.version
    create_offer(game_id=game.game_id, player_id=game.players[1].pk, kind="pause", version=version, now=NOW)
    resign(game_id=game.game_id, player_id=game.players[2].pk, now=NOW)
    Game.objects.update(leaver_policy="abandon")
    resign(game_id=game.game_id, player_id=game.players[3].pk, now=NOW)
    others = [] if delay else ["offer_made", "player_left", "player_left"]
    assert types(game) == ["player_left", *others, "game_aborted"]


def test_who_leaves_an_open_game_is_told(club: App) -> None:
    hooked(club, "player_left")
    kim = put_app_player(app=club, external_id="kim", name="Kim", now=NOW).player
    game = gathered([guest("Ben"), kim], PLAIN)
    leave_seat(game_id=game.game_id, number=1, player_id=kim.pk, now=NOW)
    (message,) = told(game)
    assert message["players"] == [{"id": str(kim.pk), "external_id": "kim", "seat": 1}]


def test_what_does_not_raise_the_version_is_told_too(ada: Player) -> None:
    hooked(ada, "offer_made")
    game = table(ada)
    told(game)
    for _ in range(2):
        state = game.state
        offer, _ = create_offer(
            game_id=game.game_id,
            player_id=game.players[1].pk,
            kind="pause",
            version=state.game.version,
            now=NOW,
        )
        cancel_offer(game_id=game.game_id, player_id=game.players[1].pk, offer_id=offer.pk, now=NOW)
    messages = told(game)
    assert [message["type"] for message in messages] == ["offer_made", "offer_made"]
    assert len({message["event"]["id"] for message in messages}) == 2


def test_a_game_for_itself_is_told_to_its_own(ada: Player) -> None:
    hooked(ada, "game_started")
    game = table(ada)
    Game.objects.filter(id=game.game_id).update(visibility=Visibility.PRIVATE)
    assert types(game) == ["game_started"]
    assert types(table(guest("Cy"))) == []


def test_nobody_is_told_of_what_was_before(ada: Player) -> None:
    game = table(ada)
    game.play(0, "draw")
    later = NOW + timedelta(seconds=1)
    create_webhook(owner=ada, url="https://club.example.org/", events=WEBHOOK_EVENTS, now=later)
    game.play(0, "discard 2C", later)
    game.play(1, "draw", later)
    game.play(1, "discard KD", later)
    assert types(game) == ["turn_started"]


def test_who_is_stopped_is_told_nothing(ada: Player) -> None:
    webhook = hooked(ada)
    update_webhook(owner=webhook.player, webhook_id=webhook.pk, changes={"is_active": False}, now=NOW)
    assert types(table(ada)) == []


def test_what_fails_is_told_the_next_time(ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    hooked(ada, "game_started")
    game = table(ada)

    def fail(**_: Any) -> None:
        raise RuntimeError

    with monkeypatch.context() as broken:
        broken.setattr("games.services.hooks.tell_webhooks", fail)
        with pytest.raises(RuntimeError), transaction.atomic():
            tell_players(game_id=game.game_id, now=NOW)
    assert types(game) == ["game_started"]
