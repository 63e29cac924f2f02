"""Hears the bells of other processes, where there is Redis."""

import asyncio
import logging
from collections.abc import Callable
from uuid import UUID

from django.conf import settings
from redis.asyncio import Redis
from redis.exceptions import RedisError

from players.far_bell import CHANNEL

AGAIN_SECONDS = 2.0
_SIGN_OF_LIFE_SECONDS = 30

log = logging.getLogger("rummy.front")


class Ear:
    """Belongs to one event loop, and listens from the first `open` on."""

    def __init__(self, hear: Callable[[UUID], None]) -> None:
        self.is_listening = False
        self._hear = hear
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        """Listen from now on, if there is anything to listen to."""
        if settings.REDIS_URL and self._task is None:
            self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        while True:
            try:
                await self._listen_once()
            except (RedisError, OSError) as error:
                log.warning("Bells of other processes are not heard: %s", type(error).__name__)
            finally:
                self.is_listening = False
            await asyncio.sleep(AGAIN_SECONDS)

    async def _listen_once(self) -> None:
        # No time limit on what is sent: its `asyncio.wait_for` lets a cancellation go by, up to Python 3.11.
        client = Redis.from_url(
            settings.REDIS_URL,
            socket_connect_timeout=2,
            socket_timeout=None,
            health_check_interval=_SIGN_OF_LIFE_SECONDS,
        )
        async with client, client.pubsub() as line:
            await line.subscribe(CHANNEL)
            async for message in line.listen():
                self.is_listening = True
                if message["type"] == "message":
                    self._hear(UUID(hex=message["data"].decode()))
