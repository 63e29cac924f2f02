"""Calls that are made at the same moment, by threads with a connection to the database each."""

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from threading import Barrier
from typing import Any

from django.db import connections

from engine import IllegalMove
from players.errors import DomainError

ROUNDS = int(os.environ.get("RACE_ROUNDS", "3"))
CALLERS = int(os.environ.get("RACE_CALLERS", "50"))
FEWEST_CALLERS = 8


class AtOnce:
    """Runs calls together; threads and connections are kept from one round to the next."""

    def __init__(self, threads: ThreadPoolExecutor) -> None:
        self._threads = threads

    def __call__(self, *calls: Callable[[], Any]) -> list[Any]:
        """What each call gave, in their order; a refusal as its code. Anything else that is raised is raised here."""
        barrier = Barrier(len(calls))

        def one(call: Callable[[], Any]) -> Any:
            barrier.wait(timeout=60)
            try:
                return call()
            except (DomainError, IllegalMove) as refusal:
                return str(refusal.code)

        return list(self._threads.map(one, calls))


@contextmanager
def callers_at_once() -> Iterator[AtOnce]:
    """As many callers as are needed; one test at a time, as each of them keeps a connection."""
    with (Path(tempfile.gettempdir()) / "rummy-races.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        number = max(CALLERS, FEWEST_CALLERS)
        threads = ThreadPoolExecutor(number)
        try:
            yield AtOnce(threads)
        finally:
            barrier = Barrier(number)
            list(threads.map(lambda _: (barrier.wait(timeout=60), connections.close_all()), range(number)))
            threads.shutdown()
