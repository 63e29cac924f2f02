"""Long-polls on a server that lets them wait outside of its threads: asked twice, counted once."""

from typing import Any
from unittest.mock import ANY
from uuid import UUID

import pytest
from django.utils import timezone

from api import limits
from api.waiting import KEY, Asked, Wait
from games.models import Game
from games.selectors.news import seek_standings
from games.services.presence import note_presence
from players.ids import uuid7
from players.models import Token
from players.news import Feed, FeedKind, Standing
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, table_of

pytestmark = pytest.mark.django_db
DRAW = {"type": "draw"}


@pytest.fixture
def table() -> Table:
    """Two people, no calls; seat 0 is to draw."""
    made = table_of(2, rules={"preset": "classic", "call": "off"})
    made.set(turn=0, hands=[["2C", "4D"], ["KD", "4S"]], stock=["5H", "6H", "7C"], pile=["9C"])
    return made


def events_of(table: Table, wait: Wait, *, seconds: int = 20, client: ApiClient | None = None) -> Any:
    """What the request is answered this time."""
    wait.awaited = None
    environ = {"asgi.scope": {"state": {KEY: wait}}}
    path = f"{table.path}/events?wait={seconds}&after=v{table.version}.0"
    return (client or table.seats[1]).send("GET", path, **environ)


def test_without_news_the_answer_is_postponed(table: Table) -> None:
    wait = Wait()
    page = events_of(table, wait).json()
    assert wait.awaited == (Feed(FeedKind.GAME, table.game.game_id), Standing(table.version))
    assert 0 < wait.seconds_left <= 20
    assert page["results"] == []


def test_with_news_it_is_the_answer(table: Table) -> None:
    wait = Wait()
    environ = {"asgi.scope": {"state": {KEY: wait}}}
    path = f"{table.path}/events?wait=20&after=v{table.version}.0"
    table.seats[1].send("GET", path, **environ)
    table.move(0, DRAW)
    wait.awaited = None
    page = table.seats[1].send("GET", path, **environ).json()
    assert [event["type"] for event in page["results"]] == ["move_played"]
    assert wait.awaited is None


def test_that_one_has_come_oneself_is_no_news(table: Table) -> None:
    arrive(table, 1)
    wait = Wait()
    page = events_of(table, wait).json()
    assert wait.awaited == (Feed(FeedKind.GAME, table.game.game_id), Standing(table.version, 1))
    wait.give_up()
    assert events_of(table, wait).json() == page | {"server_time": ANY}
    assert [(event["type"], event["seat"]) for event in page["results"]] == [("presence_changed", 1)]
    assert page["next_cursor"] == f"v{table.version}.1"


def test_that_another_has_come_is_news_and_so_is_what_stands_behind_ones_own(table: Table) -> None:
    arrive(table, 1)
    wait = Wait()
    environ = {"asgi.scope": {"state": {KEY: wait}}}
    path = f"{table.path}/events?wait=20&after=v{table.version}.0"
    table.seats[0].send("GET", path, **environ)
    assert wait.awaited is None
    arrive(table, 0)
    table.seats[1].send("GET", path, **environ)
    assert wait.awaited is None
    table.seats[1].send("GET", f"{path}&limit=1", **environ)
    assert wait.awaited is None


def test_a_server_is_told_who_has_asked(table: Table) -> None:
    def told(client: ApiClient, path: str, **more: Any) -> Asked | None:
        wait = Wait()
        client.send(more.pop("method", "GET"), path, **{"asgi.scope": {"state": {KEY: wait}}}, **more)
        return wait.asked

    game_id, (ada, bert) = table.game.game_id, (player.pk for player in table.game.players)
    tag = table.seats[1].get(f"{table.path}/view")["ETag"]
    assert told(table.seats[1], f"{table.path}/view") == Asked(game_id, bert, True, 1)
    assert told(table.seats[1], f"{table.path}/events") == Asked(game_id, bert, True, 1)
    move = {"method": "POST", "body": {"version": table.version, "move": DRAW}}
    assert told(table.seats[0], f"{table.path}/moves/check", **move) == Asked(game_id, ada, False, None)
    assert told(table.seats[0], f"{table.path}/moves", **move) == Asked(game_id, ada, True, 0)
    asked = told(table.seats[1], f"{table.path}/view", headers={"If-None-Match": tag})
    assert asked is not None
    assert asked.player_id == bert
    assert told(ApiClient(), table.path) is None


