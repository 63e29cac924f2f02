"""Statements that are compiled once do what the ORM's would do."""

from threading import Thread
from typing import Any

import pytest
from django.db import connection, connections
from django.db.transaction import TransactionManagementError, atomic
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from players.compiled import Beside, Lookup, executed, insert, update
from players.models import IdempotencyKey, Player, Token, TokenKind
from players.services.guests import create_guest
from players.services.tokens import issue_token

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def token() -> Token:
    player = create_guest(name="Ann", now=timezone.now())
    return issue_token(player=player, kind=TokenKind.GUEST, now=timezone.now(), scopes=["device"])[0]


def columns(row: Any) -> dict[str, Any]:
    return {field.name: getattr(row, field.attname) for field in row._meta.concrete_fields}


def test_a_row_is_what_the_orm_reads(token: Token) -> None:
    lookup = Lookup(lambda: Token.objects.select_related("player"), "digest")
    for _ in range(4):  # PostgreSQL keeps it ready from the third time on
        found = lookup.row(token.digest)
        assert found is not None
        assert columns(found) == columns(Token.objects.get())
        assert columns(found.player) == columns(Player.objects.get())
    assert lookup.row("another") is None


def test_rows_come_in_the_order_of_the_query(token: Token) -> None:
    issue_token(player=token.player, kind=TokenKind.SESSION, now=timezone.now())
    ordered = Lookup(lambda: Token.objects.order_by("-kind"), "player")
    assert [row.kind for row in ordered.rows(token.player_id)] == ["session", "guest"]


def test_a_lock_needs_a_transaction(token: Token) -> None:
    locked = Lookup(Token.objects.select_for_update, "id")
    with atomic():
        assert locked.row(token.id) == token
    with pytest.raises(TransactionManagementError):
        locked.row(token.id)


def test_rows_are_added_and_changed() -> None:
    now = timezone.now()
    keys = [IdempotencyKey(caller="one", key=str(number), fingerprint="f", created_at=now) for number in range(3)]
    insert(keys)
    assert not keys[0]._state.adding
    first = IdempotencyKey.objects.get(key="0")
    first.status, first.headers, first.body, first.fingerprint = 201, {"ETag": '"v1"'}, b"{}", "not written"
    update(first, ("status", "headers", "body"))
    stored = IdempotencyKey.objects.get(key="0")
    assert (stored.status, stored.headers, bytes(stored.body or b"")) == (201, {"ETag": '"v1"'}, b"{}")
    assert (stored.fingerprint, stored.created_at) == ("f", now)
    assert IdempotencyKey.objects.filter(status=None).count() == 2


def test_values_are_tuples(token: Token) -> None:
    lookup = Lookup(lambda: Token.objects.values_list("scopes", "created_at", "expires_at"), "digest")
    assert lookup.rows(token.digest) == [(["device"], token.created_at, None)]
    assert lookup.row("another") is None


def test_a_row_comes_with_one_of_another_lookup(token: Token) -> None:
    names = Lookup(lambda: Player.objects.values_list("name", "created_at"), "id")
    both = Beside(Lookup(lambda: Token.objects.select_related("player"), "digest"), names)
    other = create_guest(name="Bob", now=timezone.now())
    for _ in range(4):
        with CaptureQueriesContext(connection) as noted:
            found = both.row(token.digest, other.pk)
        assert len(noted) == 1
        assert found is not None
        assert (columns(found[0]), columns(found[0].player)) == (columns(Token.objects.get()), columns(token.player))
        assert found[1] == ("Bob", other.created_at)
    assert both.row(token.digest, token.pk) == (token, None)
    assert both.row("another", other.pk) is None


def test_a_statement_has_a_cursor_that_lasts_as_long_as_its_connection() -> None:
    wrapper = connections["default"]
    first = executed(wrapper, "SELECT %s", ["1"])
    assert executed(wrapper, "SELECT %s", ["2"]) is first
    assert first.fetchall() == [("2",)]
    assert executed(wrapper, "SELECT %s, 1", ["1"]) is not first
    if connection.vendor == "sqlite":
        return  # a database in memory would be gone with its connection, which is never closed
    connection.close()
    second = executed(wrapper, "SELECT %s", ["3"])
    assert second is not first
    assert second.fetchall() == [("3",)]


def test_statements_are_noted_down_where_somebody_asks() -> None:
    for _ in range(2):
        with CaptureQueriesContext(connections["default"]) as noted:
            executed(connections["default"], "SELECT %s", ["1"])
        assert len(noted) == 1
        executed(connections["default"], "SELECT %s", ["1"])
    assert len(noted) == 1


def test_each_thread_has_its_own(token: Token) -> None:
    lookup = Lookup(Token.objects.all, "id")
    lookup.row(token.id)
    found: list[Any] = []

    def read() -> None:
        found.append(lookup.row(token.id))
        connection.close()

    thread = Thread(target=read)
    thread.start()
    thread.join()
    assert found == [token]
