"""Streams that are held open: without a thread, kept alive, read for together, and ended with a word why."""

import asyncio
import json
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings

from api.streaming import Frames, Opening, Read
from api.waiting import KEY
from players import bell
from players.news import Feed, FeedKind, Standing, Standings
from players.services import Right
from players.streaming import Follower
from rummy.front import streams
from rummy.front.application import Front
from tests.service.infrastructure.asgi_requests import Exchange

GAME, TOKEN = Feed(FeedKind.GAME, UUID(int=1)), UUID(int=2)
SOON = 5.0


@dataclass
class Service:
    """A game of which a log is kept, without a database, and the streams that a WSGI application opens."""

    log: list[str] = field(default_factory=list)
    hidden: bool = False
    is_over: bool = False
    revoked: bool = False
    fails: bool = False
    reads: list[int] = field(default_factory=list)
    closed: int = 0
    portion: int = 100

    def __call__(self, environ: Any, start_response: Any) -> Iterator[bytes]:
        if environ["PATH_INFO"] == "/stream":
            with ExitStack() as slot:
                slot.callback(self.close)
                follower = Follower(None, environ.get("HTTP_LANGUAGE", "en"), "v0.0")
                opening = Opening(GAME, follower, Right(token_id=TOKEN))
                environ["asgi.scope"]["state"][KEY].open(opening, slot.pop_all())
        start_response("200 OK", [("Content-Length", "6"), ("Content-Type", "text/event-stream")])
        yield b"begin\n"

    def close(self) -> None:
        self.closed += 1

    def read(self, feed: Feed, followers: Collection[Follower], now: datetime) -> Read:
        if self.fails:
            raise ConnectionError
        self.reads.append(len(followers))
        told = {one: None if self.hidden else self._frames(one) for one in followers}
        return Read(told, Standing(len(self.log)), self.is_over)

    def _frames(self, follower: Follower) -> Frames:
        begin = int(follower.place[1:].partition(".")[0])
        end = min(begin + self.portion, len(self.log))
        content = "".join(f"{follower.language}:{one}\n" for one in self.log[begin:end]).encode()
        return Frames(content, f"v{end}.0", end < len(self.log), None)

    def tell(self, *words: str) -> None:
        self.log += words
        threading.Thread(target=bell.ring, args=[GAME.id]).start()


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Service:
    made = Service()
    monkeypatch.setattr(streams, "read_feed", made.read)
    monkeypatch.setattr(streams, "ended_rights", lambda rights, now: set(rights) if made.revoked else set())
    monkeypatch.setattr(Standings, "of", lambda self, ids: {GAME.id: Standing(len(made.log))})
    monkeypatch.setattr(streams, "TICK_SECONDS", 0.005)
    monkeypatch.setattr(streams, "LONGEST", 10**6)
    return made


@pytest.fixture
def front(service: Service) -> Front:
    return Front(service, threads=1)


class Reader(Exchange):
    """One who reads a stream; it is disconnected when the stream has ended. `stuck`: takes nothing any more."""

    stuck = False

    async def _send(self, event: Any) -> None:
        if self.stuck:
            await asyncio.Event().wait()
        await super()._send(event)
        if event["type"] == "http.response.body" and not event.get("more_body", False):
            self.goes()

    @property
    def told(self) -> str:
        """What it was told, but for signs of life."""
        blocks = self.content.decode().replace(": hb\n\n", "").split("event: time\n")
        return blocks[0] + "".join(block.partition("\n\n")[2] for block in blocks[1:])

    @property
    def bye(self) -> str:
        """The reason with which it ended."""
        lines = self.content.decode().split("\n")
        return str(json.loads(lines[lines.index("event: bye") + 1].removeprefix("data: "))["reason"])


async def until(true: Callable[[], object]) -> None:
    async with asyncio.timeout(SOON):
        while not true():
            await asyncio.sleep(0.005)


def scene(act: Callable[[], Any]) -> None:
    asyncio.run(act())


def reader(language: str = "en") -> Reader:
    return Reader("/stream", [(b"language", language.encode())]).sends(b"")  # type: ignore[return-value]


async def followed(front: Front, *readers: Reader) -> list["asyncio.Task[Any]"]:
    tasks = [asyncio.create_task(one.to(front)) for one in readers]
    await until(lambda: all(one.sent for one in readers))
    return tasks


def test_the_beginning_has_no_end(front: Front, service: Service) -> None:
    async def act() -> None:
        one = reader()
        (task,) = await followed(front, one)
        await until(lambda: one.told == "begin\n")
        assert b"content-length" not in one.answered_headers
        assert all(event["more_body"] for event in one.sent[1:])
        one.goes()
        await task
        assert service.closed == 1

    scene(act)


def test_streams_hold_no_thread(front: Front) -> None:
    async def act() -> None:
        many = [reader() for _ in range(50)]
        tasks = await followed(front, *many)
        async with asyncio.timeout(SOON):
            assert (await Exchange().to(front)).content == b"begin\n"
        assert len(tasks) == sum(not task.done() for task in tasks)

    scene(act)


