"""The chat of a game: two rooms, who is in them, what is kept of a text, and what becomes of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.belongings import leave, told
from games.models import ChatMessage, Game
from games.services.follow import follow_game
from games.services.resign import resign
from players.models import Player, PlayerKind
from players.streaming import Follower
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import Table, client_of
from tests.service.games.table import guest

pytestmark = pytest.mark.django_db
ROOMS = ("table", "spectators")


def account(name: str, **fields: Any) -> Player:
    """A player who is no guest."""
    player = guest(name)
    player.kind, player.username = PlayerKind.ACCOUNT, name
    for field, value in fields.items():
        setattr(player, field, value)
    player.save()
    return player


@pytest.fixture
def onlooker(table: Table) -> ApiClient:
    """Somebody with an account who looks on."""
    return client_of(account("Onlooker"))


def say(client: ApiClient, table: Table, text: str = "Hello", room: str = "table", **more: Any) -> Any:
    return client.post(f"{table.path}/chat/{room}", {"text": text}, **more)


def said(client: ApiClient, table: Table, room: str = "table") -> list[Any]:
    return [message["text"] for message in client.get(f"{table.path}/chat/{room}").json()["results"]]


def heard(client: ApiClient, table: Table) -> list[Any]:
    events = client.get(f"{table.path}/events?limit=100").json()["results"]
    return [(event["type"], event["message"]["text"]) for event in events if event["message"]]


def test_what_is_said_at_the_table_is_for_those_who_sit_there(table: Table, onlooker: ApiClient) -> None:
    answer = say(table.seats[1], table, "Well played!")
    assert answer.status_code == 201
    message = answer.json()
    assert (message["seat"], message["room"], message["text"], message["removed_at"]) == (
        1,
        "table",
        "Well played!",
        None,
    )
    assert message["player"]["name"] == "Player 1"
    for client in table.seats:
        assert said(client, table) == ["Well played!"]
        assert heard(client, table) == [("chat_posted", "Well played!")]
    assert (code_of(say(onlooker, table)), code_of(say(ApiClient(), table))) == ("not_seated", "not_authenticated")
    for client in (onlooker, ApiClient()):
        assert code_of(client.get(f"{table.path}/chat/table")) == "not_seated"
        assert heard(client, table) == []


def test_players_are_not_among_the_spectators(table: Table, onlooker: ApiClient) -> None:
    assert say(onlooker, table, "Seat 0 has three kings", "spectators").json()["seat"] is None
    assert said(table.stranger, table, "spectators") == ["Seat 0 has three kings"]
    assert heard(onlooker, table) == heard(table.stranger, table) == [("chat_posted", "Seat 0 has three kings")]
    for client in table.seats:
        assert code_of(client.get(f"{table.path}/chat/spectators")) == "forbidden"
        assert code_of(say(client, table, room="spectators")) == "forbidden"
        assert heard(client, table) == []
    assert code_of(ApiClient().get(f"{table.path}/chat/spectators")) == "forbidden"
    assert heard(ApiClient(), table) == []


def test_when_the_game_is_over_both_rooms_are_open_for_a_day(table: Table, onlooker: ApiClient) -> None:
    say(table.seats[0], table, "At the table")
    say(onlooker, table, "From the outside", "spectators")
    Game.objects.update(status="finished", finished_at=timezone.now(), due_at=None, bot_due_at=None, window_id=None)
    for client in (*table.seats, onlooker, ApiClient()):
        assert [said(client, table, room) for room in ROOMS] == [["At the table"], ["From the outside"]]
        assert len(heard(client, table)) == 2
    assert say(table.seats[0], table, room="spectators").status_code == 201
    assert code_of(say(onlooker, table)) == "not_seated"
    Game.objects.update(finished_at=timezone.now() - timedelta(days=1, seconds=1))
    assert code_of(say(table.seats[0], table)) == "game_over"
    assert len(said(ApiClient(), table, "spectators")) == 2


def test_who_has_resigned_is_a_spectator(table: Table) -> None:
    resign(game_id=table.game.game_id, player_id=table.game.players[0].pk, now=timezone.now())
    assert code_of(say(table.seats[0], table)) == "not_seated"
    assert said(table.seats[0], table, "spectators") == []


def test_nothing_of_a_private_game_is_told(table: Table, onlooker: ApiClient) -> None:
    message = say(table.seats[0], table).json()["id"]
    Game.objects.update(visibility="private")
    for room in ROOMS:
        assert code_of(onlooker.get(f"{table.path}/chat/{room}")) == "not_found"
        assert code_of(say(onlooker, table, room=room)) == "not_found"
        assert code_of(onlooker.post(f"{table.path}/chat/{room}", {"nonsense": 1})) == "not_found"
        assert code_of(onlooker.delete(f"{table.path}/chat/{room}/messages/{message}")) == "not_found"
    assert code_of(table.seats[0].get(f"{table.path}/chat/kitchen")) == "not_found"


def test_chat_moves_the_tag_and_not_the_version(table: Table) -> None:
    before = table.seats[0].get(f"{table.path}/view")
    cursor = before.json()["cursor"]
    say(table.seats[1], table)
    after = table.seats[0].get(f"{table.path}/view")
    assert (after.json()["version"], after["ETag"] != before["ETag"]) == (before.json()["version"], True)
    (event,) = table.seats[0].get(f"{table.path}/events?after={cursor}").json()["results"]
    assert (event["type"], event["seat"], event["changes"]) == ("chat_posted", 1, None)
    assert event["id"] == after.json()["cursor"]
    assert table.move(0, {"type": "draw"}, version=before.json()["version"]).status_code == 201


def test_who_may_not_hear_goes_on_behind_it(table: Table, onlooker: ApiClient) -> None:
    cursor = table.seats[0].get(f"{table.path}/view").json()["cursor"]
    for number in range(3):
        say(onlooker, table, f"Number {number}", "spectators")
    page = table.seats[0].get(f"{table.path}/events?after={cursor}&limit=1").json()
    assert (page["results"], page["has_more"]) == ([], False)
    assert page["next_cursor"] == table.seats[0].get(f"{table.path}/view").json()["cursor"]
    table.move(0, {"type": "draw"})
    page = table.seats[0].get(f"{table.path}/events?after={cursor}&limit=1").json()
    assert [event["type"] for event in page["results"]] == ["move_played"]


def test_the_newest_comes_first_in_pages(table: Table) -> None:
    for number in range(5):
        say(table.seats[number % 2], table, str(number))
    page = table.seats[0].get(f"{table.path}/chat/table?limit=3&count=true").json()
    assert ([message["text"] for message in page["results"]], page["total_count"]) == (["4", "3", "2"], 5)
    say(table.seats[0], table, "later")
    rest = table.seats[0].get(f"{table.path}/chat/table?cursor={page['next_cursor']}").json()
    assert ([message["text"] for message in rest["results"]], rest["has_more"]) == (["1", "0"], False)


def test_one_key_says_it_once(table: Table) -> None:
    key = {"Idempotency-Key": "hello-once"}
    first, again = (say(table.seats[0], table, "Hello", headers=key) for _ in range(2))
    assert (first.json(), again["Idempotency-Replayed"]) == (again.json(), "true")
    assert first.json()["text"] == "Hello"
    assert ChatMessage.objects.count() == 1
    assert code_of(say(table.seats[0], table, "Something else", headers=key)) == "idempotency_key_reused"


def test_a_removed_message_has_no_text_in_any_answer(table: Table) -> None:
    key = {"Idempotency-Key": "hello-once"}
    message = say(table.seats[0], table, "Unkind", headers=key).json()["id"]
    path = f"{table.path}/chat/table/messages/{message}"
    assert code_of(table.seats[1].delete(path)) == "forbidden"
    assert [table.seats[0].delete(path).status_code for _ in range(2)] == [204, 204]
    assert said(table.seats[1], table) == [None]
    assert heard(table.seats[1], table) == [("chat_posted", None), ("chat_removed", None)]
    assert say(table.seats[0], table, "Unkind", headers=key).json()["text"] is None
    row = ChatMessage.objects.get()
    assert (row.text, row.removed_by) == ("Unkind", table.game.players[0])
    assert code_of(table.seats[0].delete(path.replace("/table/", "/spectators/"))) == "not_found"


def test_the_staff_removes_what_others_said(table: Table) -> None:
    message = say(table.seats[0], table, "Unkind").json()["id"]
    staff = account("Chief", is_staff=True)
    assert client_of(staff).delete(f"{table.path}/chat/table/messages/{message}").status_code == 204
    assert ChatMessage.objects.get().removed_by == staff


def test_who_may_not_read_a_message_learns_of_none(table: Table, onlooker: ApiClient) -> None:
    message = say(table.seats[0], table).json()["id"]
    assert code_of(onlooker.delete(f"{table.path}/chat/table/messages/{message}")) == "not_found"


def test_who_sits_down_may_take_back_what_they_said_before(onlooker: ApiClient) -> None:
    game = client_of(guest()).post("games", {"rules": {"preset": "classic"}, "seats": [{}, {}]}).json()["id"]
    message = onlooker.post(f"games/{game}/chat/spectators", {"text": "May I join?"}).json()["id"]
    assert onlooker.put(f"games/{game}/seats/1", {}).status_code == 200
    assert code_of(onlooker.get(f"games/{game}/chat/spectators")) == "forbidden"
    assert onlooker.delete(f"games/{game}/chat/spectators/messages/{message}").status_code == 204


def test_who_is_blocked_is_not_heard(table: Table) -> None:
    cursor = table.seats[0].get(f"{table.path}/view").json()["cursor"]
    say(table.seats[1], table, "Before")
    table.seats[0].put(f"me/blocks/{table.game.players[1].pk}")
    say(table.seats[1], table, "After")
    assert (said(table.seats[0], table), heard(table.seats[0], table)) == ([], [])
    assert said(table.seats[1], table) == ["After", "Before"]
    assert table.seats[0].get(f"{table.path}/events?after={cursor}").json()["results"] == []
    table.seats[0].delete(f"me/blocks/{table.game.players[1].pk}")
    assert said(table.seats[0], table) == ["After", "Before"]


def test_guests_write_where_they_sit(table: Table, settings: Any) -> None:
    assert code_of(say(table.stranger, table, room="spectators")) == "forbidden"
    assert say(table.seats[0], table).status_code == 201
    settings.GUESTS_CHAT = False
    assert code_of(say(table.seats[0], table)) == "forbidden"
    assert said(table.seats[0], table) == ["Hello"]


def test_who_is_kept_from_it_does_not_write(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.selectors.chat.may_chat", lambda player: player.name == "Player 1")
    assert code_of(say(table.seats[0], table)) == "sanctioned"
    assert say(table.seats[1], table).status_code == 201


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\u202e\u200b", "\u200d", "\u3164", "x" * 501, "\u0301", None, 5])
def test_what_says_nothing_is_refused(table: Table, text: Any) -> None:
    answer = say(table.seats[0], table, text)
    assert code_of(answer) == "bad_request"
    assert answer.json()["errors"][0]["pointer"] == "/text"
    assert not ChatMessage.objects.exists()


def test_ten_messages_a_minute(table: Table, settings: Any) -> None:
    settings.RATE_LIMITS_ENABLED = True
    answers = [say(table.seats[0], table, str(number)) for number in range(11)]
    assert [answer.status_code for answer in answers] == [201] * 10 + [429]
    assert answers[-1].json()["limit"] == "chat"
    assert say(table.seats[1], table).status_code == 201


def test_streams_tell_each_what_they_hear(table: Table, onlooker: ApiClient) -> None:
    view = table.seats[0].get(f"{table.path}/view").json()
    say(table.seats[1], table, "At the table")
    say(onlooker, table, "From the outside", "spectators")
    nobody, onlooking = Follower(None, "en", view["cursor"]), Follower(onlooker_id(), "en", view["cursor"])
    seat = Follower(table.game.players[0].pk, "en", view["cursor"])
    followed = follow_game(game_id=table.game.game_id, followers=[nobody, onlooking, seat], now=timezone.now())
    told = {follower: told_by(portion) for follower, portion in followed.portions.items()}
    assert told == {nobody: [], onlooking: ["From the outside"], seat: ["At the table"]}
    assert {portion.place for portion in followed.portions.values() if portion} == {f"v{view['version']}.2"}
    resumed = table.seats[0].get(f"{table.path}/stream?after={view['cursor']}").content
    assert (b"At the table" in resumed, b"From the outside" in resumed) == (True, False)


def onlooker_id() -> Any:
    return Player.objects.get(username="Onlooker").pk


def told_by(portion: Any) -> list[str]:
    return [event["message"]["text"] for event in portion.events]


def test_staff_who_play_do_not_read_the_spectators_in_the_admin(table: Table, onlooker: ApiClient) -> None:
    say(table.seats[1], table, "At the table")
    say(onlooker, table, "From the outside", "spectators")
    Player.objects.filter(pk=table.game.players[0].pk).update(
        kind=PlayerKind.ACCOUNT, username="seated", is_staff=True, is_superuser=True
    )
    chief = Player.objects.create_superuser("chief", "a long password")
    for player, words in ((chief, {"At the table", "From the outside"}), (table.game.players[0], {"At the table"})):
        browser = Client()
        browser.force_login(Player.objects.get(pk=player.pk))
        page = browser.get("/admin/games/chatmessage/").content.decode()
        assert {word for word in ("At the table", "From the outside") if word in page} == words


def test_chat_is_in_no_record(table: Table) -> None:
    say(table.seats[0], table, "Between us")
    say(table.seats[1], table, "Between us")
    for form in ("record", "record.txt", "record.ndjson"):
        assert b"Between us" not in table.seats[0].get(f"{table.path}/{form}").content
        assert b"chat_" not in table.seats[0].get(f"{table.path}/{form}").content


def test_what_was_said_is_exported_and_forgotten_with_its_player(table: Table) -> None:
    player, now = table.game.players[0], timezone.now()
    say(table.seats[0], table, "My address is")
    say(table.seats[1], table, "Keep it")
    (exported,) = told(player.pk)["messages"]
    assert (exported["text"], exported["room"]) == ("My address is", "table")
    leave(player.pk, now)
    leave(player.pk, now)
    assert said(table.seats[1], table) == ["Keep it", None]
    assert sorted(ChatMessage.objects.values_list("text", flat=True)) == ["", "Keep it"]
