"""A receiver that is down for an hour, by real sockets and simulated time: games go on, and nothing is lost of them."""

import json
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import count
from socket import SHUT_RDWR, socket
from typing import Any
from uuid import UUID

import pytest
import time_machine
from standardwebhooks import Webhook as Verifier

from games.cursors import Cursor
from games.models import Entry
from games.selectors.events import events_after
from games.services.resign import resign
from games.services.telling import tell_players
from games.sight import SPECTATOR
from players.hook_events import TOLD_OF_GAMES
from players.models import Delivery, Player, Webhook
from players.services import create_webhook, webhook_secret
from tests.players.webhooks.conftest import Net
from tests.players.webhooks.receiver import OK, Receiver, receiver
from tests.service.games.table import NOW, People, guest, people, set_position

pytestmark = pytest.mark.django_db
GAMES, MINUTE, HOUR = 3, timedelta(minutes=1), timedelta(hours=1)
STOCK = [rank + suit for suit in "CDH" for rank in "456789TJQK"]


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Net:
    """A clock and a sweep; messages go out for real."""
    settings.WEBHOOKS_ANYWHERE = True
    made = Net(now=NOW, monkeypatch=monkeypatch)
    monkeypatch.setattr("players.services.deliveries.ring", lambda task, *ids: made.rung.extend(ids))
    return made


@pytest.fixture
def ada(db: None) -> Player:
    return Player.objects.create_user("Ada", "a long password")


def answering(lost: Iterator[int]) -> Any:
    """Takes each message; the answer to every fifth is lost on the way."""

    def answer(connection: socket) -> None:
        if next(lost) % 5 == 4:
            connection.shutdown(SHUT_RDWR)
        else:
            connection.sendall(OK)

    return answer


def started(ada: Player) -> list[People]:
    games = [people(2, {"preset": "classic", "call": "off"}, [ada, guest("Ben")]) for _ in range(GAMES)]
    for game in games:
        position = {"turn": 0, "hands": [["2C", "2D"], ["KS", "QS"]], "stock": STOCK, "pile": ["9S"]}
        set_position(game.game_id, position)
    return games


def take_turn(game: People, now: datetime) -> None:
    """Whoever is on turn draws a card and discards it."""
    seat = game.state.playing.table.turn
    game.play(seat, "draw", now)
    drawn = Entry.objects.filter(game=game.game_id).latest("version").drawn
    game.play(seat, f"discard {drawn}", now)
    tell_players(game_id=game.game_id, now=now)


def wanted(game: People) -> list[tuple[int, str, str]]:
    """What a spectator was told of the game that Ada's webhook is to hear: version, id and type, in order."""
    events, place, has_more = [], Cursor(0, 0), True
    while has_more:
        page, place, has_more = events_after(game.state, SPECTATOR, place, 100)
        events += page
    told = [event for event in events if event["type"] in TOLD_OF_GAMES]
    mine = [event for event in told if event["type"] != "turn_started" or event["seat"] == 0]
    return [(event["version"], event["id"], event["type"]) for event in mine]


def messages_of(there: list[Receiver]) -> list[dict[str, Any]]:
    return [json.loads(body) for one in there for _, body in one.requests]


def check_signatures(webhook: Webhook, there: list[Receiver]) -> None:
    verifier = Verifier(webhook_secret(webhook=webhook, now=NOW))
    for one in there:
        for headers, body in one.requests:
            with time_machine.travel(int(headers["webhook-timestamp"]), tick=False):
                assert verifier.verify(body.decode(), headers)["id"] == headers["webhook-id"]


def test_an_hour_without_a_receiver(ada: Player, net: Net) -> None:
    numbers, there = count(), []
    with receiver(answering(numbers)) as before:
        there.append(before)
        url = before.url()
        webhook = create_webhook(owner=ada, url=url, events=TOLD_OF_GAMES, now=NOW)
        games = started(ada)
        for game in games:
            tell_players(game_id=game.game_id, now=NOW)
        net.work(MINUTE)
    assert before.requests
    taken = {message["id"] for message in messages_of(there)}
    for minute in range(60):  # nobody listens on its port
        take_turn(games[minute % GAMES], net.now)
        net.work(MINUTE)
    webhook.refresh_from_db()
    assert (webhook.is_active, webhook.failing_since is not None) == (True, True)
    assert Delivery.objects.filter(status="waiting", error="no_connection").exists()
    with receiver(answering(numbers), port=before.port) as after:
        there.append(after)
        take_turn(games[0], net.now)
        resign(game_id=games[1].game_id, player_id=ada.pk, now=net.now)
        tell_players(game_id=games[1].game_id, now=net.now)
        net.work(3 * HOUR)
    check_all_came(games, there, taken)
    check_signatures(webhook, there)


def check_all_came(games: list[People], there: list[Receiver], taken: set[str]) -> None:
    came = messages_of(there)
    once = {message["id"]: message for message in came}
    assert set(Delivery.objects.values_list("status", flat=True)) == {"delivered"}
    assert set(once) == {str(pk) for pk in Delivery.objects.values_list("pk", flat=True)}
    assert taken < set(once)
    assert len(came) > len(once)  # some came twice, as their answers were lost: to the letter, under the same id
    assert all(message == once[message["id"]] for message in came)
    told: dict[UUID, list[Any]] = defaultdict(list)
    for message in once.values():  # in the order in which they came first
        event = message["event"]
        told[UUID(message["game"])].append((event["version"], event["id"], event["type"]))
    for game in games:
        assert len(told[game.game_id]) > 10
        assert sorted(told[game.game_id], key=lambda one: one[0]) == wanted(game)
        assert told[game.game_id] == wanted(game)  # and so they need no sorting, after an hour
    assert Webhook.objects.get().failing_since is None
