"""Looks out for news of all feeds that requests wait for: one reader for the process, whatever their number."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.utils import timezone

from games.selectors.news import game_standings, seek_standings
from players import bell
from players.news import Feed, FeedKind, Standing, Standings, player_standings
from rummy.front.ear import Ear

PACE_SECONDS = 0.1
"""Between two looks. Moves that are made in this process are heard at once."""
NET_SECONDS = 2.0
"""The same where other processes are heard, too: their bells are only hints."""

log = logging.getLogger("rummy.front")

Told: TypeAlias = asyncio.Future[None]
Waiting = dict[Told, tuple[Standing, datetime]]
"""Of each that waits: how the feed stood when it was looked at, and when it was."""


class Lookout:
    """Belongs to one event loop. Its reader runs while somebody waits, and has a thread of its own.

    `rung` is called at each ring that is heard meanwhile.
    """

    def __init__(self) -> None:
        self.rung: Callable[[UUID], None] = lambda _: None
        self._waiting: defaultdict[Feed, Waiting] = defaultdict(dict)
        readers = {FeedKind.GAME: game_standings, FeedKind.PLAYER: player_standings, FeedKind.SEEK: seek_standings}
        self._standings = {kind: Standings(read) for kind, read in readers.items()}
        self._thread = ThreadPoolExecutor(1, "lookout")
        self._reader: asyncio.Task[None] | None = None
        self._ear = Ear(self._tell)
        self._last_rings: dict[UUID, datetime] = {}
        self._next_look = 0.0

    async def news(self, feed: Feed, standing: Standing, since: datetime, told: Told | None = None) -> None:
        """Return when the feed may have gone on since it was looked at, or time has decided something.

        So it does when `told` is set, which the caller may keep for that.
        """
        told = told or asyncio.get_running_loop().create_future()
        if self._last_rings.get(feed.id, since) > since:
            return
        self._waiting[feed][told] = standing, since
        if self._reader is None or self._reader.done():
            self._reader = asyncio.create_task(self._look_out())
        try:
            await told
        finally:
            del self._waiting[feed][told]
            if not self._waiting[feed]:
                del self._waiting[feed]

    async def _look_out(self) -> None:
        loop = asyncio.get_running_loop()

        def hear(rung_for: UUID) -> None:
            with suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(self._tell, rung_for)

        bell.tell(hear)
        self._ear.open()
        self._next_look = 0.0
        try:
            while self._waiting:
                if not self._ear.is_listening or loop.time() >= self._next_look:
                    self._next_look = loop.time() + NET_SECONDS
                    await self._look(loop)
                self._tell_due()
                await asyncio.sleep(PACE_SECONDS)
        finally:
            bell.tell_no_more(hear)
            self._last_rings.clear()

    async def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        begun = timezone.now()
        for kind, standings in self._standings.items():
            ids = [feed.id for feed in self._waiting if feed.kind == kind]
            if not ids:
                continue
            try:
                found = await loop.run_in_executor(self._thread, standings.of, ids)
            except Exception as error:  # whatever a database's client raises: the next look may succeed
                log.warning("Nothing can be read of what is waited for: %s", type(error).__name__)
                continue
            for feed_id in ids:
                self._compare(Feed(kind, feed_id), found.get(feed_id), begun)
        self._last_rings = {one: at for one, at in self._last_rings.items() if at > begun}

    def _compare(self, feed: Feed, found: Standing | None, begun: datetime) -> None:
        """Tell those who have looked before this look began, and not as far."""
        now = timezone.now()
        for told, (standing, since) in self._waiting.get(feed, {}).items():
            if found is None or (since <= begun and found.is_news(standing, since, now)):
                finish(told)

    def _tell_due(self) -> None:
        now = timezone.now()
        for waiting in self._waiting.values():
            for told, (standing, since) in waiting.items():
                if standing.is_due(since, now):
                    finish(told)

    def _tell(self, rung_for: UUID) -> None:
        self._last_rings[rung_for] = timezone.now()
        for kind in FeedKind:
            for told in self._waiting.get(Feed(kind, rung_for), ()):
                finish(told)
        self.rung(rung_for)


def finish(told: Told) -> None:
    """Let it be told."""
    if not told.done():
        told.set_result(None)
