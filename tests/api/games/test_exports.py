"""The records of finished games, streamed, each once, to the last."""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.signals import request_finished
from django.db import close_old_connections
from django.test import override_settings
from django.utils import timezone

import engine
from games.models import Game, Seat
from games.recorded import recorded_json
from games.services.imports import import_record
from players.models import Player, TokenKind
from players.services import issue_token
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.records import played_record
from tests.service.games.table import NOW, guest, people

pytestmark = pytest.mark.django_db
PATH = "exports/games.ndjson"


@pytest.fixture
def ada() -> Player:
    return guest("Ada")


@pytest.fixture
def client(ada: Player) -> ApiClient:
    return client_of(ada)


def finished(player: Player, at: datetime, number: int = 0, **facts: Any) -> str:
    """A finished game of the player that ended then."""
    record = recorded_json(engine.record_json(played_record(number=number)))
    game = import_record(owner=player, recorded=record, seat=0, visibility="public", now=at).game
    Game.objects.filter(id=game.id).update(imported=False, **facts)
    return str(game.id)


def lines(client: ApiClient, query: str = "") -> list[Any]:
    answer = client.get(f"{PATH}?{query}")
    assert answer["Content-Type"] == "application/x-ndjson"
    text = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    return [json.loads(line) for line in text.splitlines()]


def ids(exported: list[Any]) -> list[str]:
    assert [line["type"] for line in exported] == ["record"] * (len(exported) - 1) + ["end"]
    return [line["id"] for line in exported[:-1]]


def break_off(answer: Any) -> None:
    """What a server does when its client is gone; but that the test goes on in its transaction."""
    request_finished.disconnect(close_old_connections)
    answer.close()
    request_finished.connect(close_old_connections)


def minutes(number: int) -> datetime:
    return NOW + timedelta(minutes=number)


def test_records_come_in_the_order_of_their_ends(client: ApiClient, ada: Player) -> None:
    games = [finished(ada, minutes(-number)) for number in range(3)]
    exported = lines(client)
    assert ids(exported) == games[::-1]
    assert exported[0] == {"type": "record"} | client.get(f"games/{games[2]}/record").json()
    assert exported[-1]["has_more"] is False


@pytest.mark.parametrize("query", ["", "player={ada}"])
def test_a_walk_with_the_cursor_finds_each_once_also_what_ended_meanwhile(
    client: ApiClient, ada: Player, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.views.games.exports._AT_ONCE", 2)
    games = [finished(ada, minutes(number // 2)) for number in range(7)]
    query = query.format(ada=ada.pk)
    exported = lines(client, f"{query}&limit=3")
    found = ids(exported)
    assert (len(found), exported[-1]["has_more"]) == (3, True)
    games.append(finished(ada, minutes(60)))
    while exported[-1]["has_more"]:
        exported = lines(client, f"cursor={exported[-1]['cursor']}")
        found += ids(exported)
    assert (sorted(found), len(set(found))) == (sorted(games), len(games))
    later = lines(client, f"cursor={exported[-1]['cursor']}")
    assert (ids(later), later[-1]["cursor"]) == ([], exported[-1]["cursor"])
    games.append(finished(ada, minutes(70)))
    assert ids(lines(client, f"cursor={exported[-1]['cursor']}")) == games[-1:]


def test_filters(client: ApiClient, ada: Player) -> None:
    old, new = finished(ada, minutes(0)), finished(guest("Ben"), minutes(10), rated=True)
    assert ids(lines(client, f"player={ada.pk}")) == [old]
    assert ids(lines(client, "rated=true")) == [new]
    assert ids(lines(client, "preset=classic")) == [old, new]
    assert ids(lines(client, "preset=pagat")) == []
    assert ids(lines(client, "finished_after=2026-01-05T10:05:00Z")) == [new]
    assert ids(lines(client, f"finished_before=2026-01-05T10:05:00Z&player={ada.pk}")) == [old]
    assert code_of(client.get(f"{PATH}?preset=nonsense")) == "bad_request"
    assert code_of(client.get(f"{PATH}?limit=1001")) == "bad_request"
    assert code_of(client.get(f"{PATH}?count=true")) == "unknown_parameter"


def test_what_is_no_part(client: ApiClient, ada: Player) -> None:
    finished(ada, timezone.now())  # not long enough ago
    people(2, players=[ada, guest()])  # goes on
    Game.objects.filter(id=finished(ada, minutes(0))).update(imported=True)
    hidden = finished(guest("Ben"), minutes(0), visibility="private")
    finished(guest("Ben"), minutes(0), visibility="unlisted")
    assert ids(lines(client)) == []
    Seat.objects.filter(game=hidden, seat=1).update(player=ada)
    assert ids(lines(client)) == ids(lines(client, f"player={ada.pk}")) == [hidden]


@override_settings(RATE_LIMITS_ENABLED=True)
def test_one_at_a_time(client: ApiClient, ada: Player) -> None:
    finished(ada, minutes(0))
    first = client.get(PATH)
    assert code_of(client.get(PATH)) == "rate_limited"
    break_off(first)
    assert lines(client)[-1]["type"] == "end"
    third = client.get(PATH)
    assert third.status_code == 200
    break_off(third)


def test_it_needs_its_scope(ada: Player) -> None:
    _, secret = issue_token(player=ada, kind=TokenKind.PERSONAL, scopes=["game:read"], now=NOW)
    assert code_of(ApiClient(secret).get(PATH)) == "missing_scope"
    assert code_of(ApiClient().get(PATH)) == "not_authenticated"
