"""At which seats this process holds something open for who sits there; written down when that changes."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from uuid import UUID

from django.utils import timezone

from games.services.presence import Place, note_presence
from players.ids import uuid7

PACE_SECONDS = 1.0
GRACE = 10
"""For so many steps of that pace one who has closed everything still counts as there: they may be coming back."""
SIGN_OF_LIFE = 5

log = logging.getLogger("rummy.front")

InThread = Callable[[Callable[[], bool]], Awaitable[bool]]


class Presences:
    """Belongs to one event loop. Runs while somebody is there, or was a moment ago."""

    def __init__(self, in_thread: InThread) -> None:
        self._in_thread = in_thread
        self._id = uuid7()
        self._held: Counter[Place] = Counter()
        self._written: set[Place] = set()
        self._left_at: dict[Place, int] = {}
        self._now = 0
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def held(self, game_id: UUID, seat: int | None) -> Iterator[None]:
        """For the time in which something is open; nothing for those who do not sit in the game."""
        self.enter(game_id, seat)
        try:
            yield
        finally:
            self.leave(game_id, seat)

    def enter(self, game_id: UUID, seat: int | None) -> None:
        """Something is open for who sits there."""
        if seat is None:
            return
        self._held[game_id, seat] += 1
        self._left_at.pop((game_id, seat), None)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    def leave(self, game_id: UUID, seat: int | None) -> None:
        """It is closed."""
        if seat is None:
            return
        self._held[game_id, seat] -= 1
        if not self._held[game_id, seat]:
            del self._held[game_id, seat]
            if (game_id, seat) in self._written:
                self._left_at[game_id, seat] = self._now

    async def _run(self) -> None:
        while self._held or self._written:
            await asyncio.sleep(PACE_SECONDS)
            self._now += 1
            arrived = self._held.keys() - self._written
            left = {place for place in self._written - self._held.keys() if self._is_over(place)}
            if arrived or left or self._now % SIGN_OF_LIFE == 0:
                await self._write(arrived, left)

    def _is_over(self, place: Place) -> bool:
        return self._now - self._left_at.get(place, 0) >= GRACE

    async def _write(self, arrived: set[Place], left: set[Place]) -> None:
        note = partial(note_presence, listener_id=self._id, arrived=arrived, left=left, now=timezone.now())
        try:
            is_known = await self._in_thread(note)
        except Exception as error:  # whatever a database's client raises: it is tried again
            log.warning("Presence cannot be written: %s", type(error).__name__)
            return
        self._written = (self._written if is_known else set()) - left | arrived
        for place in left:
            self._left_at.pop(place, None)
