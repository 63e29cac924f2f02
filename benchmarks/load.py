"""A driver outside: clients that send prepared requests over lasting connections, as cheaply as Python can.

What it sends and expects is worked out before, so it costs the same whoever answers, and little.
"""

import json
import selectors
import socket
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

LARGEST_READ = 1 << 18
LONGEST_SILENCE_SECONDS = 30

Lane = deque[bytes]
"""Requests that are sent one after the other, such as the moves of one game."""


@dataclass(frozen=True)
class Run:
    """What a time of load came to; latencies in milliseconds."""

    count: int
    seconds: float
    median_ms: float
    slow_ms: float
    """The 95th percentile."""


@dataclass(frozen=True)
class Load:
    """A run, and what it cost a request in milliseconds of CPU: the web's processes, and the database's."""

    run: Run
    web_ms: float
    database_ms: float

    @property
    def rate(self) -> float:
        """Requests a second."""
        return self.run.count / self.run.seconds

    @property
    def cpu_ms(self) -> float:
        """Web and database together."""
        return self.web_ms + self.database_ms


def run_of(took: list[float], seconds: float) -> Run:
    """What came of load in which each answer took so many seconds."""
    if not took:
        raise RuntimeError("nothing was answered")
    ordered = sorted(took)
    return Run(len(took), seconds, *(ordered[int(len(took) * part)] * 1000 for part in (0.5, 0.95)))


def request(method: str, path: str, authorization: str, body: Any = None, headers: dict[str, str] | None = None) -> str:
    """A whole HTTP request as text."""
    content = "" if body is None else json.dumps(body, separators=(",", ":"))
    lines = {
        "Host": "127.0.0.1",
        "User-Agent": "driver",
        "Accept": "application/json",
        "Authorization": authorization,
        **({"Content-Type": "application/json", "Content-Length": str(len(content))} if content else {}),
        **(headers or {}),
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n{content}"


def lanes_of(texts: Iterable[Iterable[str]]) -> deque[Lane]:
    """Prepared requests as lanes."""
    return deque(deque(text.encode() for text in lane) for lane in texts)


def drive(port: int, lanes: deque[Lane], *, expected: int, clients: int, seconds: float, repeat: bool) -> Run:
    """Let the clients send for some seconds; each takes the next lane, sends its next request, and puts it back.

    `repeat`: a request that was answered is sent again later. Raises where an answer has another status.
    """
    with selectors.DefaultSelector() as selector:
        all_clients = [_Client(port, f" {expected} ".encode(), lanes, repeat) for _ in range(clients)]
        for client in all_clients:
            selector.register(client.socket, selectors.EVENT_READ, client)
        started = time.monotonic()
        end = started + seconds
        for client in all_clients:
            client.send()
        waiting = clients
        while waiting:
            ready = selector.select(LONGEST_SILENCE_SECONDS)
            if not ready:
                raise RuntimeError("the server does not answer any more")
            for key, _ in ready:
                client = key.data
                if client.receive() and not (time.monotonic() < end and client.send()):
                    waiting -= 1
        spent = time.monotonic() - started
    took = [each for client in all_clients for each in client.took]
    for client in all_clients:
        client.socket.close()
    return run_of(took, spent)


class _Client:
    """One connection, with at most one request on its way."""

    def __init__(self, port: int, status: bytes, lanes: deque[Lane], repeat: bool) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.took: list[float] = []
        self._status, self._lanes, self._repeat = status, lanes, repeat
        self._lane: Lane = deque()
        self._got = b""
        self._sent_at = 0.0

    def send(self) -> bool:
        """Send the next request; false where none is left."""
        if not self._lanes:
            return False
        self._lane = self._lanes.popleft()
        self._sent_at = time.monotonic()
        self.socket.sendall(self._lane[0])
        return True

    def receive(self) -> bool:
        """Read what has come; whether the answer is whole."""
        self._got += self.socket.recv(LARGEST_READ)
        head, mark, body = self._got.partition(b"\r\n\r\n")
        if not mark or len(body) < _length(head):
            if not self._got:
                raise RuntimeError("the server closed a connection")
            return False
        if self._status not in head[:16]:
            raise RuntimeError(f"{self._lane[0].decode()}\n\nwas answered with\n\n{self._got.decode()}")
        self.took.append(time.monotonic() - self._sent_at)
        self._got = b""
        sent = self._lane.popleft()
        if self._repeat:
            self._lane.append(sent)
        if self._lane:
            self._lanes.append(self._lane)
        return True


def _length(head: bytes) -> int:
    """Of the body, as the head says."""
    _, mark, rest = head.lower().partition(b"content-length:")
    return int(rest.split(b"\r\n", 1)[0]) if mark else 0
