"""Bells are heard in other processes, by Redis; without it nobody waits for it."""

import asyncio
import os
from uuid import UUID, uuid4

import pytest

from players import bell, far_bell
from rummy.front.ear import Ear

SOON = 10.0


@pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis")
def test_a_ring_is_heard_elsewhere() -> None:
    rung_for, heard = uuid4(), []

    async def scene() -> None:
        ear = Ear(heard.append)
        ear.open()
        async with asyncio.timeout(SOON):
            while rung_for not in heard:
                await asyncio.to_thread(bell.ring, rung_for)
                await asyncio.sleep(0.05)
        assert ear.is_listening

    asyncio.run(scene())


@pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis")
def test_listening_ends_when_it_is_cancelled_at_whatever_step() -> None:
    async def scene() -> None:
        for steps in range(60):
            Ear(lambda _: None).open()
            (listening,) = asyncio.all_tasks() - {asyncio.current_task()}
            for _ in range(steps):
                await asyncio.sleep(0)
            listening.cancel()
            done, _ = await asyncio.wait([listening], timeout=SOON)
            assert done, f"goes on after {steps} steps"

    asyncio.run(scene())


def test_without_redis_nobody_listens(settings: object) -> None:
    settings.REDIS_URL = ""  # type: ignore[attr-defined]

    async def scene() -> None:
        ear = Ear(lambda _: None)
        ear.open()
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(scene())


def test_a_redis_that_is_gone_is_left_alone_for_a_moment(
    settings: object, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"  # type: ignore[attr-defined]
    monkeypatch.setattr(far_bell, "_line", None)
    for _ in range(3):
        bell.ring(UUID(int=1))
    far_bell.silence.end()
    assert caplog.text.count("cannot be heard") == 1
