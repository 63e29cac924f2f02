"""The admin shows players and tokens, changes none, and shows no secret."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone

from players.admin import ACTS_ARE_SHOWN_AFTER
from players.credentials import digest_of
from players.ids import uuid7
from players.models import App, Player, Token, TokenKind
from players.services import create_app, create_guest, issue_token, note_act

NOW = datetime(2026, 1, 5, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def token() -> Token:
    return issue_token(player=create_guest(name="Ada", now=NOW), kind=TokenKind.GUEST, now=NOW)[0]


def test_players_and_tokens_are_listed_found_and_shown(admin_client: Client, token: Token) -> None:
    assert b"Ada" in admin_client.get("/admin/players/player/?q=Ada").content
    assert b"Ada" in admin_client.get(f"/admin/players/player/?q={token.player_id}").content
    for page in ("player", f"player/{token.player_id}/change", "token", f"token/{token.id}/change"):
        answer = admin_client.get(f"/admin/players/{page}/")
        assert answer.status_code == 200
        assert token.digest.encode() not in answer.content
        assert token.player.password.encode() not in answer.content


def test_what_apps_were_given_is_found_by_app(admin_client: Client, token: Token) -> None:
    owner = Player.objects.create_user("bob", "a long password")
    app, secret = create_app(owner=owner, name="Club", redirect_uris=["https://club.example/cb"], now=NOW)
    issue_token(player=token.player, kind=TokenKind.OAUTH, app=app, now=NOW)
    found = admin_client.get(f"/admin/players/token/?q={app.pk}").content.decode()
    assert "Club" in found
    assert "guest&#x27;s device" not in found.split("<tbody>")[1].split("</tbody>")[0]
    shown = admin_client.get(f"/admin/players/app/{app.pk}/change/").content.decode()
    assert "https://club.example/cb" in shown
    assert digest_of(secret) not in shown


def test_the_newest_acts_of_apps_are_not_shown_yet(admin_client: Client) -> None:
    """Staff who plays would learn from them who has just answered a call window."""
    app, player = App.objects.create(owner=Player.objects.get(), name="Club", created_at=NOW), create_guest(now=NOW)
    old, new = timezone.now() - ACTS_ARE_SHOWN_AFTER - timedelta(seconds=1), timezone.now()
    for operation, at in (("startGame", old), ("submitMove", new)):
        note_act(app=app, player=player, operation=operation, path="/", request_id=str(uuid7()), now=at)
    page = admin_client.get("/admin/players/appact/").content.decode()
    assert "startGame" in page
    assert "submitMove" not in page


def test_nothing_is_added_changed_or_deleted(admin_client: Client, token: Token) -> None:
    for kind, row in (("player", token.player_id), ("token", token.id)):
        for page in ("add", f"{row}/delete"):
            assert admin_client.get(f"/admin/players/{kind}/{page}/").status_code == 403
        assert admin_client.post(f"/admin/players/{kind}/{row}/change/", {"name": "Eve"}).status_code == 403
    assert Player.objects.get(pk=token.player_id).name == "Ada"


def test_the_staff_alone_may_look(client: Client, token: Token) -> None:
    assert client.get("/admin/players/player/").status_code == 302
    client.force_login(token.player)
    assert client.get("/admin/players/player/").status_code == 302
