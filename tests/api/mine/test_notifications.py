"""Notices: posted with what is told, one of a kind unread, and read."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.utils import timezone

from games.services.telling import tell_players
from players.models import Notification, Player, TokenKind
from players.services import issue_token, news_told, tell_player
from players.services.sweep import sweep_players
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.table import NOW, guest, people, set_position

pytestmark = pytest.mark.django_db
NO_CALLS = {"preset": "classic", "call": "off"}


@pytest.fixture
def ada() -> Player:
    return guest("Ada")


def tell(player: Player, news: str, game_id: UUID | None = None, **facts: Any) -> None:
    with transaction.atomic(), news_told():
        tell_player(player_id=player.pk, news=news, now=timezone.now(), game_id=game_id, facts=facts)


def read(player: Player, query: str = "") -> dict[str, Any]:
    return dict(client_of(player).get(f"me/notifications?{query}").json())


def types(player: Player, query: str = "") -> list[str]:
    return [notice["type"] for notice in read(player, query)["results"]]


@pytest.mark.parametrize(
    ("clock", "noticed"), [({"mode": "none"}, []), ({"mode": "daily", "turn_seconds": 60}, ["turn_started"])]
)
def test_a_turn_is_noticed_in_daily_games(clock: Any, noticed: list[str]) -> None:
    game = people(2, NO_CALLS, clock=clock)
    tell_players(game_id=game.game_id, now=NOW)
    assert types(game.players[game.state.playing.table.turn]) == [*noticed, "game_started"]


def test_of_a_game_one_turn_is_unread() -> None:
    game = people(2, NO_CALLS, clock={"mode": "daily", "turn_seconds": 3600})
    set_position(
        game.game_id,
        {"turn": 0, "hands": [["2C", "4C"], ["KD", "QD"]], "stock": ["5H", "6H", "7C", "8C"], "pile": ["9C"]},
    )
    tell_players(game_id=game.game_id, now=NOW)
    Notification.objects.all().delete()
    for move in ("draw", "discard 2C"):
        game.play(0, move)
    tell_players(game_id=game.game_id, now=NOW)
    (first,) = read(game.players[1], "unread=true")["results"]
    for seat, move in ((1, "draw"), (1, "discard KD"), (0, "draw"), (0, "discard 4C")):
        game.play(seat, move)
    tell_players(game_id=game.game_id, now=NOW)
    page = read(game.players[1], "unread=true")
    (second,) = page["results"]
    assert first["id"] != second["id"]
    assert (second["game"], second["seat"], second["version"]) == (str(game.game_id), 1, game.state.game.version)
    assert second["text"] == "It is your turn."
    assert page["unread_count"] == 1


def test_others_of_the_same_game_stay_unread(ada: Player) -> None:
    game_id = uuid4()
    tell(ada, "game_started", game_id)
    tell(ada, "turn_started", game_id, daily=True)
    tell(ada, "turn_started", uuid4(), daily=True)
    tell(ada, "seek_matched", game_id)
    tell(ada, "notice_posted")
    tell(ada, "notice_posted")
    assert read(ada)["unread_count"] == 6
    tell(guest("Ben"), "turn_started", game_id, daily=True)
    assert read(ada)["unread_count"] == 6


def test_what_is_read_once_is_read(ada: Player) -> None:
    for _ in range(5):
        tell(ada, "game_over", uuid4())
    client, ids = client_of(ada), [notice["id"] for notice in read(ada)["results"]]
    for _ in range(2):
        assert client.post("me/notifications/read", {"ids": [ids[0], str(uuid4())]}).json() == {"unread_count": 4}
    times = dict(Notification.objects.values_list("pk", "read_at"))
    for _ in range(2):
        assert client.post("me/notifications/read", {"up_to": ids[2]}).json() == {"unread_count": 1}
    assert [notice["id"] for notice in read(ada, "unread=true")["results"]] == [ids[1]]
    assert len(read(ada, "unread=false")["results"]) == 4
    assert Notification.objects.get(pk=ids[0]).read_at == times[UUID(ids[0])]


def test_nobody_reads_for_others(ada: Player) -> None:
    tell(ada, "game_over", uuid4())
    (notice,) = read(ada)["results"]
    other = client_of(guest("Ben"))
    for body in ({"ids": [notice["id"]]}, {"up_to": notice["id"]}):
        assert other.post("me/notifications/read", body).json() == {"unread_count": 0}
    assert read(ada)["unread_count"] == 1
    assert read(guest("Cleo"))["results"] == []


@pytest.mark.parametrize("body", [{}, {"ids": []}, {"ids": [str(uuid4())], "up_to": str(uuid4())}, {"up_to": None}])
def test_what_was_read_has_to_be_said(ada: Player, body: Any) -> None:
    assert code_of(client_of(ada).post("me/notifications/read", body)) == "bad_request"


def test_the_scope_is_needed(ada: Player) -> None:
    for scope, status in (("game:read", 403), ("notifications", 200)):
        _, secret = issue_token(player=ada, kind=TokenKind.PERSONAL, scopes=[scope], now=timezone.now())
        assert ApiClient(secret).get("me/notifications").status_code == status


def test_old_ones_are_forgotten(ada: Player) -> None:
    tell(ada, "game_over", uuid4())
    sweep_players(now=timezone.now() + timedelta(days=29))
    assert types(ada) == ["game_over"]
    sweep_players(now=timezone.now() + timedelta(days=31))
    assert types(ada) == []


def test_an_invitation_is_named_by_its_code(ada: Player) -> None:
    owner = client_of(guest("Owner"))
    game = owner.post("games", {"rules": "pagat", "seats": [{}, {}]}).json()["id"]
    invite = owner.post(f"games/{game}/invites", {"player": str(ada.pk)}).json()
    (notice,) = read(ada)["results"]
    (event,) = client_of(ada).get("me/events").json()["results"]
    for told in (notice, event):
        assert (told["type"], told["game"], told["invite"]) == ("invite_received", game, invite["code"])
    assert client_of(ada).get(f"invites/{notice['invite']}").json()["status"] == "open"
