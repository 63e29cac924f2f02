"""Looks out for news of all games that requests wait for: one reader for the process, whatever their number."""

import asyncio
import logging
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.utils import timezone

from games import bell
from games.cursors import Cursor
from games.selectors.news import Standings

PACE_SECONDS = 0.1
"""Between two looks. Moves that are made in this process are heard at once."""

log = logging.getLogger("rummy.front")

Waiting = dict["asyncio.Future[None]", tuple[Cursor, datetime]]
"""Of each request the place that it has read up to, and since when it waits."""


class Lookout:
    """Belongs to one event loop. Its reader runs while somebody waits, and has a thread of its own."""

    def __init__(self) -> None:
        self._waiting: defaultdict[UUID, Waiting] = defaultdict(dict)
        self._standings = Standings()
        self._thread = ThreadPoolExecutor(1, "lookout")
        self._reader: asyncio.Task[None] | None = None

    async def news(self, game_id: UUID, place: Cursor) -> None:
        """Return when the game may have gone on from this place, or time has decided something."""
        told = asyncio.get_running_loop().create_future()
        self._waiting[game_id][told] = place, timezone.now()
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._look_out())
        try:
            await told
        finally:
            del self._waiting[game_id][told]
            if not self._waiting[game_id]:
                del self._waiting[game_id]

    async def _look_out(self) -> None:
        loop = asyncio.get_running_loop()

        def hear(game_id: UUID) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._tell, game_id)

        bell.tell(hear)
        try:
            while self._waiting:
                try:
                    await self._look(loop)
                except Exception as error:  # whatever a database's client raises: the next look may succeed
                    log.warning("Nothing can be read of the games waited for: %s", type(error).__name__)
                await asyncio.sleep(PACE_SECONDS)
        finally:
            bell.tell_no_more(hear)

    async def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        standings = await loop.run_in_executor(self._thread, self._standings.of, list(self._waiting))
        now = timezone.now()
        for game_id, waiting in self._waiting.items():
            standing = standings.get(game_id)
            for told, (place, since) in waiting.items():
                if standing is None or standing.is_news(place, since, now):
                    _finish(told)

    def _tell(self, game_id: UUID) -> None:
        for told in self._waiting.get(game_id, ()):
            _finish(told)


def _finish(told: "asyncio.Future[None]") -> None:
    if not told.done():
        told.set_result(None)
