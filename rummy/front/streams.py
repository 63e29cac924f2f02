"""All streams of this process: opened, kept alive, and ended with a word why.

No stream holds a thread or a connection to the database, nor a timer: one clock ticks for all of them.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count
from typing import TypeVar
from uuid import UUID

from a2wsgi.asgi_typing import Receive, Send
from django.db import connection
from django.utils import timezone

from api.metrics import count_stream_end, set_open_streams
from api.streaming import HEARTBEAT, Opening, Read, read_feed
from players.news import Feed
from players.services import Right, ended_rights
from players.streaming import Follower
from rummy.front.channel import Channel
from rummy.front.lookout import Lookout
from rummy.front.presences import Presences
from rummy.front.stream import Stream

TICK_SECONDS = 1.0
# In ticks:
HEARTBEAT_EVERY = 15
TIME_EVERY = 60
LONGEST = 30 * 60
LONGEST_OVER = 5 * 60
"""So long a stream goes on when its game is over: players talk, and one may want to play again."""
SLOW_AFTER = 10
GONE_AFTER = 15
READERS = 2

Result = TypeVar("Result")

log = logging.getLogger("rummy.front")


class Streams:
    """Belongs to one event loop."""

    def __init__(self, lookout: Lookout) -> None:
        self.presences = Presences(self._in_thread)
        self._lookout = lookout
        lookout.rung = self._rung
        self._channels: dict[Feed, Channel] = {}
        self._of_tokens: defaultdict[UUID, set[Stream]] = defaultdict(set)
        self._wheel: list[set[Stream]] = [set() for _ in range(TIME_EVERY)]
        self._numbers = count()
        self._now = 0
        self._clock: asyncio.Task[None] | None = None
        self._checks: set[asyncio.Task[None]] = set()
        self._threads = ThreadPoolExecutor(READERS, "streams")
        self._open_count = 0
        self._is_over = False

    async def follow(self, opening: Opening, receive: Receive, send: Send, abort: Callable[[], None] | None) -> None:
        """Hold the stream open until it ends or its reader is gone. Its beginning was sent.

        `abort` breaks a connection off that takes nothing any more.
        """
        task = asyncio.current_task()
        assert task is not None
        stream = Stream(opening, send, abort or task.cancel, self._now, self._drained)
        place = self._wheel[next(self._numbers) % TIME_EVERY]
        self._add(stream, place)
        try:
            while (await receive())["type"] != "http.disconnect":
                pass
        finally:
            self._remove(stream, place)

    def end(self) -> None:
        """End all streams, those too that are still to come: the server ends."""
        self._is_over = True
        for stream in self._all():
            stream.end("shutdown", self._now)

    # Streams that come and go

    def _add(self, stream: Stream, place: set[Stream]) -> None:
        place.add(stream)
        self._open_count += 1
        self.presences.enter(stream.opening.feed.id, stream.seat)
        set_open_streams(self._open_count)
        feed, token_id = stream.opening.feed, stream.opening.right.token_id
        if token_id is not None:
            self._of_tokens[token_id].add(stream)
        if self._is_over:
            stream.end("shutdown", self._now)
            return
        if feed not in self._channels:
            self._channels[feed] = Channel(feed, self._lookout, self._read, self._deliver)
        self._channels[feed].add(stream)
        if self._clock is None or self._clock.done():
            self._clock = asyncio.create_task(self._tick_on())

    def _remove(self, stream: Stream, place: set[Stream]) -> None:
        stream.cut_off()
        place.discard(stream)
        self._open_count -= 1
        self.presences.leave(stream.opening.feed.id, stream.seat)
        set_open_streams(self._open_count)
        count_stream_end(stream.ended)
        feed, token_id = stream.opening.feed, stream.opening.right.token_id
        if token_id is not None:
            self._of_tokens[token_id].discard(stream)
            if not self._of_tokens[token_id]:
                del self._of_tokens[token_id]
        channel = self._channels.get(feed)
        if channel is not None:
            channel.remove(stream)
            if not channel.streams:
                del self._channels[feed]

    def _all(self) -> list[Stream]:
        return [stream for place in self._wheel for stream in place]

    # What they are told

    async def _read(self, feed: Feed, followers: set[Follower]) -> Read:
        return await self._in_thread(partial(read_feed, feed, followers, timezone.now()))

    def _deliver(self, stream: Stream, read: Read) -> None:
        frames = read.frames[stream.follower]
        if frames is None:
            stream.end("hidden", self._now)
            return
        stream.told_up_to(frames.place)
        stream.is_behind = frames.has_more
        if stream.seat != frames.seat:
            self.presences.enter(stream.opening.feed.id, frames.seat)
            self.presences.leave(stream.opening.feed.id, stream.seat)
            stream.seat = frames.seat
        if read.is_over and stream.over_since is None:
            stream.over_since = self._now
        if frames.content:
            stream.push(frames.content, self._now)

    def _drained(self, stream: Stream) -> None:
        channel = self._channels.get(stream.opening.feed)
        if channel is not None:
            channel.drained(stream)

    # The clock

    async def _tick_on(self) -> None:
        while self._open_count:
            await asyncio.sleep(TICK_SECONDS)
            self._now += 1
            try:
                self._tick()
            except Exception:
                log.exception("A tick of the streams failed.")

    def _tick(self) -> None:
        for passed in range(0, TIME_EVERY, HEARTBEAT_EVERY):
            due = list(self._wheel[(self._now - passed) % TIME_EVERY])
            for stream in due:
                if not self._is_slow(stream) and not self._is_due_to_end(stream):
                    self._keep_alive(stream, is_minute=not passed)
            if not passed and due:
                self._check(due)
        for stream in self._all():
            if stream.sending_since is not None:
                self._is_slow(stream)

    def _keep_alive(self, stream: Stream, *, is_minute: bool) -> None:
        if is_minute:
            stream.tell_time(self._now)
        elif stream.is_ready:
            stream.push(HEARTBEAT, self._now)

    def _is_slow(self, stream: Stream) -> bool:
        """Whether it does not take what it is sent; then it ends, in one way or the other."""
        waited = 0 if stream.sending_since is None else self._now - stream.sending_since
        if waited > SLOW_AFTER:
            stream.end("slow", self._now)
        if waited > GONE_AFTER:
            stream.cut_off()
            stream.abort()
        return waited > SLOW_AFTER

    def _is_due_to_end(self, stream: Stream) -> bool:
        if self._now - stream.since >= LONGEST:
            stream.end("reconnect", self._now)
        elif stream.over_since is not None and self._now - stream.over_since >= LONGEST_OVER:
            stream.end("over", self._now)
        return bool(stream.ended)

    # Rights

    def _rung(self, rung_for: UUID) -> None:
        streams = self._of_tokens.get(rung_for)
        if streams:
            self._check(list(streams))

    def _check(self, streams: Iterable[Stream]) -> None:
        task = asyncio.create_task(self._end_without_right(list(streams)))
        self._checks.add(task)
        task.add_done_callback(self._checks.discard)

    async def _end_without_right(self, streams: list[Stream]) -> None:
        rights = {stream.opening.right for stream in streams} - {Right()}
        if not rights:
            return
        try:
            ended = await self._in_thread(partial(ended_rights, rights=rights, now=timezone.now()))
        except Exception as error:  # whatever a database's client raises: in a minute it is looked at again
            log.warning("The rights of streams cannot be looked up: %s", type(error).__name__)
            return
        for stream in streams:
            if stream.opening.right in ended:
                stream.end("revoked", self._now)

    async def _in_thread(self, work: Callable[[], Result]) -> Result:
        """What comes of work with the database, in one of a few threads."""

        def working() -> Result:
            connection.close_if_unusable_or_obsolete()
            try:
                return work()
            finally:
                connection.close_if_unusable_or_obsolete()  # gives it back to the pool, where there is one

        return await asyncio.get_running_loop().run_in_executor(self._threads, working)
