"""What counts for a move is when its request was there: not how long it waited for a thread or for the game."""

import asyncio
import threading
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from api.waiting import KEY, Wait
from games.models import Entry, Game
from rummy.front.application import Front
from tests.api.client import code_of
from tests.api.games.tables import Table, table_of
from tests.service.infrastructure.asgi_requests import Exchange

SOON = 5.0
RULES = {"preset": "classic", "call": "off"}
CLOCK = {"mode": "live", "turn_ms": 10_000}


class Busy:
    """A WSGI application that answers nobody until it may, and notes when each request was there."""

    def __init__(self) -> None:
        self.came: list[datetime] = []
        self.is_busy, self.may_answer = threading.Event(), threading.Event()

    def __call__(self, environ: Any, start_response: Any) -> Iterator[bytes]:
        self.came.append(environ["asgi.scope"]["state"][KEY].came_at)
        self.is_busy.set()
        self.may_answer.wait(SOON)
        start_response("204 No Content", [])
        yield b""


def test_a_request_is_there_before_it_has_a_thread() -> None:
    async def scene() -> None:
        busy = Busy()
        front = Front(busy, threads=1)
        first = asyncio.create_task(Exchange("/").to(front))
        await asyncio.to_thread(busy.is_busy.wait, SOON)
        second = asyncio.create_task(Exchange("/").to(front))
        await asyncio.sleep(0.05)
        freed_at = timezone.now()
        assert len(busy.came) == 1
        busy.may_answer.set()
        await asyncio.gather(first, second)
        assert freed_at - timedelta(seconds=SOON) < busy.came[1] < freed_at

    asyncio.run(scene())


@pytest.fixture
def late(db: None) -> Table:
    """Seat 0 is to draw, and its time, grace included, has just been over."""
    table = table_of(2, rules=RULES, clock=CLOCK)
    table.set(turn=0, hands=[["2C", "4D"], ["KD", "4S"]], stock=["5H", "6H"], pile=["9C"])
    ended = timezone.now() - timedelta(seconds=1)
    begun = ended - timedelta(seconds=10)
    Game.objects.update(clock_seat=0, clock_since=begun, clock_ends_at=ended, due_at=ended + timedelta(seconds=0.5))
    return table


def drawing(table: Table, wait: Wait) -> Any:
    body = {"version": table.version, "move": {"type": "draw"}}
    return table.seats[0].post(f"{table.path}/moves", body, **{"asgi.scope": {"state": {KEY: wait}}})


def test_a_move_that_was_there_in_time_counts(late: Table) -> None:
    wait = Wait()
    wait.came_at -= timedelta(seconds=2)
    assert drawing(late, wait).status_code == 201
    entry = Entry.objects.get(kind="move")
    assert (entry.author, entry.at) == ("person", wait.came_at)


def test_one_that_was_not_does_not(late: Table) -> None:
    assert code_of(drawing(late, Wait())) == "version_conflict"
    assert set(Entry.objects.filter(kind="move").values_list("author", flat=True)) == {"timer"}


def test_who_looks_is_told_what_is_so_now(late: Table) -> None:
    wait = Wait()
    wait.came_at -= timedelta(seconds=2)
    seen = late.seats[0].get(f"{late.path}/view", **{"asgi.scope": {"state": {KEY: wait}}}).json()
    assert seen["turn"] == 1
