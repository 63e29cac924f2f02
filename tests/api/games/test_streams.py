"""Streams as a view begins them: who may open one, and what it tells. A server of threads ends them with a `bye`."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from api.streaming import Opening
from api.waiting import KEY, Wait
from games.models import Game
from games.services.follow import follow_game
from players.models import Player, Token
from players.streaming import Follower
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, table_of
from tests.service.games.followers import later_view

pytestmark = pytest.mark.django_db
DRAW = {"type": "draw"}


@pytest.fixture
def table() -> Table:
    """Two people, no calls; seat 0 is to draw."""
    made = table_of(2, rules={"preset": "classic", "call": "off"})
    made.set(turn=0, hands=[["2C", "4D"], ["KD", "4S"]], stock=["5H", "6H", "7C"], pile=["9C"])
    return made


def frames(content: bytes) -> list[dict[str, str]]:
    """The fields of each block that is sent."""
    blocks = [block for block in content.decode().split("\n\n") if block and not block.startswith(":")]
    return [dict(line.split(": ", 1) for line in block.split("\n")) for block in blocks]


def events(content: bytes) -> list[dict[str, Any]]:
    """What is told, but for how long to wait before one comes again."""
    return [json.loads(frame["data"]) for frame in frames(content) if "data" in frame]


def test_it_begins_with_a_snapshot_and_ends_where_it_cannot_be_held_open(table: Table) -> None:
    answer = table.seats[0].get(f"{table.path}/stream")
    retry, snapshot, bye = frames(answer.content)
    assert (answer.status_code, answer["Content-Type"]) == (200, "text/event-stream")
    assert (answer["Cache-Control"], answer["X-Accel-Buffering"]) == ("no-store", "no")
    assert retry == {"retry": "2000"}
    assert (snapshot["event"], snapshot["id"]) == ("snapshot", json.loads(snapshot["data"])["id"])
    assert (bye["event"], "id" in bye, json.loads(bye["data"])["reason"]) == ("bye", False, "reconnect")


def test_the_snapshot_is_the_game_and_the_own_view(table: Table) -> None:
    for client in (*table.seats, table.stranger, ApiClient()):
        told = events(client.get(f"{table.path}/stream").content)[0]
        view, game = (client.get(f"{table.path}{part}").json() for part in ("/view", ""))
        assert told["view"] | {"server_time": ""} == view | {"server_time": ""}
        assert (told["game"], told["seat"], told["id"]) == (game, view["seat"], view["cursor"])


def test_before_the_first_deal_there_is_no_view(guest: ApiClient) -> None:
    body = {"rules": {"preset": "classic"}, "seats": [{}, {}]}
    game = guest.post("games", body).json()
    told = events(guest.get(f"games/{game['id']}/stream").content)[0]
    assert (told["view"], told["game"]) == (None, game)


@pytest.mark.parametrize("way", ["header", "parameter", "both"])
def test_it_goes_on_behind_a_place_with_what_the_long_poll_tells(table: Table, way: str) -> None:
    first = table.seats[1].get(f"{table.path}/events").json()["results"][2]["id"]
    table.move(0, DRAW)
    headers = {} if way == "parameter" else {"Last-Event-ID": first}
    query = {"header": "", "parameter": f"?after={first}", "both": "?after=v1.0"}[way]
    answer = table.seats[1].get(f"{table.path}/stream{query}", headers=headers)
    told = frames(answer.content)[1:-1]
    listed = table.seats[1].get(f"{table.path}/events?after={first}").json()["results"]
    assert [json.loads(frame["data"]) for frame in told] == listed
    assert [(frame["id"], frame["event"]) for frame in told] == [(event["id"], event["type"]) for event in listed]
    assert listed


def test_a_place_that_is_not_known_gives_a_snapshot_that_says_so(table: Table) -> None:
    for last in ("v99.0", "nonsense", f"v{table.version}.3"):
        told = events(table.seats[0].get(f"{table.path}/stream", headers={"Last-Event-ID": last}).content)[0]
        assert (told["type"], told["reason"]) == ("snapshot", "unknown_place"), last


def test_nor_is_it_a_silent_gap_of_the_long_poll(table: Table) -> None:
    for client in (*table.seats, table.stranger):
        page = client.get(f"{table.path}/events?wait=25&limit=1&after=v99.0").json()
        (told,) = page["results"]
        streamed = events(client.get(f"{table.path}/stream?after=v99.0").content)[0]
        times = {"at": "", "server_time": "", "view": streamed["view"]}
        assert told | times == streamed | times
        assert later_view({}, told) | {"server_time": ""} == streamed["view"] | {"server_time": ""}
        assert (page["next_cursor"], page["has_more"]) == (told["view"]["cursor"], False)
        assert client.get(f"{table.path}/events?after={page['next_cursor']}").json()["results"] == []


def test_a_place_in_the_address_that_is_none_is_refused(table: Table) -> None:
    assert code_of(table.seats[0].get(f"{table.path}/stream?after=nonsense")) == "bad_cursor"


@pytest.mark.parametrize("accepted", ["application/json", "text/html", "text/event-stream", "*/*"])
def test_it_does_not_ask_what_is_accepted(table: Table, accepted: str) -> None:
    assert table.seats[0].get(f"{table.path}/stream", headers={"Accept": accepted}).status_code == 200
    refused = ApiClient().get(f"games/{uuid4()}/stream", headers={"Accept": accepted})
    assert (refused.status_code, code_of(refused)) == (404, "not_found")


def test_a_private_game_is_not_there_for_others(table: Table) -> None:
    Game.objects.update(visibility="private")
    assert code_of(table.stranger.get(f"{table.path}/stream")) == "not_found"
    assert code_of(ApiClient("rum_gst_x").get(f"{table.path}/stream")) == "not_authenticated"
    assert table.seats[0].get(f"{table.path}/stream").status_code == 200


class TestTickets:
    def made(self, table: Table, path: str = "") -> str:
        answer = table.seats[0].post("me/stream-tickets", {"resource": f"/api/v1/{path or table.path}/stream"})
        return str(answer.json()["ticket"])

    def test_open_one_stream_once_as_who_made_them(self, table: Table) -> None:
        path = f"{table.path}/stream?ticket={self.made(table)}"
        told = events(ApiClient().get(path).content)[0]
        assert (told["seat"], told["view"]["hand"]) == (0, ["2C", "4D"])
        assert code_of(ApiClient().get(path)) == "not_authenticated"

    def test_open_no_other_stream(self, table: Table) -> None:
        assert code_of(ApiClient().get(f"{table.path}/stream?ticket={self.made(table, 'me')}")) == "not_authenticated"

    def test_end_with_the_token(self, table: Table) -> None:
        path = f"{table.path}/stream?ticket={self.made(table)}"
        Token.objects.update(revoked_at=timezone.now())
        assert code_of(ApiClient().get(path)) == "token_revoked"


def opened(table: Table, client: ApiClient, query: str = "") -> Opening:
    """What a server that holds streams open is told."""
    wait = Wait()
    client.get(f"{table.path}/stream{query}", **{"asgi.scope": {"state": {KEY: wait}}})
    assert wait.stream is not None
    return wait.stream


def test_a_server_that_can_hold_it_open_is_told_how_to_go_on(table: Table) -> None:
    opening = opened(table, table.seats[1])
    assert (opening.feed.id, opening.seat) == (table.game.game_id, 1)
    assert opening.follower.player_id == opening.right.player_id == table.game.players[1].pk
    assert opening.right.token_id == Token.objects.get(player=table.game.players[1]).pk
    table.move(0, DRAW)
    portion = follow_game(game_id=table.game.game_id, followers={opening.follower}, now=timezone.now()).portions[
        opening.follower
    ]
    assert portion is not None
    assert [event["type"] for event in portion.events] == ["move_played"]


def test_head_opens_none(table: Table) -> None:
    wait = Wait()
    table.seats[0].send("HEAD", f"{table.path}/stream", **{"asgi.scope": {"state": {KEY: wait}}})
    assert wait.stream is None


def test_a_browser_follows_by_its_session(table: Table) -> None:
    browser = ApiClient()
    browser.login(Player.objects.get(pk=table.game.players[0].pk))
    right = opened(table, browser).right
    assert (right.player_id, right.token_id) == (table.game.players[0].pk, None)
    assert right.session is not None


@pytest.mark.usefixtures("limits")
def test_a_token_has_ten_streams_at_once(table: Table) -> None:
    waits = [Wait() for _ in range(10)]
    for wait in waits:
        answer = table.seats[0].get(f"{table.path}/stream", **{"asgi.scope": {"state": {KEY: wait}}})
        assert answer.status_code == 200
    refused = table.seats[0].get(f"{table.path}/stream")
    assert (code_of(refused), refused.json()["limit"]) == ("rate_limited", "streams")
    assert table.seats[1].get(f"{table.path}/stream").status_code == 200
    waits[0].close()
    assert table.seats[0].get(f"{table.path}/stream").status_code == 200
    assert table.seats[0].get(f"{table.path}/stream").status_code == 200, "one that was ended takes no place"
    for wait in waits:
        wait.close()


class TestFollowing:
    def followed(self, table: Table, *followers: Follower) -> Any:
        return follow_game(game_id=table.game.game_id, followers=followers, now=timezone.now())

    def test_equal_viewers_are_told_the_very_same(self, table: Table) -> None:
        place = f"v{table.version}.0"
        table.move(0, DRAW)
        nobody, other = Follower(None, "en", place), Follower(uuid4(), "en", place)
        seat = Follower(table.game.players[0].pk, "en", place)
        late = Follower(None, "en", "v1.0")
        portions = self.followed(table, nobody, other, seat, late).portions
        assert portions[nobody] is portions[other]
        assert (portions[nobody].events[0]["drawn"], portions[seat].events[0]["drawn"]) == (None, "5H")
        assert len(portions[late].events) > len(portions[nobody].events)

    def test_who_may_not_see_the_game_any_more_is_told_so(self, table: Table) -> None:
        Game.objects.update(visibility="private")
        place = f"v{table.version}.0"
        nobody, seat = Follower(None, "en", place), Follower(table.game.players[0].pk, "en", place)
        portions = self.followed(table, nobody, seat).portions
        assert portions[nobody] is None
        assert portions[seat].events == []

    def test_a_game_that_is_not_there_is_hidden(self, table: Table) -> None:
        nobody = Follower(None, "en", "v1.0")
        followed = follow_game(game_id=uuid4(), followers=[nobody], now=timezone.now())
        assert followed.portions == {nobody: None}
