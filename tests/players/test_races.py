"""What is asked for at once is done once: accounts, upgrades, refreshes, tickets, players of apps (real threads)."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from typing import Any

import pytest
from django.db import connection, connections

from players.credentials import digest_of
from players.errors import DomainError
from players.models import AppPlayer, DataExport, MailSecret, Player, Token
from players.services import (
    app_player,
    confirm_email,
    create_app,
    create_export,
    create_guest,
    issue_ticket,
    open_account,
    open_session,
    put_app_player,
    redeem_ticket,
    refresh_session,
    session_secrets,
    upgrade_guest,
)

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
MANY = 8
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite",
        reason="SQLite has one writer at a time, and in tests one connection",
    ),
]


def at_once(call: Callable[[int], Any]) -> list[Any]:
    """Many calls begun at the same moment, told their number; what each gave, a refusal as its code."""
    barrier = Barrier(MANY)

    def one(number: int) -> Any:
        barrier.wait()
        try:
            return call(number)
        except DomainError as refusal:
            return refusal.code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(MANY) as threads:
        return list(threads.map(one, range(MANY)))


def test_a_name_is_taken_once() -> None:
    made = at_once(lambda number: open_account(name="Ada", password="!", nonce=str(number), now=NOW))
    assert made.count("name_taken") == MANY - 1
    assert Player.objects.count() == Token.objects.count() == 1


def test_a_guest_becomes_an_account_once() -> None:
    guest = create_guest(name="Ada", now=NOW)
    made = at_once(lambda _: upgrade_guest(player=guest, token=None, password="!", now=NOW))
    assert made.count("already_account") == MANY - 1


def test_a_refresh_token_is_used_once_and_then_ends_the_family() -> None:
    old = session_secrets("old")
    open_session(player=create_guest(now=NOW), secrets=old, now=NOW)

    def renew(number: int) -> Any:
        return refresh_session(refresh_token=old.refresh_token, secrets=session_secrets("new", number), now=NOW)

    assert at_once(renew).count("token_revoked") == MANY - 1
    assert Token.objects.get().revoked_at == NOW


def test_the_same_refresh_is_one() -> None:
    old, new = session_secrets("old"), session_secrets("new")
    open_session(player=create_guest(now=NOW), secrets=old, now=NOW)
    made = at_once(lambda _: refresh_session(refresh_token=old.refresh_token, secrets=new, now=NOW))
    assert sorted(is_repeated for _, is_repeated in made) == [False] + [True] * (MANY - 1)
    assert Token.objects.get().revoked_at is None


def test_a_ticket_lets_one_in() -> None:
    _, secret = issue_ticket(player=create_guest(now=NOW), token=None, resource="/x", now=NOW)
    assert (
        at_once(lambda _: redeem_ticket(secret=secret, resource="/x", now=NOW)).count("not_authenticated") == MANY - 1
    )


def test_a_player_of_an_app_is_one() -> None:
    owner = Player.objects.create_user("ada", "a long password")
    app, _ = create_app(owner=owner, name="Club", now=NOW)
    made = at_once(lambda _: put_app_player(app=app, external_id="1", now=NOW).player_id)
    assert set(made) == {app_player(app=app, external_id="1").player_id}
    assert (AppPlayer.objects.count(), Player.objects.count()) == (1, 2)


def test_one_export_is_written_at_a_time() -> None:
    guest = create_guest(now=NOW)
    assert len({export.pk for export in at_once(lambda _: create_export(player=guest, now=NOW))}) == 1
    assert DataExport.objects.count() == 1


def test_an_address_is_confirmed_by_one() -> None:
    for number in range(MANY):
        player = Player.objects.create_user(f"ada{number}x", "a long password")
        later = NOW + timedelta(hours=1)
        MailSecret.objects.create(
            digest=digest_of(str(number)), purpose="confirm", player=player, address="a@b.org", expires_at=later
        )
    assert at_once(lambda number: confirm_email(secret=str(number), now=NOW)).count("link_expired") == MANY - 1
    assert Player.objects.filter(email="a@b.org").count() == 1
