"""The ASGI application around the WSGI one. A request has a thread only while it is worked on.

Bodies are read before; whoever waits for news waits here, in the event loop; and answers are sent from here.
"""

import asyncio
from datetime import datetime

from a2wsgi import WSGIMiddleware
from a2wsgi.asgi_typing import HTTPScope, Receive, Scope, Send, SendEvent
from a2wsgi.wsgi_typing import WSGIApp
from django.utils import timezone

from api.streaming import Opening
from api.waiting import KEY, Wait
from players.news import Feed, Standing
from rummy.front.abort import ABORT
from rummy.front.bodies import Body, SenderGone, read_body
from rummy.front.lifespan import live
from rummy.front.lookout import Lookout
from rummy.front.patience import Patience
from rummy.front.streams import Streams


class Front:
    """Answers with the WSGI application `rest`, in as many threads."""

    def __init__(self, rest: WSGIApp, threads: int) -> None:
        # No bound on the queue: with one, whoever reads slowly would hold the thread that writes.
        self._rest = WSGIMiddleware(rest, workers=threads, send_queue_size=0)
        self._patience = Patience()
        self._lookout = Lookout()
        self._streams = Streams(self._lookout)
        self._places = asyncio.Semaphore(max(1, threads // 4))  # news for many must not fill all threads

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or live as long as the server does."""
        if scope["type"] == "lifespan":
            await live(receive, send, ending=self._end)
        elif scope["type"] == "http":
            wait = await self._answer(scope, receive, send)
            if wait is not None and wait.stream is not None:
                await self._follow(wait, wait.stream, scope, receive, send)
        else:
            await self._rest(scope, receive, send)

    def _end(self) -> None:
        self._patience.end()
        self._streams.end()

    async def _follow(self, wait: Wait, stream: Opening, scope: HTTPScope, receive: Receive, send: Send) -> None:
        try:
            await self._streams.follow(stream, receive, send, scope["state"].get(ABORT))
        finally:
            wait.close()

    async def _answer(self, scope: HTTPScope, receive: Receive, send: Send) -> Wait | None:
        """Answer, or begin to with a stream; what was waited for."""
        try:
            body = await read_body(scope, receive, self._patience)
        except SenderGone:
            return None
        wait = Wait()
        scope.setdefault("state", {})[KEY] = wait
        answer = _Answer(send, wait, body)
        asked_at = timezone.now()
        try:
            await self._rest(scope, body.receive, answer)
        except BaseException:
            wait.close()
            raise
        if wait.awaited is not None:
            await self._answer_later(scope, receive, answer, asked_at)
        if wait.asked is not None:
            self._streams.presences.asked(wait.asked)
        return wait

    async def _answer_later(self, scope: HTTPScope, receive: Receive, answer: "_Answer", asked_at: datetime) -> None:
        wait = answer.wait
        assert wait.awaited is not None
        feed, _ = wait.awaited
        gone = asyncio.create_task(_gone(receive))
        try:
            with self._streams.presences.held(feed.id, wait.seat):
                while wait.awaited is not None:
                    await self._news(*wait.awaited, asked_at, wait, gone)
                    if gone.done():
                        wait.asked = None
                        return
                    asked_at = timezone.now()
                    await self._ask_again(scope, answer)
            await answer.send_kept()
        finally:
            gone.cancel()
            # What the wait holds is given back to a cache, perhaps over the network.
            await asyncio.get_running_loop().run_in_executor(None, wait.close)

    async def _ask_again(self, scope: HTTPScope, answer: "_Answer") -> None:
        """Renew the answer that is kept, unless the server ends: then it will do, and needs no thread."""
        async with self._places:
            answer.wait.awaited = None
            if not self._patience.is_over:
                answer.forget_kept()
                await self._rest(scope, answer.body.receive, answer)

    async def _news(
        self, feed: Feed, told: Standing, asked_at: datetime, wait: Wait, gone: "asyncio.Task[None]"
    ) -> None:
        """Return when there is news, the time is over, or the sender is gone."""
        news = asyncio.create_task(self._lookout.news(feed, told, asked_at))
        try:
            async with self._patience.limit(wait.seconds_left):
                await asyncio.wait({news, gone}, return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            wait.give_up()
        finally:
            news.cancel()


class _Answer:
    """Sends what the WSGI application answers; once that was postponed, keeps it. A stream's has no end yet."""

    def __init__(self, send: Send, wait: Wait, body: Body) -> None:
        self.wait = wait
        self.body = body
        self._send = send
        self._kept: list[SendEvent] = []
        self._keeps = False

    async def __call__(self, event: SendEvent) -> None:
        """Send one ASGI event, or keep it."""
        self._keeps = self._keeps or self.wait.awaited is not None
        if self._keeps:
            self._kept.append(event)
        else:
            await self._pass_on(event)

    def forget_kept(self) -> None:
        """Another answer comes in its place."""
        self._kept.clear()

    async def send_kept(self) -> None:
        """Send the answer that was kept last."""
        for event in self._kept:
            await self._pass_on(event)

    async def _pass_on(self, event: SendEvent) -> None:
        if event["type"] == "http.response.start":
            if not self.body.is_whole:
                event["headers"] = [*event.get("headers", ()), (b"connection", b"close")]
            if self.wait.stream is not None:
                event["headers"] = [one for one in event.get("headers", ()) if one[0] != b"content-length"]
        elif event["type"] == "http.response.body" and self.wait.stream is not None:
            event["more_body"] = True
        await self._send(event)


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
