"""Readers of a game's stream over a socket, as an app has them: they come back when it ends, behind what they have."""

import contextlib
import http.client
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

PATIENCE_SECONDS = 30


@dataclass
class Api:
    """Requests of one caller to a server that may be started again meanwhile."""

    port: int
    token: str = ""

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer, which has to be a good one; asked again while nobody answers."""
        end = time.monotonic() + PATIENCE_SECONDS
        while True:
            with contextlib.suppress(OSError, http.client.HTTPException), self.sent(method, path, body) as answer:
                content = json.load(answer)
                assert answer.status < 300, content
                return content
            assert time.monotonic() < end, "nobody answers"
            time.sleep(0.1)

    @contextlib.contextmanager
    def sent(self, method: str, path: str, body: Any = None, **headers: str) -> Iterator[http.client.HTTPResponse]:
        """An answer that is not read yet."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        given = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        content = None if body is None else json.dumps(body)
        try:
            with contextlib.closing(connection):
                connection.request(
                    method, f"/api/v1/{path}", content, {"Content-Type": "application/json", **given, **headers}
                )
                with connection.getresponse() as answer:
                    yield answer
        finally:
            connection.close()


def blocks(answer: http.client.HTTPResponse) -> Iterator[dict[str, str]]:
    """The fields of each block that comes, comments left out."""
    fields: dict[str, str] = {}
    for line in answer:
        text = line.decode().rstrip("\n")
        if text and not text.startswith(":"):
            name, _, value = text.partition(": ")
            fields[name] = value
        elif fields:
            yield fields
            fields = {}


@dataclass
class Follower:
    """Follows until it is told to stop. `events` are all that have an id, as they came; `byes` why streams ended."""

    api: Api
    path: str
    with_ticket: bool = False
    events: list[dict[str, Any]] = field(default_factory=list)
    byes: list[str] = field(default_factory=list)
    problems: list[BaseException] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._is_over = False
        self._thread = threading.Thread(target=self._follow, daemon=True)

    def start(self) -> "Follower":
        """Begin, and return when the stream has."""
        self._thread.start()
        self.wait_for(lambda events: bool(events))
        return self

    def wait_for(self, true: Callable[[list[dict[str, Any]]], bool]) -> None:
        """Return when it holds for what came."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not true(self.events):
            assert not self.problems, self.problems
            assert time.monotonic() < end, "waited too long"
            time.sleep(0.01)

    def stop(self) -> None:
        """Read no more."""
        self._is_over = True

    def _follow(self) -> None:
        while not self._is_over:
            try:
                with contextlib.suppress(OSError, http.client.HTTPException):
                    self._read()
            except BaseException as error:
                self.problems.append(error)
                return
            time.sleep(0.1)

    def _read(self) -> None:
        last = {"Last-Event-ID": self.events[-1]["id"]} if self.events else {}
        caller, query = self.api, ""
        if self.with_ticket:
            made = self.api.ask("POST", "me/stream-tickets", {"resource": f"/api/v1/{self.path}"})
            caller, query = Api(self.api.port), f"?ticket={made['ticket']}"
        with caller.sent("GET", self.path + query, **last) as answer:
            assert answer.status == 200, answer.read()
            for block in blocks(answer):
                if "data" in block:
                    self._take(block)

    def _take(self, block: dict[str, str]) -> None:
        event = json.loads(block["data"])
        assert block["event"] == event["type"]
        assert ("id" in block) == (event["type"] not in ("time", "bye"))
        if "id" in block:
            assert block["id"] == event["id"]
            self.events.append(event)
        elif event["type"] == "bye":
            self.byes.append(event["reason"])
