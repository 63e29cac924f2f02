"""Rights to read a stream end with that on which they rest: a token, an app's token, a session, the player."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session

from players.models import App, AppToken, Player, Token, TokenKind
from players.services import (
    Right,
    create_app,
    create_guest,
    ended_rights,
    issue_app_token,
    issue_token,
    put_app_player,
    rotate_app_secret,
    update_app,
)

pytestmark = pytest.mark.django_db
NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
HOUR = timedelta(hours=1)


class Held:
    """A right of each kind, of players who have nothing to do with each other."""

    def __init__(self) -> None:
        guest, self.owner, self.ada = create_guest(now=NOW), account("bert"), account("ada")
        self.token, _ = issue_token(player=guest, kind=TokenKind.SESSION, now=NOW, expires_at=NOW + HOUR)
        self.app, secret = create_app(owner=self.owner, name="Club", now=NOW)
        app_token, _ = issue_app_token(app_id=self.app.pk, secret=secret, now=NOW)
        theirs = put_app_player(app=self.app, external_id="1", now=NOW).player
        self.session = SessionStore()
        self.session.create()
        Session.objects.update(expire_date=NOW + HOUR)
        key_and_hash = (str(self.session.session_key), self.ada.get_session_auth_hash())
        self.rights = {
            "token": Right(guest.pk, token_id=self.token.pk),
            "app": Right(theirs.pk, app_digest=app_token.digest),
            "session": Right(self.ada.pk, session=key_and_hash),
            "player": Right(create_guest(now=NOW).pk),
            "nobody": Right(),
        }

    def ended(self, now: datetime = NOW) -> set[str]:
        """The names of those that have ended."""
        ended = ended_rights(rights=self.rights.values(), now=now)
        return {name for name, right in self.rights.items() if right in ended}


def account(name: str) -> Player:
    return Player.objects.create_user(name, "a long password")


def another_password(held: Held) -> None:
    held.ada.set_password("another password")
    held.ada.save()


ENDS: dict[str, tuple[str, Callable[[Held], Any]]] = {
    "a token that is revoked": ("token", lambda held: Token.objects.update(revoked_at=NOW)),
    "its player is shut out": ("token", lambda held: deactivate(held.rights["token"].player_id)),
    "an app that is shut": (
        "app",
        lambda held: update_app(owner=held.owner, app_id=held.app.pk, changes={"is_active": False}, now=NOW),
    ),
    "an app whose owner is shut out": ("app", lambda held: deactivate(held.owner.pk)),
    "an app whose secret is changed": (
        "app",
        lambda held: rotate_app_secret(owner=held.owner, app_id=held.app.pk, end_former=True, now=NOW),
    ),
    "an app's player is shut out": ("app", lambda held: deactivate(held.rights["app"].player_id)),
    "a browser that signs out": ("session", lambda held: held.session.flush()),
    "another password": ("session", another_password),
    "a player without anything else": ("player", lambda held: deactivate(held.rights["player"].player_id)),
}


def deactivate(player_id: Any) -> None:
    Player.objects.filter(pk=player_id).update(is_active=False)


@pytest.mark.parametrize(("name", "end"), ENDS.values(), ids=ENDS)
def test_a_right_ends_and_the_others_stay(name: str, end: Callable[[Held], Any]) -> None:
    held = Held()
    assert held.ended() == set()
    end(held)
    assert held.ended() == {name}


def test_what_lasts_an_hour_ends_then() -> None:
    held = Held()
    assert held.ended(NOW + HOUR - timedelta(seconds=1)) == set()
    assert held.ended(NOW + HOUR) == {"token", "app", "session"}


def test_what_is_deleted_is_no_right() -> None:
    held = Held()
    Token.objects.all().delete()
    AppToken.objects.all().delete()
    App.objects.all().delete()
    assert held.ended() == {"token", "app"}
