"""CPU seconds, user and system, of processes and of a database's own processes. Linux only."""

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path

import psycopg

_TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(pid: int) -> float:
    """Of one process since its start; 0 of one that has ended."""
    with contextlib.suppress(OSError):
        user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        return (int(user) + int(system)) / _TICKS
    return 0.0


def backends(database_url: str) -> list[int]:
    """PostgreSQL's processes that serve the connections to a database, but for this one; on this machine."""
    with psycopg.connect(database_url) as connection:
        found = connection.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        return [pid for (pid,) in found]


class Stopwatch:
    """CPU seconds of some processes from here on."""

    def __init__(self, pids: Iterable[int]) -> None:
        self._begun = {pid: cpu_seconds(pid) for pid in pids}

    def seconds(self, pids: Iterable[int]) -> float:
        """So far, of those that are there now; what began later counts from its beginning."""
        return sum(max(0.0, cpu_seconds(pid) - self._begun.get(pid, 0.0)) for pid in pids)
