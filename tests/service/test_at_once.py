"""What races are run with: it would tell a deadlock, also one that the code carries on after."""

import logging
from collections.abc import Callable
from threading import Barrier

import pytest
from django.db import DatabaseError, connection, transaction

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
