"""Time limits, all of which are over at once when the server ends."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Patience:
    """Gives time limits, and can end all of them."""

    def __init__(self) -> None:
        self.is_over = False
        self._limits: set[asyncio.Timeout] = set()

    @asynccontextmanager
    async def limit(self, seconds: float) -> AsyncIterator[None]:
        """For what may take so long. Raises `TimeoutError` where it takes longer, or the server ends."""
        async with asyncio.timeout(0 if self.is_over else seconds) as limit:
            self._limits.add(limit)
            try:
                yield
            finally:
                self._limits.discard(limit)

    def end(self) -> None:
        """Let the time of everybody be over, now and from now on."""
        self.is_over = True
        now = asyncio.get_running_loop().time()
        for limit in self._limits:
            with suppress(RuntimeError):  # its time is over already
                limit.reschedule(now)
