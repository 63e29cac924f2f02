"""The service as it is run: embedded in one command, or as the production service with PostgreSQL and Redis.

Of each: what can be killed, and what starts it again; that is the service itself wherever it promises to.
"""

import contextlib
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import urlopen

import psycopg
import yaml

from tests.crash.processes import ROOT, Process, children_of, kill, wait_until

PLAY = {"RUMMY_RATE_LIMITS": "off", "RUMMY_BOT_DELAY": "0"}
COMPOSE = yaml.safe_load((ROOT / "docker/compose.yaml").read_text())["services"]
DOCKERFILE_COMMAND = json.loads((ROOT / "docker/Dockerfile").read_text().rpartition("CMD ")[2])
CAN_PRODUCE = "DATABASE_URL" in os.environ and shutil.which("redis-server") is not None
SECRET_KEY = "the-secret-key-of-the-crash-tests"


@dataclass(frozen=True)
class Target:
    """Something that can be killed. `kill` tells whether it was there; `start` undoes it, where nobody else does."""

    name: str
    kill: Callable[[], bool]
    start: Callable[[], object] = lambda: None


@dataclass(frozen=True)
class Service:
    """A service that runs, until the block that made it ends."""

    address: str
    targets: list[Target]
    logs: Path
    environment: Mapping[str, str]
    streams_address: str

    def target(self, name: str) -> Target:
        """The one of this name."""
        (found,) = (target for target in self.targets if target.name == name)
        return found

    def manage(self, *command: str) -> str:
        """What a command of `manage.py` says, whether or not it succeeds."""
        done = subprocess.run(
            [sys.executable, "manage.py", *command], cwd=ROOT, env=self.environment, capture_output=True, text=True
        )
        return done.stdout + (done.stderr if done.returncode else "")

    def last_words(self) -> str:
        """What its processes wrote in the end, but for requests."""
        said = []
        for log in sorted(self.logs.glob("*.log")):
            lines = [line[:300] for line in log.read_text().splitlines() if "rummy.request" not in line]
            said += [f"--- {log.name}", *lines[-30:]]
        return "\n".join(said)

    def is_ready(self) -> bool:
        """Whether it has all that it needs."""
        with contextlib.suppress(URLError, OSError), urlopen(f"{self.address}/readyz", timeout=10) as answer:
            return bool(answer.status == 200)
        return False

    def wait_until_ready(self) -> None:
        """Return when it has all that it needs."""
        wait_until(self.is_ready, "the service is ready")


@contextlib.contextmanager
def embedded(folder: Path) -> Iterator[Service]:
    """`manage.py serve` with SQLite and the broker of files."""
    port = _free_port()
    environment = {name: value for name, value in os.environ.items() if not name.endswith("_URL")}
    environment |= {**PLAY, "RUMMY_DATA": str(folder / "data"), "RUMMY_WORKERS": "1"}
    serve = _command("service", folder, environment, "python", "manage.py", "serve", "--port", str(port))
    targets = [
        _restarted(serve),  # the web server is its process, and all others end with it
        Target("worker", lambda: kill(serve.children())),  # started again by the service
        Target("worker child", lambda: kill(_grandchildren(serve))),  # by the worker
    ]
    with _running(serve):
        address = f"http://127.0.0.1:{port}"
        service = Service(address, targets, folder, environment, streams_address=address)
        service.wait_until_ready()
        yield service


@contextlib.contextmanager
def production(folder: Path, database_url: str, **settings: str) -> Iterator[Service]:
    """As docker/compose.yaml runs it: gunicorn, who holds streams, Celery and its clock, an own Redis and database."""
    port, streams_port, redis_port = _free_port(), _free_port(), _free_port()
    with _new_database(database_url) as database:
        environment = dict(os.environ) | PLAY
        environment |= {"DATABASE_URL": database, "REDIS_URL": f"redis://127.0.0.1:{redis_port}/0"}
        environment |= {"RUMMY_SECRET_KEY": SECRET_KEY, "PYTHONUNBUFFERED": "1"} | settings
        gunicorn = _command(
            *("web", folder, environment | {"RUMMY_DATABASE_POOL": "on"}),
            *(*DOCKERFILE_COMMAND, "--workers", "2", "--bind", f"127.0.0.1:{port}"),
        )
        streams = _command(
            *("streams", folder, environment | {"RUMMY_DATABASE_POOL": "on"}),
            *_on_port(COMPOSE["streams"], streams_port),
        )
        worker = _command("worker", folder, environment, *COMPOSE["workers"]["command"], "--concurrency", "2")
        beat = _command("beat", folder, environment, *COMPOSE["beat"]["command"])
        store = _redis(folder, redis_port)
        targets = [
            _restarted(gunicorn),
            _restarted(streams),
            Target("web worker", lambda: kill(gunicorn.children()[:1])),  # started again by gunicorn
            _restarted(worker),
            Target("worker child", lambda: kill(worker.children()[:1])),  # by the worker
            _restarted(store),
            _frozen(store),
            _restarted(beat),
            Target("database connections", lambda: _cut_off(database)),
        ]
        service = Service(
            *(f"http://127.0.0.1:{port}", targets, folder, environment),
            streams_address=f"http://127.0.0.1:{streams_port}",
        )
        service.manage("migrate", "--no-input", "--verbosity", "0")
        with _running(store, gunicorn, streams, worker, beat):
            service.wait_until_ready()
            yield service


def _restarted(process: Process) -> Target:
    return Target(process.name, process.kill, process.start)


def _frozen(process: Process) -> Target:
    """It is there, takes connections, and says nothing."""

    def send(number: signal.Signals) -> bool:
        return kill([process.pid] if process.pid else [], number)

    return Target(f"{process.name}, frozen", lambda: send(signal.SIGSTOP), lambda: send(signal.SIGCONT))


@contextlib.contextmanager
def _running(*processes: Process) -> Iterator[None]:
    try:
        for process in processes:
            process.start()
        yield
    finally:
        for process in reversed(processes):
            process.end()


def _command(name: str, logs: Path, environment: Mapping[str, str], program: str, *arguments: str) -> Process:
    """A command as containers run it, in our own environment."""
    return Process(name, [str(Path(sys.executable).with_name(program)), *arguments], environment, logs)


def _on_port(container: Any, port: int) -> list[str]:
    """The container's command, on this machine alone."""
    command = list(container["command"])
    command[command.index("--port") + 1] = str(port)
    command[command.index("--host") + 1] = "127.0.0.1"
    return command


def _redis(logs: Path, port: int) -> Process:
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--appendonly", "no"]
    return Process("redis", command, os.environ, logs)


def _grandchildren(process: Process) -> list[int]:
    return [pid for child in process.children() for pid in children_of(child)]


def _free_port() -> int:
    """One that nobody else is given while the service is down: not of those that connections take for themselves."""
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    for port in random.sample(range(first // 2, first), 100):
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no port is free")


@contextlib.contextmanager
def _new_database(address: str) -> Iterator[str]:
    name = f"rummy_crash_{os.getpid()}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
        connection.execute(f"CREATE DATABASE {name}")
        try:
            yield address.rpartition("/")[0] + "/" + name
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def _cut_off(database: str) -> bool:
    """End every connection to the database, whatever goes on in it."""
    others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
    with psycopg.connect(database, autocommit=True) as connection:
        ended = connection.execute(f"{others} AND pid <> pg_backend_pid()").fetchall()
    return bool(ended)
