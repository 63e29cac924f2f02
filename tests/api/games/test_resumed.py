"""Whoever goes on behind any event is told all that came after it and nothing twice, over stream and long-poll alike.

In one game in which everything happens, while it goes on and when it is over, as everybody who may follow it; the same
for what each player is told. With SOAK=1 behind every event by everybody, without it behind one of a few.
"""

import json
from collections.abc import Callable
from itertools import cycle
from random import Random
from typing import Any

import pytest

from games.services.telling import tell_players
from players.models import Player, PlayerKind, TokenKind
from players.services import create_app, issue_app_token, issue_token, put_app_player
from tests.api.client import ApiClient
from tests.engine.sizes import SIZED, SOAK
from tests.service.games.evening import BESIDE, Evening
from tests.service.games.table import NOW, guest, people

pytestmark = [pytest.mark.django_db, *SIZED]
CLOCK = {"mode": "live", "initial_ms": 60_000, "turn_ms": 10_000, "increment_ms": 1000}
STEPS_OF_A_BEGINNING, SAMPLE = 150, 29
HAPPENS = {"move_played", "offer_made", "player_left", "seat_changed", "timed_out", "deal_over", "game_over", *BESIDE}
Listed = list[dict[str, Any]]


class AppsEvening(Evening):
    """One of whose people belongs to an app, which has a token."""

    app_token = ""


@pytest.fixture
def evening(monkeypatch: pytest.MonkeyPatch) -> AppsEvening:
    """Three people, one of whom belongs to an app; requests are made at its time."""
    random = Random(7)
    monkeypatch.setattr("games.services.deals.new_seed", lambda: random.randbytes(32))
    ada, ben = account("Ada"), guest("Ben")
    app, secret = create_app(owner=ada, name="Club", now=NOW)
    kim = put_app_player(app=app, external_id="kim", name="Kim", now=NOW).player
    rules = {"preset": "pagat", "deal_limit": 1}
    game = people(3, players=[ada, ben, kim], rules=rules, clock=CLOCK, max_timeouts=2, takeover_level="novice")
    made = AppsEvening(game, random, talks=True)
    monkeypatch.setattr("django.utils.timezone.now", lambda: made.now)
    made.app_token = issue_app_token(app_id=app.pk, secret=secret, now=NOW)[1]
    return made


def everybody(evening: AppsEvening) -> dict[str, ApiClient]:
    """By role: each seat, whose people leave and come back, an app for one of them, and others."""
    clients = {f"seat {seat}": client_at(player, evening) for seat, player in enumerate(evening.game.players)}
    signed_in = ApiClient()
    signed_in.login(account("Chief", is_staff=True, is_superuser=True))
    acting = ActingApp(evening.app_token, evening.game.players[2])
    stranger = client_at(guest("Stranger"), evening)
    return {**clients, "app": acting, "other": stranger, "nobody": ApiClient(), "staff": signed_in}


def account(name: str, **facts: Any) -> Player:
    """A player with an account."""
    player = guest(name)
    Player.objects.filter(pk=player.pk).update(kind=PlayerKind.ACCOUNT, username=name.lower(), **facts)
    player.refresh_from_db()
    return player


class ActingApp(ApiClient):
    """An app that asks for one of its players."""

    def __init__(self, token: str, player: Player) -> None:
        super().__init__(token)
        self._acting = {"Act-As": str(player.pk)}

    def send(self, method: str, path: str, body: Any = None, **options: Any) -> Any:
        """The checked answer."""
        return super().send(method, path, body, **options | {"headers": {**options.get("headers", {}), **self._acting}})


def client_at(player: Player, evening: Evening) -> ApiClient:
    """A client with a token of the player, made at the time of the evening."""
    return ApiClient(issue_token(player=player, kind=TokenKind.GUEST, now=evening.now)[1])


def polled(client: ApiClient, path: str, after: str, limit: int = 100) -> Listed:
    """All behind a place, page by page."""
    found: Listed = []
    while True:
        page = client.get(f"{path}/events?limit={limit}" + (f"&after={after}" if after else "")).json()
        found, after = found + page["results"], page["next_cursor"]
        if not page["has_more"]:
            return found


def streamed(client: ApiClient, path: str, after: str) -> Listed:
    """The same from streams, which a server of threads ends again and again."""
    found: Listed = []
    while True:
        answer = client.get(f"{path}/stream", headers={"Last-Event-ID": after})
        lines = answer.content.decode().split("\n")
        told = [json.loads(line[6:]) for line in lines if line.startswith("data: ")][:-1]  # without the `bye`
        assert [line[4:] for line in lines if line.startswith("id: ")] == [event["id"] for event in told]
        if not told:
            return found
        found, after = found + told, told[-1]["id"]


def check_resumed(clients: dict[str, ApiClient], path: Callable[[str], str], random: Random) -> set[str]:
    """From every place, by everybody. Returns the types that were told."""
    types: set[str] = set()
    for number, (role, client) in enumerate(clients.items()):
        everything = polled(client, path(role), "")
        ids = [event["id"] for event in everything]
        assert len(set(ids)) == len(ids), role
        types |= {event["type"] for event in everything}
        limits = cycle([1, 2, 3, 7, 20, 100])
        for index in range(0 if SOAK else 3 * number, len(everything), 1 if SOAK else SAMPLE):
            rest = everything[index + 1 :]
            assert streamed(client, path(role), ids[index]) == rest, (role, ids[index])
            limit = max(next(limits), 1 if SOAK else len(rest) // 4)
            assert polled(client, path(role), ids[index], min(limit, 100)) == rest, (role, ids[index], limit)
    return types


def test_from_every_event(evening: AppsEvening) -> None:
    clients = everybody(evening)
    game = evening.game.game_id
    types: set[str] = set()
    for beginning in (True, False):
        step = 0
        while not evening.game.state.game.is_over and not (beginning and step == STEPS_OF_A_BEGINNING):
            evening.go_on()
            step += 1
            tell_players(game_id=game, now=evening.now)
        types |= check_resumed(clients, lambda role: f"games/{game}", evening.random)
        known = {role: client for role, client in clients.items() if role != "nobody"}
        assert check_resumed(known, lambda role: "me", evening.random) >= {"game_started", "turn_started"}
    assert types >= HAPPENS, HAPPENS - types
