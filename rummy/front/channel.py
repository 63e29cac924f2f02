"""All streams of one feed: its events are read once for them, whatever their number, as soon as there are news."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from django.utils import timezone

from api.streaming import Read
from players.news import Feed, Standing
from players.streaming import Follower
from rummy.front.lookout import Lookout, Told, finish
from rummy.front.stream import Stream

AGAIN_SECONDS = 1.0
"""After a database that did not answer."""

log = logging.getLogger("rummy.front")

ReadFeed = Callable[[Feed, set[Follower]], Awaitable[Read]]
Deliver = Callable[[Stream, Read], None]


class Channel:
    """Runs as long as it has streams.

    It reads for those that have sent everything, so nothing piles up for one that does not; that one is behind then,
    and is read for when it has caught up with sending.
    """

    def __init__(self, feed: Feed, lookout: Lookout, read: ReadFeed, deliver: Deliver) -> None:
        self.streams: set[Stream] = set()
        self._feed = feed
        self._lookout = lookout
        self._read, self._deliver = read, deliver
        self._told: Told | None = None
        self._task: asyncio.Task[None] | None = None

    def add(self, stream: Stream) -> None:
        """Tell this stream, too, from where it stands."""
        self.streams.add(stream)
        if self._task is None:
            self._task = asyncio.create_task(self._run())
        self._poke()

    def remove(self, stream: Stream) -> None:
        """It is gone."""
        self.streams.discard(stream)
        if not self.streams and self._task is not None:
            self._task.cancel()

    def drained(self, stream: Stream) -> None:
        """The stream has sent all that it was told."""
        if stream.is_behind:
            self._poke()

    def _poke(self) -> None:
        if self._told is not None:
            finish(self._told)

    async def _run(self) -> None:
        while True:
            ready = [stream for stream in self.streams if stream.is_ready]
            for stream in self.streams:
                stream.is_behind = True
            since = timezone.now()
            standing = await self._tell(ready) if ready else None
            if not any(stream.is_ready and stream.is_behind for stream in self.streams):
                await self._news(standing, since)

    async def _tell(self, ready: list[Stream]) -> Standing | None:
        """Tell these streams what is new, and how the feed stood then; None where that cannot be read now."""
        try:
            read = await self._read(self._feed, {stream.follower for stream in ready})
        except Exception as error:  # whatever a database's client raises
            log.warning("Nothing can be read for streams: %s", type(error).__name__)
            await asyncio.sleep(AGAIN_SECONDS)
            return None
        for stream in ready:
            self._deliver(stream, read)
        return read.standing

    async def _news(self, standing: Standing | None, since: datetime) -> None:
        """Wait for news, or until some stream is to be read for; only for that, where none was read for before."""
        self._told = asyncio.get_running_loop().create_future()
        try:
            if standing is None:
                await self._told
            else:
                await self._lookout.news(self._feed, standing, since, self._told)
        finally:
            self._told = None
