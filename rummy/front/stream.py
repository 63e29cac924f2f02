"""One stream that is held open: what it was told, and what it is still to send. It needs no task while it is silent."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from a2wsgi.asgi_typing import Send

from api.streaming import Opening, bye_frame, time_frame
from players.streaming import Follower


class Stream:
    """Belongs to one event loop.

    `is_behind`: there may be more for it than it was told. `ended` is the reason with which it ends, and empty before.
    `over_since` is the tick in which its feed was seen to be over. `abort` breaks the
    connection off; `drained` is called when all is sent that was pushed.
    """

    __slots__ = (
        *("_drained", "_frames", "_send", "_task", "abort", "ended", "follower", "is_behind", "opening", "over_since"),
        *("seat", "sending_since", "since"),
    )

    def __init__(
        self, opening: Opening, send: Send, abort: Callable[[], object], since: int, drained: Callable[["Stream"], None]
    ) -> None:
        self.opening = opening
        self.follower = opening.follower
        self.seat = opening.seat
        self.abort = abort
        self.is_behind = True
        self.ended = ""
        self.since = since
        self.over_since: int | None = None
        self.sending_since: int | None = None
        self._send, self._drained = send, drained
        self._frames: list[bytes] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def is_ready(self) -> bool:
        """Whether it has sent all that it was to send, and goes on."""
        return self.sending_since is None and not self.ended

    def told_up_to(self, place: str) -> None:
        """What follows comes from behind this place."""
        self.follower = Follower(self.follower.player_id, self.follower.language, place)

    def push(self, frames: bytes, now: int) -> None:
        """Send the frames behind those that are not sent yet; nothing behind a `bye`. `now` is the tick."""
        if self.ended:
            return
        self._frames.append(frames)
        if self.sending_since is None:
            self.sending_since = now
            self._task = asyncio.create_task(self._flush())

    def tell_time(self, now: int) -> None:
        """Send how late it is."""
        self.push(time_frame(self.opening.feed, self.follower), now)

    def end(self, reason: str, now: int) -> None:
        """Send a `bye`, the last."""
        self.push(bye_frame(self.opening.feed, self.follower, reason), now)
        self.ended = self.ended or reason

    def cut_off(self) -> None:
        """Send no more."""
        self.ended = self.ended or "gone"
        if self._task is not None:
            self._task.cancel()

    async def _flush(self) -> None:
        with suppress(OSError):  # the connection is gone, which its own end tells
            while self._frames:
                content = b"".join(self._frames)
                self._frames.clear()
                await self._send({"type": "http.response.body", "body": content, "more_body": not self.ended})
        self.sending_since = self._task = None
        self._drained(self)
