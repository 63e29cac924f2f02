"""For whom a process holds something open is written down when it changes, and not when one comes back soon."""

import asyncio
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest

from api.waiting import Asked
from rummy.front import presences
from rummy.front.presences import Presences

GAME = UUID(int=1)
SOON = 5.0


class Written:
    """What was written, and what it answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.changes: list[tuple[set[Any], set[Any]]] = []
        self.is_known, self.fails = True, False
        monkeypatch.setattr(presences, "note_presence", self.note)
        monkeypatch.setattr(presences, "PACE_SECONDS", 0.005)

    def note(self, *, listener_id: UUID, arrived: set[Any], left: set[Any], now: Any) -> bool:
        if self.fails:
            raise ConnectionError
        if arrived or left:
            self.changes.append((set(arrived), set(left)))
        return self.is_known


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> Written:
    return Written(monkeypatch)


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.002)


def scene(act: Callable[[Presences], Any]) -> None:
    async def at_once(work: Callable[[], bool]) -> bool:
        return work()

    async def play() -> None:
        await act(Presences(at_once))

    asyncio.run(play())


ZERO, ONE = (GAME, 0), (GAME, 1)
ADA, BERT = UUID(int=2), UUID(int=3)


def asked(player_id: UUID, *seat: int | None) -> Asked:
    """A request of the player, whose seat is known where it is given."""
    return Asked(GAME, player_id, bool(seat), *(seat or (None,)))


def test_who_comes_and_goes_is_written_once(written: Written) -> None:
    async def act(held: Presences) -> None:
        with held.held(GAME, 0), held.held(GAME, 0), held.held(GAME, 1), held.held(GAME, None):
            await until(lambda: written.changes == [({ZERO, ONE}, set())])
        await until(lambda: len(written.changes) == 2)
        assert written.changes[1] == (set(), {ZERO, ONE})
        await until(lambda: len(asyncio.all_tasks()) == 1)

    scene(act)


def test_who_comes_back_soon_was_not_away(written: Written) -> None:
    async def act(held: Presences) -> None:
        for _ in range(3):
            held.enter(GAME, 0)
            await until(lambda: written.changes)
            held.leave(GAME, 0)
            await asyncio.sleep(0.01)
        held.enter(GAME, 0)
        await asyncio.sleep(0.2)
        assert written.changes == [({ZERO}, set())]

    scene(act)


def test_who_was_answered_is_here_while_they_think(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presences, "ASKED_GRACE", 40)

    async def act(held: Presences) -> None:
        with held.held(GAME, 0):
            held.asked(asked(BERT, 1))
            await until(lambda: written.changes == [({ZERO, ONE}, set())])
        held.asked(asked(ADA, 0))
        while len(written.changes) < 2:
            await asyncio.sleep(0.02)
            held.asked(asked(BERT))
        assert written.changes[1] == (set(), {ZERO})
        await until(lambda: written.changes[2:] == [(set(), {ONE})])
        await until(lambda: len(asyncio.all_tasks()) == 1)

    scene(act)


def test_who_closes_what_was_open_is_not_thinking(written: Written, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presences, "ASKED_GRACE", 10_000)

    async def act(held: Presences) -> None:
        held.asked(asked(ADA, 0))
        with held.held(GAME, 0):
            await until(lambda: written.changes == [({ZERO}, set())])
        await until(lambda: written.changes[1:] == [(set(), {ZERO})])

    scene(act)


def test_whose_seat_was_never_looked_up_or_who_has_left_it_is_not_here(written: Written) -> None:
    async def act(held: Presences) -> None:
        held.asked(asked(ADA))
        held.asked(asked(BERT, 1))
        held.asked(asked(BERT, None))
        before = held._here_until.copy()
        await asyncio.sleep(0.02)
        held.asked(asked(BERT))
        assert held._here_until == before

    scene(act)


def test_who_was_taken_for_lost_tells_all_again(written: Written) -> None:
    async def act(held: Presences) -> None:
        held.enter(GAME, 0)
        await until(lambda: written.changes)
        written.is_known = False
        await until(lambda: len(written.changes) == 2)
        assert written.changes[1] == ({ZERO}, set())

    scene(act)


def test_what_could_not_be_written_is_tried_again(written: Written, caplog: pytest.LogCaptureFixture) -> None:
    async def act(held: Presences) -> None:
        written.fails = True
        held.enter(GAME, 0)
        await until(lambda: "cannot be written" in caplog.text)
        written.fails = False
        await until(lambda: written.changes == [({ZERO}, set())])

    scene(act)
