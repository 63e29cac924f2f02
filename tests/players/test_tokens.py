"""Tokens: shown once, stored hashed, ended at once."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

import pytest

from players.credentials import Prefix, repeatable_secret
from players.errors import DomainError
from players.models import Player, Token, TokenKind
from players.services import (
    authenticate,
    create_guest,
    issue_personal_token,
    issue_token,
    revoke_token,
    revoke_token_of,
    update_profile,
    upgrade_guest,
)

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
pytestmark = pytest.mark.django_db


@pytest.fixture
def guest() -> Player:
    return create_guest(now=NOW)


def test_a_token_is_known_by_its_secret(guest: Player) -> None:
    token, secret = issue_token(player=guest, kind=TokenKind.GUEST, now=NOW)
    found = authenticate(secret=secret, now=NOW)
    assert (found.id, found.player) == (token.id, guest)


def test_the_secret_is_long_has_its_prefix_and_is_stored_nowhere(guest: Player) -> None:
    _, secret = issue_token(player=guest, kind=TokenKind.PERSONAL, now=NOW)
    assert secret.startswith("rum_pat_")
    assert len(secret) == len("rum_pat_") + 43
    row = Token.objects.values().get()
    assert secret not in str(row)
    assert secret.removeprefix("rum_pat_") not in str(row)


def refusal(secret: str, now: datetime = NOW) -> str:
    with pytest.raises(DomainError) as refused:
        authenticate(secret=secret, now=now)
    assert secret not in str(refused.value)
    return refused.value.code


def test_an_unknown_token_is_refused(guest: Player) -> None:
    assert refusal("rum_gst_nonsense") == "not_authenticated"


def test_a_token_expires(guest: Player) -> None:
    _, secret = issue_token(player=guest, kind=TokenKind.PERSONAL, now=NOW, expires_at=NOW + timedelta(days=1))
    authenticate(secret=secret, now=NOW + timedelta(hours=23))
    assert refusal(secret, NOW + timedelta(days=1)) == "token_expired"


def test_a_revoked_token_ends_at_once(guest: Player) -> None:
    token, secret = issue_token(player=guest, kind=TokenKind.GUEST, now=NOW)
    revoke_token(token=token, now=NOW)
    assert refusal(secret) == "token_revoked"


def test_a_player_who_was_shut_out_has_no_token(guest: Player) -> None:
    _, secret = issue_token(player=guest, kind=TokenKind.GUEST, now=NOW)
    Player.objects.update(is_active=False)
    assert refusal(secret) == "token_revoked"


def test_its_use_is_noted_once_an_hour_at_most(guest: Player, django_assert_num_queries) -> None:
    _, secret = issue_token(player=guest, kind=TokenKind.GUEST, now=NOW)
    with django_assert_num_queries(1):
        authenticate(secret=secret, now=NOW + timedelta(minutes=59))
    with django_assert_num_queries(2):
        authenticate(secret=secret, now=NOW + timedelta(minutes=60))
    assert Token.objects.get().last_used_at == NOW + timedelta(minutes=60)


def test_a_repeatable_secret_belongs_to_one_player_and_key(guest: Player) -> None:
    def secret(player_id: object, key: str) -> str:
        return repeatable_secret(Prefix.GUEST, player_id, key)

    assert secret(guest.id, "key") == secret(guest.id, "key")
    assert len({secret(guest.id, "key"), secret(guest.id, "other"), secret("other", "key")}) == 3


ACTS: dict[str, Callable[..., Any]] = {
    "make a token": partial(issue_personal_token, name="", scopes=("game:read",), expires_at=None, now=NOW),
    "end a token": partial(revoke_token_of, token_id=UUID(int=0), now=NOW),
    "become an account": partial(upgrade_guest, name="Ada", password="!", now=NOW),
    "change the profile": partial(update_profile, changes={"name": "Ada"}, now=NOW),
}


@pytest.mark.parametrize("act", ACTS)
def test_a_token_that_ended_while_it_asked_does_nothing(guest: Player, act: str) -> None:
    token, _ = issue_token(player=guest, kind=TokenKind.GUEST, now=NOW)
    revoke_token(token=token, now=NOW)
    before = Player.objects.values().get(), Token.objects.count()
    with pytest.raises(DomainError, match="token_revoked"):
        ACTS[act](player=guest, token=token)
    assert (Player.objects.values().get(), Token.objects.count()) == before


@pytest.mark.parametrize("act", ACTS)
def test_a_browser_whose_password_was_replaced_while_it_asked_does_nothing(guest: Player, act: str) -> None:
    Player.objects.update(password="another")
    with pytest.raises(DomainError, match="not signed in any more"):
        ACTS[act](player=guest, token=None)
    assert not Token.objects.exists()
