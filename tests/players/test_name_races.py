"""Who is called what, where several ask at once (real threads)."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

import time
from datetime import UTC, datetime
from threading import Event

from django.db import connection, transaction

from players.models import Player, Token
from players.services import admit_guest, create_guest, open_account, update_profile, upgrade_guest
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.players.test_races import MANY, many

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
PATIENCE_SECONDS = 5.0
pytestmark = RACES


def test_a_name_is_taken_once(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        name = f"Ada{each}x"
        made = at_once(*many(lambda number: open_account(name=name, password="!", nonce=f"{number}", now=NOW)))
        assert made.count("name_taken") == MANY - 1
        assert Player.objects.count() == Token.objects.count() == each + 1


def test_two_guests_become_one_name(at_once: AtOnce) -> None:
    """Each of them asks several times."""
    for each in range(SOME_ROUNDS):
        guests = [admit_guest(nonce="", now=NOW) for _ in range(2)]
        name = {"name": f"Ada{each}x", "password": "!", "now": NOW}
        callers = [{"player": player, "token": token} for player, token in guests]
        made = at_once(*many(lambda number: upgrade_guest(**callers[number % 2], **name)))
        assert sorted(map(str, made)) == sorted([name["name"], *["already_account"] * 3, *["name_taken"] * 4], key=str)
        assert Player.objects.filter(username=name["name"]).count() == 1


def test_guests_wait_for_the_account_that_takes_the_name(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        name, guest, is_made = f"Ada{each}x", create_guest(now=NOW), Event()

        @transaction.atomic
        def take() -> str:
            open_account(name=name, password="!", nonce="", now=NOW)
            is_made.set()
            _until_they_wait(3)
            return "taken"

        def be_called_so() -> Player:
            is_made.wait(PATIENCE_SECONDS)
            return create_guest(name=name.upper(), now=NOW)

        def be_renamed() -> Player:
            is_made.wait(PATIENCE_SECONDS)
            return update_profile(player=guest, token=None, changes={"name": name}, now=NOW)

        assert at_once(take, be_called_so, be_called_so, be_renamed) == ["taken", *["name_taken"] * 3]


def test_guests_do_not_wait_for_each_other(at_once: AtOnce) -> None:
    is_made, is_done = Event(), Event()

    @transaction.atomic
    def first() -> bool:
        create_guest(name="Ada", now=NOW)
        is_made.set()
        return is_done.wait(PATIENCE_SECONDS)

    def second() -> None:
        is_made.wait(PATIENCE_SECONDS)
        create_guest(name="Ada", now=NOW)
        is_done.set()

    assert at_once(first, second)[0]


def _until_they_wait(count: int) -> None:
    """Return when so many callers wait for a lock on a name, or none will any more."""
    waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database ="
    ends_at = time.monotonic() + PATIENCE_SECONDS
    with connection.cursor() as cursor:
        while time.monotonic() < ends_at:
            cursor.execute(f"{waiting} (SELECT oid FROM pg_database WHERE datname = current_database())")
            if cursor.fetchone()[0] >= count:
                return
            time.sleep(0.01)
