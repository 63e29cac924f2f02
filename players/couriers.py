"""Threads of a worker's process that wait for the answers of others, so that the worker itself waits for nobody."""

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import BoundedSemaphore

from django.db import connections

log = logging.getLogger("players.couriers")

MOST = 16
"""Threads of a process. Few are ever in use: each waits for one answer."""


class Couriers:
    """So many threads, made when they are needed: a process that was forked has none of its parent's."""

    def __init__(self, most: int = MOST) -> None:
        self._pool = ThreadPoolExecutor(most, "courier")
        self._free = BoundedSemaphore(most)

    def hand_over(self, act: Callable[[], None]) -> bool:
        """Carry out the act in a thread of its own; False, and nothing is done, where all are busy."""
        if not self._free.acquire(blocking=False):
            return False
        self._pool.submit(self._carry_out, act)
        return True

    def _carry_out(self, act: Callable[[], None]) -> None:
        try:
            act()
        except Exception:  # what is due stands in a row, and is tried again
            log.exception("A courier failed.")
        finally:
            connections.close_all()
            self._free.release()


couriers = Couriers()
