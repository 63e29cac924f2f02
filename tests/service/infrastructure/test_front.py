"""What only waits holds no thread: bodies are read before, long-polls wait in the event loop."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any
from uuid import UUID

import pytest

from api.rendering import LARGEST_BODY
from api.waiting import KEY, Wait
from players import bell
from players.news import Feed, FeedKind, Standing, Standings
from rummy.front import bodies
from rummy.front.application import Front
from tests.service.infrastructure.asgi_requests import Exchange

GAME = UUID(int=1)
LONG = 20.0
SOON = 5.0


class Rest:
    """A WSGI application that waits for news of a game from version 1, and tells the bodies that it reads."""

    def __init__(self) -> None:
        self.asked = 0
        self.ended = 0
        self.seconds = LONG
        self.events: list[str] = []

    def __call__(self, environ: Any, start_response: Any) -> Iterator[bytes]:
        if environ["PATH_INFO"] == "/events":
            self.listen(environ["asgi.scope"]["state"][KEY])
            content = ",".join(self.events).encode()
        else:
            content = self.read(environ)
        start_response("200 OK", [("X-Asked", str(self.asked))])
        yield content

    def listen(self, wait: Wait) -> None:
        self.asked += 1
        with ExitStack() as slot:
            if not wait.has_begun:
                slot.callback(self.end)
            if not self.events and wait.is_left_of(self.seconds):
                wait.postpone(Feed(FeedKind.GAME, GAME), Standing(1), self.seconds, [], slot.pop_all())

    def end(self) -> None:
        self.ended += 1

    def read(self, environ: Any) -> bytes:
        try:
            return b"read " + environ["wsgi.input"].read()
        except OSError as error:
            return str(error).encode()


@pytest.fixture
def rest() -> Rest:
    return Rest()


@pytest.fixture
def front(rest: Rest) -> Front:
    return Front(rest, threads=1)


@pytest.fixture(autouse=True)
def standings(monkeypatch: pytest.MonkeyPatch) -> dict[UUID, Standing]:
    """How the games stand, without a database."""
    stored = {GAME: Standing(1)}
    monkeypatch.setattr(Standings, "of", lambda self, ids: stored)
    return stored


def sized(length: int) -> list[tuple[bytes, bytes]]:
    return [(b"content-length", str(length).encode())]


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.01)


class TestBodies:
    def test_are_read_before_a_thread_is_taken(self, front: Front) -> None:
        async def scene() -> None:
            slow = [Exchange("/", sized(4)).sends(b"ab", more=True) for _ in range(50)]
            tasks = [asyncio.create_task(one.to(front)) for one in slow]
            await asyncio.sleep(0.05)
            async with asyncio.timeout(SOON):
                other = await Exchange("/", sized(3)).sends(b"one").to(front)
            assert other.content == b"read one"
            for one in slow:
                one.sends(b"cd")
            await asyncio.gather(*tasks)
            assert {one.content for one in slow} == {b"read abcd"}
            assert b"connection" not in slow[0].answered_headers

        asyncio.run(scene())

    def test_that_are_late_are_as_if_the_connection_broke(self, front: Front, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(bodies, "LONGEST_SECONDS", 0.05)
        late = asyncio.run(Exchange("/", sized(4)).sends(b"ab", more=True).to(front))
        assert late.content == b"The body did not come in time."
        assert late.answered_headers[b"connection"] == b"close"

    @pytest.mark.parametrize(
        "headers",
        [
            sized(LARGEST_BODY + 1),
            [(b"transfer-encoding", b"chunked")],
            [(b"transfer-encoding", b"chunked"), *sized(2)],
        ],
    )
    def test_that_are_too_large_or_of_unknown_length_stay_unread(
        self, front: Front, headers: list[tuple[bytes, bytes]]
    ) -> None:
        answer = asyncio.run(Exchange("/", headers).sends(b"ab", more=True).to(front))
        assert answer.read == []
        assert (answer.content, answer.answered_headers[b"connection"]) == (b"read ", b"close")

    def test_of_the_admin_may_be_larger(self, front: Front) -> None:
        large = b"a" * (LARGEST_BODY + 1)
        answer = asyncio.run(Exchange("/admin/", sized(len(large))).sends(large).to(front))
        assert answer.content == b"read " + large

    def test_of_a_sender_who_is_gone_are_forgotten(self, front: Front) -> None:
        assert asyncio.run(Exchange("/", sized(4)).sends(b"ab", more=True).goes().to(front)).sent == []


class TestWaiting:
    def test_holds_no_thread(self, front: Front, rest: Rest) -> None:
        async def scene() -> None:
            tasks = [asyncio.create_task(Exchange("/events").to(front)) for _ in range(50)]
            async with asyncio.timeout(SOON):
                assert (await Exchange().to(front)).content == b"read "
            await until(lambda: rest.asked == len(tasks))
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert rest.ended == len(tasks)

        asyncio.run(scene())

    @pytest.mark.parametrize("news", ["another version", "a game that is gone"])
    def test_ends_with_news_of_another_process(
        self, front: Front, rest: Rest, standings: dict[UUID, Standing], news: str
    ) -> None:
        async def scene() -> None:
            task = asyncio.create_task(Exchange("/events").to(front))
            await until(lambda: rest.asked == 1)
            rest.events.append("played")
            standings.clear()
            if news == "another version":
                standings[GAME] = Standing(2)
            async with asyncio.timeout(SOON):
                answer = await task
            assert (answer.content, answer.answered_headers[b"x-asked"]) == (b"played", b"2")
            assert rest.ended == 1

        asyncio.run(scene())

    def test_ends_at_the_bell(self, front: Front, rest: Rest) -> None:
        async def scene() -> None:
            task = asyncio.create_task(Exchange("/events").to(front))
            await until(lambda: bell._listeners)
            await until(lambda: rest.asked == 1)
            await asyncio.sleep(0.05)
            rest.events.append("played")
            threading.Thread(target=bell.ring, args=[GAME]).start()
            async with asyncio.timeout(SOON):
                assert (await task).content == b"played"
            await until(lambda: not bell._listeners)

        asyncio.run(scene())

    def test_goes_on_after_news_that_are_none_for_the_caller(
        self, front: Front, rest: Rest, standings: dict[UUID, Standing]
    ) -> None:
        standings[GAME] = Standing(2)

        async def scene() -> None:
            task = asyncio.create_task(Exchange("/events").to(front))
            await until(lambda: rest.asked >= 3)
            rest.events.append("played")
            async with asyncio.timeout(SOON):
                assert (await task).content == b"played"

        asyncio.run(scene())

    def test_ends_when_the_time_is_over(self, front: Front, rest: Rest) -> None:
        rest.seconds = 0.2
        answer = asyncio.run(Exchange("/events").to(front))
        assert (answer.content, rest.asked, rest.ended) == (b"", 2, 1)

    def test_ends_with_the_connection(self, front: Front, rest: Rest) -> None:
        answer = asyncio.run(Exchange("/events").goes().to(front))
        assert (answer.sent, rest.asked, rest.ended) == ([], 1, 1)

    def test_outlasts_a_database_that_fails(
        self, front: Front, rest: Rest, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def fail(*_: Any) -> None:
            raise ConnectionError

        monkeypatch.setattr(Standings, "of", fail)
        rest.seconds = 0.2
        assert asyncio.run(Exchange("/events").to(front)).status == 200
        assert "Nothing can be read" in caplog.text

    def test_ends_with_the_server_at_once_and_needs_no_thread(self, front: Front, rest: Rest) -> None:
        async def scene() -> None:
            messages: asyncio.Queue[Any] = asyncio.Queue()
            messages.put_nowait({"type": "lifespan.startup"})
            told: list[Any] = []

            async def tell(event: Any) -> None:
                told.append(event["type"])

            life = asyncio.create_task(front({"type": "lifespan", "asgi": {"version": "3.0"}}, messages.get, tell))  # type: ignore[arg-type]
            waiting = asyncio.create_task(Exchange("/events").to(front))
            slow = asyncio.create_task(Exchange("/", sized(4)).sends(b"ab", more=True).to(front))
            await until(lambda: rest.asked)
            await asyncio.sleep(0.05)
            messages.put_nowait({"type": "lifespan.shutdown"})
            async with asyncio.timeout(SOON):
                await asyncio.gather(life, waiting, slow)
            assert told == ["lifespan.startup.complete", "lifespan.shutdown.complete"]
            assert (waiting.result().status, waiting.result().content) == (200, b"")
            assert slow.result().content == b"The body did not come in time."
            assert (rest.asked, rest.ended) == (1, 1)

        asyncio.run(scene())