def arrive(table: Table, seat: int) -> None:
    note_presence(listener_id=uuid7(), arrived={(table.game.game_id, seat)}, left=(), now=timezone.now())


def test_who_does_not_want_to_wait_is_answered(table: Table) -> None:
    wait = Wait()
    events_of(table, wait, seconds=0)
    assert (wait.awaited, wait.has_begun) == (None, False)


def test_whose_time_is_over_is_answered(table: Table) -> None:
    wait = Wait()
    events_of(table, wait)
    wait.give_up()
    assert events_of(table, wait).json()["results"] == []
    assert wait.awaited is None


def test_a_game_that_is_over_is_not_waited_for() -> None:
    table = table_of(2, leaver_policy="abandon")
    table.seats[0].post(f"{table.path}/resign")
    wait = Wait()
    events_of(table, wait)
    assert wait.awaited is None


@pytest.mark.usefixtures("limits")
def test_the_request_is_counted_once(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[Any] = []
    charge = limits.charge
    monkeypatch.setattr(limits, "charge", lambda *values, **more: counted.append(values) or charge(*values, **more))
    wait = Wait()
    first = events_of(table, wait)
    again = events_of(table, wait)
    assert first["RateLimit"] == again["RateLimit"]
    assert len(counted) == 1


@pytest.mark.usefixtures("limits")
def test_a_caller_waits_a_few_times_at_once(table: Table) -> None:
    waits = [Wait() for _ in range(10)]
    assert {events_of(table, wait).status_code for wait in waits} == {200}
    assert {events_of(table, wait).status_code for wait in waits} == {200}  # asked again, they wait on
    refused = events_of(table, Wait())
    assert (code_of(refused), refused.json()["limit"]) == ("rate_limited", "long_polls")
    assert events_of(table, Wait(), client=table.seats[0]).status_code == 200
    waits[0].close()
    assert events_of(table, Wait()).status_code == 200


@pytest.mark.usefixtures("limits")
def test_an_answer_at_once_takes_no_place(table: Table) -> None:
    assert {events_of(table, Wait(), seconds=0).status_code for _ in range(12)} == {200}


def test_a_token_that_was_ended_meanwhile_hears_nothing(table: Table) -> None:
    wait = Wait()
    events_of(table, wait)
    Token.objects.all().delete()
    assert code_of(events_of(table, wait)) == "not_authenticated"
    assert wait.awaited is None


def test_the_log_has_one_line(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", logger="rummy.request")
    wait = Wait()
    events_of(table, wait)
    assert not caplog.records
    wait.give_up()
    events_of(table, wait)
    assert len(caplog.records) == 1


def test_a_place_that_is_none_is_told_to_those_who_may_see_the_game(table: Table) -> None:
    assert code_of(table.seats[0].get(f"{table.path}/events?after=nowhere")) == "bad_cursor"
    Game.objects.update(visibility="private")
    assert code_of(table.stranger.get(f"{table.path}/events?after=nowhere")) == "not_found"


def test_a_seek_is_waited_for_while_it_is_open(table: Table) -> None:
    wait, (ada, ben) = Wait(), table.seats
    environ = {"asgi.scope": {"state": {KEY: wait}}}
    wish = {"rules": "quick", "min_seats": 2}
    seek = UUID(ada.post("seeks", wish).json()["id"])
    assert ada.send("GET", f"seeks/{seek}?wait=20", **environ).json()["status"] == "open"
    assert wait.awaited is not None
    feed, told = wait.awaited
    assert feed == (FeedKind.SEEK, seek)
    now = timezone.now()
    assert not seek_standings([seek])[seek].is_news(told, now, now)
    ben.post("seeks", wish)
    assert seek_standings([seek])[seek].is_news(told, now, now)
    wait.awaited = None
    assert ada.send("GET", f"seeks/{seek}?wait=20", **environ).json()["status"] == "matched"
    assert wait.awaited is None
