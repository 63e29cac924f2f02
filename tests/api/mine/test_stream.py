"""What a player is told, as a stream: first what waits for them, or what was missed."""

import json
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from api.streaming import read_feed
from api.waiting import KEY, Wait
from players.models import PlayerEvent
from players.services.events import news_told, tell_player
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, table_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def table() -> Table:
    """Two people; seat 0 is to draw."""
    made = table_of(2, rules={"preset": "classic", "call": "off"}, clock={"mode": "daily", "turn_seconds": 3600})
    made.set(turn=0, hands=[["2C", "4D"], ["KD", "4S"]], stock=["5H", "6H", "7C"], pile=["9C"])
    return made


def tell(table: Table, seat: int, *news: str) -> None:
    with transaction.atomic(), news_told():
        for one in news:
            tell_player(player_id=table.game.players[seat].pk, news=one, now=timezone.now())


def told(client: ApiClient, query: str = "", **options: Any) -> list[dict[str, Any]]:
    """All but the `bye` at the end."""
    answer = client.get(f"me/stream{query}", **options)
    assert answer["Content-Type"] == "text/event-stream"
    lines = answer.content.decode().split("\n")
    events = [json.loads(line[6:]) for line in lines if line.startswith("data: ")]
    assert (events[-1]["type"], events[-1]["reason"]) == ("bye", "reconnect")
    return events[:-1]


def test_it_begins_with_what_waits(table: Table) -> None:
    tell(table, 0, "notice_posted")
    (snapshot,) = told(table.seats[0])
    assert (snapshot["type"], snapshot["reason"]) == ("snapshot", None)
    assert snapshot["turns"] == table.seats[0].get("me/turns").json()["results"]
    assert [turn["game"] for turn in snapshot["turns"]] == [str(table.game.game_id)]
    assert told(table.seats[0], f"?after={snapshot['id']}") == []
    assert told(table.seats[1])[0]["turns"] == []


@pytest.mark.parametrize("way", ["header", "parameter"])
def test_it_goes_on_with_what_the_long_poll_tells(table: Table, way: str) -> None:
    PlayerEvent.objects.all().delete()
    tell(table, 0, *["notice_posted"] * 4)
    listed = table.seats[0].get("me/events").json()["results"]
    for index, event in enumerate(listed):
        place = event["id"]
        found = (
            told(table.seats[0], headers={"Last-Event-ID": place})
            if way == "header"
            else told(table.seats[0], f"?after={place}")
        )
        assert found == listed[index + 1 :]


def test_a_place_that_is_not_known_or_was_forgotten_gives_a_snapshot(table: Table) -> None:
    tell(table, 0, *["notice_posted"] * 3)
    first = table.seats[0].get("me/events").json()["results"][0]["id"]
    for place in ("n999", "nonsense"):
        assert told(table.seats[0], headers={"Last-Event-ID": place})[0]["reason"] == "unknown_place"
    PlayerEvent.objects.filter(number=int(first[1:]) + 1).delete()
    assert told(table.seats[0], headers={"Last-Event-ID": first})[0]["reason"] == "forgotten"
    assert code_of(table.seats[0].get("me/stream?after=nonsense")) == "bad_cursor"


def test_it_is_for_those_who_say_who_they_are(table: Table) -> None:
    assert code_of(ApiClient().get("me/stream")) == "not_authenticated"
    made = table.seats[1].post("me/stream-tickets", {"resource": "/api/v1/me/stream"}).json()
    assert told(ApiClient(), f"?ticket={made['ticket']}")[0]["turns"] == []
    assert code_of(ApiClient().get(f"me/stream?ticket={made['ticket']}")) == "not_authenticated"


def test_who_holds_it_open_is_told_the_rest(table: Table) -> None:
    wait = Wait()
    table.seats[0].get("me/stream", **{"asgi.scope": {"state": {KEY: wait}}})
    opening = wait.stream
    assert opening is not None
    tell(table, 0, "notice_posted")
    tell(table, 1, "notice_posted")
    read = read_feed(opening.feed, [opening.follower], timezone.now())
    frames = read.frames[opening.follower]
    assert frames is not None
    assert frames.content.count(b"event: notice_posted") == 1
    assert read.standing.version == int(frames.place[1:])
