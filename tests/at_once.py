"""Calls made at the same moment, by threads with a connection to the database each: what a race is made of."""

import fcntl
import json
import logging
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import lru_cache, wraps
from pathlib import Path
from threading import Barrier, current_thread
from typing import IO, Any

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import DatabaseErrorWrapper
from django.test import RequestFactory

from engine import BadNotation, IllegalMove
from players.errors import DomainError

ROUNDS = int(os.environ.get("RACE_ROUNDS", "3"))
SOME_ROUNDS = max(3, ROUNDS // 10)  # of all races but those of moves, call windows, deadlines, joins and starts
FEW = 12
CROWD = int(os.environ.get("RACE_CALLERS", "50"))

RACES = [
    pytest.mark.races,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor == "sqlite", reason="SQLite has one writer at a time, and one connection"),
]
RACES_OF_A_CROWD = [*RACES, pytest.mark.xdist_group("races of a crowd")]
# How many of these may run at once: together they have fewer connections than PostgreSQL grants by default (100).
_PLACES_FOR_A_CROWD, _PLACES_FOR_A_FEW = 1, 2
_CALLER = "caller at once"


@dataclass(frozen=True)
class Answer:
    """What a request was answered."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def told(self) -> Any:
        return json.loads(self.content)

    @property
    def code(self) -> str:
        """The code of a problem; the status of everything else."""
        return str(self.told["code"]) if self.status >= 400 else str(self.status)

    @property
    def is_repeated(self) -> bool:
        """Whether it says that nothing was done for it but what had been done before."""
        return "Idempotency-Replayed" in self.headers


Request = Callable[[], Answer]


def posting(path: str, body: object = None, *, token: str | None = None, key: str | None = None) -> Request:
    """A request through the whole of Django, handed over as a server does; it is prepared now and sent when called."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    if key is not None:
        headers["Idempotency-Key"] = key
    content = b"" if body is None else json.dumps(body).encode()
    environ = RequestFactory().generic("POST", f"/api/v1/{path}", content, "application/json", headers=headers).environ

    def send() -> Answer:
        began: list[tuple[str, list[tuple[str, str]]]] = []
        response = _application()(environ, lambda status, headers: began.append((status, headers)))
        answered = b"".join(response)
        response.close()
        ((status, given),) = began
        return Answer(int(status[:3]), dict(given), answered)

    return send


@lru_cache
def _application() -> WSGIHandler:
    """Loaded once, as in a server; Django's test client loads all middleware anew for each client."""
    return WSGIHandler()


class Troubles(logging.Handler):
    """What must not come up in a race, even where it is caught and carried on with.

    That are errors that the database has with the calls as such (deadlocks, time-outs of locks, lost connections),
    and whatever is logged as an error. What goes on in threads that earlier tests have left is no trouble of the race.
    """

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if _is_of_a_caller():
            trace = record.exc_info[1] if record.exc_info else None
            self._found.append(f"{record.name}: {record.getMessage()}" + (f" ({trace!r})" if trace else ""))

    def check(self) -> None:
        assert self._found == [], self._found

    @contextmanager
    def watched(self) -> Iterator[None]:
        original = DatabaseErrorWrapper.__exit__

        @wraps(original)
        def watching(wrapper: Any, kind: Any, error: Any, trace: Any) -> Any:
            if isinstance(error, wrapper.wrapper.Database.OperationalError) and _is_of_a_caller():
                self._found.append(f"{kind.__name__}: {error}")
            return original(wrapper, kind, error, trace)

        logging.getLogger().addHandler(self)
        DatabaseErrorWrapper.__exit__ = watching
        try:
            yield
        finally:
            DatabaseErrorWrapper.__exit__ = original
            logging.getLogger().removeHandler(self)


class AtOnce:
    """Runs calls together; threads and connections are kept from one round to the next."""

    def __init__(self, threads: ThreadPoolExecutor, troubles: Troubles, most: int) -> None:
        self._threads, self._troubles, self._most = threads, troubles, most
        self._connections: set[BaseDatabaseWrapper] = set()

    def __call__(self, *calls: Callable[[], Any]) -> list[Any]:
        """What each call gave, in their order; a refusal as its code. Anything else that is raised is raised here."""
        assert len(calls) <= self._most
        barrier = Barrier(len(calls))

        def one(call: Callable[[], Any]) -> Any:
            self._connect()
            barrier.wait(timeout=60)
            try:
                return call()
            except (DomainError, IllegalMove, BadNotation) as refusal:
                return str(refusal.code)

        answers = list(self._threads.map(one, calls))
        self._troubles.check()
        return answers

    def close(self) -> None:
        """Close the connections, of which there may be more than calls at once: a slow thread is not reused."""
        for one in self._connections:
            one.close()

    def _connect(self) -> None:
        """Before the race, so that nobody is late, and in a way that lets `close` be called by another thread."""
        own = connections[DEFAULT_DB_ALIAS]
        if own not in self._connections:
            own.ensure_connection()
            own.inc_thread_sharing()
            self._connections.add(own)


@contextmanager
def callers_at_once(most: int) -> Iterator[AtOnce]:
    """As many callers as are needed, up to `most`, each with a connection that it keeps."""
    troubles = Troubles()
    with _place(most), _patience(), ThreadPoolExecutor(most, _CALLER) as threads:
        run = AtOnce(threads, troubles, most)
        try:
            with troubles.watched():
                yield run
        finally:
            run.close()


@contextmanager
def _patience() -> Iterator[None]:
    """Let the callers wait longer for a connection and a lock than requests do: on a slow machine it takes its time."""
    settings = connection.settings_dict
    usual = settings["OPTIONS"]
    settings["OPTIONS"] = usual | {"options": "-c lock_timeout=60s", "connect_timeout": 60}
    try:
        yield
    finally:
        settings["OPTIONS"] = usual


@contextmanager
def _place(most: int) -> Iterator[None]:
    """Wait until so many more connections may be opened, whichever process has them now."""
    names = [f"crowd-{number}" for number in range(_PLACES_FOR_A_CROWD)]
    if most <= FEW:
        names = [f"few-{number}" for number in range(_PLACES_FOR_A_FEW)]
    with ExitStack() as files:
        locks = [files.enter_context((Path(tempfile.gettempdir()) / f"rummy-races-{name}").open("w")) for name in names]
        while not any(_is_taken(lock) for lock in locks):
            time.sleep(0.05)
        yield


def _is_taken(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _is_of_a_caller() -> bool:
    return current_thread().name.startswith(_CALLER)
