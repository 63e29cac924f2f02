"""Keeps one child process running: starts it again, with growing pauses, until it is told to stop.

Then the child is killed without ceremony: a lost job is found again, and a cut-off transaction never was.
"""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping, Sequence

import structlog

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 30.0
STEADY_SECONDS = 60.0  # who ran this long may start again at once

log = structlog.get_logger(__name__)


class Supervisor:
    """Watches over one command. The child has a session of its own: Ctrl-C reaches the parent only."""

    def __init__(self, name: str, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._name = name
        self._command = command
        self._environment = environment

    async def keep_running(self) -> None:
        """Run the child, over and over, until this is cancelled; then end it and all that it started."""
        pause = FIRST_PAUSE_SECONDS
        clock = asyncio.get_running_loop().time
        while True:
            started = clock()
            code = await self._run()
            if clock() - started > STEADY_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            log.warning("child ended", child=self._name, code=code, again_in_seconds=pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)

    async def _run(self) -> int:
        child = await asyncio.create_subprocess_exec(
            *self._command,
            env=dict(self._environment),
            start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL,
        )
        try:
            return await child.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)  # with its own children
