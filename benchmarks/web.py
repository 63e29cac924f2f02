"""gunicorn over an application of ours or of a yardstick, with the same settings for each."""

import os
import socket
import subprocess
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks.cpu import Stopwatch, backends
from benchmarks.load import Lane, Load, drive
from benchmarks.machine import ROOT
from benchmarks.memory import family
from benchmarks.server import end

WORKERS, THREADS = 2, 4
LONGEST_START_SECONDS, PAUSE_SECONDS = 60, 0.05


@dataclass(frozen=True)
class Web:
    """A web server over a database."""

    pid: int
    port: int
    database_url: str

    def load(self, lanes: deque[Lane], *, expected: int, clients: int, seconds: float, repeat: bool) -> Load:
        """Drive it, and tell what that cost."""
        web, database = family(self.pid), backends(self.database_url)
        watches = Stopwatch(web), Stopwatch(database)
        run = drive(self.port, lanes, expected=expected, clients=clients, seconds=seconds, repeat=repeat)
        spent = watches[0].seconds(web), watches[1].seconds(backends(self.database_url))
        return Load(run, *(each / run.count * 1000 for each in spent))


@contextmanager
def serving(application: str, database_url: str, **settings: str) -> Iterator[Web]:
    """Run gunicorn with its threads, and give it when it answers."""
    port = free_port()
    workers = ["--worker-class", "gthread", "--workers", str(WORKERS), "--threads", str(THREADS)]
    quiet = ["--keep-alive", "60", "--log-level", "warning", "--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen(
        [sys.executable, "-m", "gunicorn", application, *workers, *quiet],
        cwd=ROOT,
        env={**os.environ, "DATABASE_URL": database_url, **settings},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for(process, port)
        yield Web(process.pid, port, database_url)
    finally:
        end(process)


def free_port() -> int:
    """A port that nobody listens at now."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def wait_for(process: subprocess.Popen[Any], port: int) -> None:
    """Return when something listens there. Raises RuntimeError where the process ends before."""
    give_up = time.monotonic() + LONGEST_START_SECONDS
    while time.monotonic() < give_up and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(PAUSE_SECONDS)
        else:
            return
    raise RuntimeError(f"{process.args} did not start")
