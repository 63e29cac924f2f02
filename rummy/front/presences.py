"""At which seats the person is here: something is open for them, or was a moment ago. Written when that changes."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import partial
from uuid import UUID

from django.utils import timezone

from api.waiting import Asked
from games.services.presence import Place, note_presence
from players.ids import uuid7

PACE_SECONDS = 1.0
GRACE = 10
"""For so many steps of that pace one who has closed everything still counts as here: they may be coming back."""
ASKED_GRACE = 120
"""For so many one who was answered does: they think about it."""
SIGN_OF_LIFE = 5

log = logging.getLogger("rummy.front")

InThread = Callable[[Callable[[], bool]], Awaitable[bool]]


class Presences:
    """Belongs to one event loop. Runs while somebody is there, or was a moment ago."""

    def __init__(self, in_thread: InThread) -> None:
        self._in_thread = in_thread
        self._id = uuid7()
        self._held: Counter[Place] = Counter()
        self._here_until: dict[Place, int] = {}
        self._places: dict[tuple[UUID, UUID], Place] = {}
        self._written: set[Place] = set()
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
        self._start()

    def leave(self, game_id: UUID, seat: int | None) -> None:
        """It is closed."""
        if seat is None:
            return
        self._held[game_id, seat] -= 1
        if not self._held[game_id, seat]:
            del self._held[game_id, seat]
            self._here_until[game_id, seat] = self._now + GRACE

    def asked(self, asked: Asked) -> None:
        """Somebody was answered. Where their seat was not looked up, they are where they last were."""
        who = asked.game_id, asked.player_id
        if asked.is_seat_known:
            self._places.pop(who, None)
            if asked.seat is not None:
                self._places[who] = asked.game_id, asked.seat
        if who in self._places:
            self._here_until[self._places[who]] = self._now + ASKED_GRACE
            self._start()

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self._held or self._here_until or self._written:
            await asyncio.sleep(PACE_SECONDS)
            self._now += 1
            here = self._here()
            arrived, left = here - self._written, self._written - here
            if arrived or left or self._now % SIGN_OF_LIFE == 0:
                await self._write(arrived, left)

    def _here(self) -> set[Place]:
        self._here_until = {place: until for place, until in self._here_until.items() if until > self._now}
        here = self._held.keys() | self._here_until.keys()
        self._places = {who: place for who, place in self._places.items() if place in here}
        return here

    async def _write(self, arrived: set[Place], left: set[Place]) -> None:
        note = partial(note_presence, listener_id=self._id, arrived=arrived, left=left, now=timezone.now())
        try:
            is_known = await self._in_thread(note)
        except Exception as error:  # whatever a database's client raises: it is tried again
            log.warning("Presence cannot be written: %s", type(error).__name__)
            return
        self._written = (self._written if is_known else set()) - left | arrived