def test_what_happens_is_read_once_for_all_who_stand_alike(front: Front, service: Service) -> None:
    async def act() -> None:
        many = [reader() for _ in range(20)] + [reader("fi")]
        await followed(front, *many)
        await until(lambda: service.reads and service.reads[-1] == 2)
        await asyncio.sleep(0.05)
        before = len(service.reads)
        service.tell("one")
        await until(lambda: all(b":one\n" in one.content for one in many))
        assert len(service.reads) - before < 5  # a bell may be heard here and by Redis, and the clock ticks
        assert many[0].told == "begin\nen:one\n"
        assert many[-1].told == "begin\nfi:one\n"

    scene(act)


def test_what_was_not_rung_for_is_found(front: Front, service: Service) -> None:
    async def act() -> None:
        one = reader()
        await followed(front, one)
        await asyncio.sleep(0.05)
        service.log.append("one")
        await until(lambda: b"en:one" in one.content)

    scene(act)


def test_who_is_far_behind_is_told_all_in_portions(front: Front, service: Service) -> None:
    service.log, service.portion = [str(number) for number in range(95)], 10

    async def act() -> None:
        one = reader()
        await followed(front, one)
        await until(lambda: b"en:94" in one.content)
        assert one.told.split()[1:] == [f"en:{number}" for number in range(95)]

    scene(act)


def test_silence_is_broken_by_heartbeats_and_the_time(front: Front) -> None:
    async def act() -> None:
        one = reader()
        await followed(front, one)
        await until(lambda: one.content.count(b"event: time") == 2)
        assert 5 <= one.content.count(b": hb\n\n") <= 8

    scene(act)


def test_a_reader_who_takes_nothing_is_cut_off_and_others_are_not(front: Front, service: Service) -> None:
    async def act() -> None:
        slow, other = reader(), reader()
        tasks = await followed(front, slow, other)
        await until(lambda: service.reads)
        slow.stuck = True
        service.tell("one")
        await until(tasks[0].done)
        await until(lambda: b"en:one" in other.content)
        assert not tasks[1].done()
        assert b"en:one" not in slow.content
        assert service.closed == 1

    scene(act)


def test_a_reader_who_was_slow_is_told_so_when_it_reads_again(
    front: Front, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "GONE_AFTER", 10**6)

    async def act() -> None:
        slow, gate = reader(), asyncio.Event()
        tasks = await followed(front, slow)
        send, slow_send = slow._send, []

        async def wait(event: Any) -> None:
            slow_send.append(event)
            await gate.wait()
            await send(event)

        await until(lambda: service.reads)
        stream = next(iter(front._streams._all()))
        stream._send = wait
        service.tell("one")
        await until(lambda: stream.ended)
        service.tell("two")
        gate.set()
        await until(tasks[0].done)
        assert (slow.content.count(b"en:"), slow.bye) == (1, "slow")

    scene(act)


@pytest.mark.parametrize("reason", ["hidden", "revoked", "revoked at the bell", "over", "reconnect", "shutdown"])
def test_it_ends_with_a_word_why(front: Front, service: Service, reason: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "LONGEST_OVER", 20)
    if reason == "revoked at the bell":
        monkeypatch.setattr(streams, "TICK_SECONDS", 10**6)

    async def act() -> None:
        one = reader()
        (task,) = await followed(front, one)
        await until(lambda: service.reads and bell._listeners)
        if reason in ("hidden", "over"):
            service.hidden, service.is_over = reason == "hidden", reason == "over"
            service.tell("one")
        elif reason == "reconnect":
            monkeypatch.setattr(streams, "LONGEST", 10)
        elif reason == "shutdown":
            front._end()
        else:
            service.revoked = True
            if reason != "revoked":
                bell.ring(TOKEN)
        await until(task.done)
        assert one.bye == reason.partition(" ")[0]
        assert (service.closed, one.sent[-1]["more_body"]) == (1, False)
        assert (b"en:one" in one.content) == (reason == "over")

    scene(act)


def test_one_that_comes_when_the_server_ends_is_told_so(front: Front) -> None:
    async def act() -> None:
        front._end()
        one = reader()
        await one.to(front)
        assert one.bye == "shutdown"

    scene(act)


def test_it_outlasts_a_database_that_fails(
    front: Front, service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("rummy.front.channel.AGAIN_SECONDS", 0.02)

    async def act() -> None:
        one = reader()
        service.fails = True
        await followed(front, one)
        await until(lambda: "Nothing can be read for streams" in caplog.text)
        service.fails = False
        service.tell("one")
        await until(lambda: b"en:one" in one.content)

    scene(act)


def test_nothing_is_left_of_streams_that_are_gone(front: Front, service: Service) -> None:
    async def act() -> None:
        many = [reader() for _ in range(5)]
        tasks = await followed(front, *many)
        await until(lambda: service.reads)
        for one in many:
            one.goes()
        await asyncio.gather(*tasks)
        held = front._streams
        assert (held._channels, dict(held._of_tokens), held._all()) == ({}, {}, [])
        lasting = 2 if settings.REDIS_URL else 1  # this one, and who hears the bells of other processes
        await until(lambda: len(asyncio.all_tasks()) == lasting)
        assert not bell._listeners

    scene(act)
