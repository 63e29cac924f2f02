"""What races are run with: it would tell a deadlock, also one that the code carries on after."""

import logging
from collections.abc import Callable
from threading import Barrier, Thread

import pytest
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, transaction

from games.models import Game
from tests.at_once import RACES, AtOnce
from tests.service.games.table import OPEN, made

pytestmark = RACES


def locking(ids: list[str], barrier: Barrier) -> Callable[[], str]:
    """Lock two games one after the other, and make light of it if that cannot be."""

    def lock() -> str:
        try:
            with transaction.atomic():
                Game.objects.select_for_update().get(id=ids[0])
                barrier.wait(timeout=20)
                Game.objects.select_for_update().get(id=ids[1])
        except DatabaseError:
            return "carried on"
        return "locked"

    return lock


def test_a_deadlock_is_told(at_once: AtOnce) -> None:
    ids = [str(made(OPEN, OPEN).game.id), str(made(OPEN, OPEN).game.id)]
    barrier = Barrier(2)
    with pytest.raises(AssertionError, match="deadlock detected"):
        at_once(locking(ids, barrier), locking(ids[::-1], barrier))


def test_a_lock_that_is_waited_for_too_long_is_told(at_once: AtOnce) -> None:
    game_id = made(OPEN, OPEN).game.id

    def waiting() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '20ms'")
        try:
            with transaction.atomic():
                Game.objects.select_for_update().get(id=game_id)
        except DatabaseError:
            return "carried on"
        return "locked"

    with transaction.atomic():
        Game.objects.select_for_update().get(id=game_id)
        with pytest.raises(AssertionError, match="lock timeout"):
            at_once(waiting)


def test_what_is_logged_as_an_error_is_told(at_once: AtOnce) -> None:
    with pytest.raises(AssertionError, match="It broke"):
        at_once(lambda: logging.getLogger("games.sweep").error("It broke."))


def test_what_goes_wrong_elsewhere_is_not_told(at_once: AtOnce) -> None:
    """A server or a worker that another test has left behind."""
    stray = Thread(target=lambda: logging.getLogger("rummy.front").error("It broke."))

    def act() -> str:
        stray.start()
        stray.join()
        return "done"

    assert at_once(act) == ["done"]


def test_no_connection_is_left(at_once: AtOnce) -> None:
    """However many threads there come to be: one that has answered and is not yet waiting again is not reused."""
    made = [one for number in (1, 5, 3, 8) for one in at_once(*[lambda: connections[DEFAULT_DB_ALIAS]] * number)]
    assert all(one.connection is not None for one in made)
    at_once.close()
    assert all(one.connection is None for one in made)


def test_callers_wait_patiently(at_once: AtOnce) -> None:
    def patience() -> tuple[str, str]:
        with connection.cursor() as cursor:
            cursor.execute("SHOW lock_timeout")
            return cursor.fetchone()[0], connection.connection.info.get_parameters()["connect_timeout"]

    assert at_once(patience) == [("1min", "60")]
