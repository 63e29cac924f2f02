"""A client with a bad connection: it loses answers, and sends each request again under its key until it is answered."""

import http.client
import json
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from threading import Lock
from typing import Any
from uuid import UUID

from tests.crash.sizes import LONGEST_SILENCE_SECONDS

LOSSES = ("unread", "half read", "half sent")
LOSS = 0.1
"""So many of the requests under a key are lost on purpose."""
AGAIN = 0.05
"""So many of those that were accepted are sent once more."""
BUSY = (502, 503, 504)


@dataclass(frozen=True)
class Answer:
    """What came back, whole."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def content(self) -> Any:
        """The body's content."""
        return json.loads(self.body)

    @property
    def is_repeated(self) -> bool:
        """Whether it was given before."""
        return self.headers.get("idempotency-replayed") == "true"


@dataclass(frozen=True)
class Request:
    """A request under a key; sent again it is the same to the last byte."""

    method: str
    path: str
    body: bytes
    token: str
    key: str

    @property
    def headers(self) -> dict[str, str]:
        """As they are sent."""
        headers = {"Content-Type": "application/json", "Connection": "keep-alive"}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return headers | ({"Idempotency-Key": self.key} if self.key else {})


@dataclass
class Journal:
    """What all clients of a run have seen; each line of `wrong` is a promise that was broken."""

    counts: Counter[str] = field(default_factory=Counter)
    accepted: list[tuple[Request, Answer]] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)
    wrong: list[str] = field(default_factory=list)
    slowest: float = 0.0
    lock: Lock = field(default_factory=Lock)

    def count(self, what: str) -> None:
        """One more of these."""
        with self.lock:
            self.counts[what] += 1

    def accept(self, request: Request, answer: Answer) -> None:
        """The request was accepted, as this answer says."""
        with self.lock:
            self.accepted.append((request, answer))

    def blame(self, fault: str) -> None:
        """Note something that must not be."""
        with self.lock:
            self.wrong.append(fault)

    def took(self, seconds: float) -> None:
        """An answer took so long."""
        with self.lock:
            self.slowest = max(self.slowest, seconds)


class Client:
    """One player's connection; `loss` of its requests are lost on purpose. Only the journal is shared by threads."""

    def __init__(self, address: str, journal: Journal, random: Random, loss: float = LOSS) -> None:
        self.token = ""
        self._loss = loss
        self._journal = journal
        self._random = random
        self._connection = http.client.HTTPConnection(address.removeprefix("http://"), timeout=60)

    def get(self, path: str, tag: str = "") -> Answer:
        """The answer to a request that changes nothing."""
        return self._answered(Request("GET", path, b"", self.token, ""), {"If-None-Match": tag} if tag else {})

    def send(self, method: str, path: str) -> Answer:
        """The answer to a request that needs no key: carried out twice it is the same as once."""
        return self._answered(Request(method, path, b"{}", self.token, ""))

    def ask(self, method: str, path: str, content: Any = None, key: str = "") -> Answer | None:
        """What one attempt gives; None where the answer was lost."""
        body = b"" if content is None else json.dumps(content).encode()
        return self._sent(Request(method, path, body, self.token, key), {})

    def post(self, path: str, content: Any) -> Answer:
        """The answer to a request under a key, which is carried out once, or refused."""
        key = str(UUID(int=self._random.getrandbits(128), version=4))
        request = Request("POST", path, json.dumps(content).encode(), self.token, key)
        if self._random.random() < self._loss:
            self._lose(request, self._random.choice(LOSSES))
        answer = self._answered(request)
        if answer.status < 300:
            self._journal.accept(request, answer)
            if self._random.random() < AGAIN:
                self.ask_again(request, answer)
        return answer

    def ask_again(self, request: Request, first: Answer) -> None:
        """Send an accepted request once more: the answer has to be the same."""
        again = self._answered(request)
        self._journal.count("asked again")
        if (again.status, again.body, again.is_repeated) != (first.status, first.body, True):
            self._journal.blame(f"{request.method} {request.path} was answered {first}, then {again}")

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def _answered(self, request: Request, more: dict[str, str] | None = None) -> Answer:
        """The answer, however often it has to be asked for."""
        began = time.monotonic()
        pause = 0.05
        while True:
            answer = self._sent(request, more or {})
            if answer is not None and answer.status not in BUSY:
                return answer
            assert time.monotonic() - began < LONGEST_SILENCE_SECONDS, (
                f"{request.method} {request.path} is not answered"
            )
            time.sleep(pause)
            pause = min(1.0, 2 * pause)

    def _sent(self, request: Request, more: dict[str, str]) -> Answer | None:
        """The answer to one attempt; None where it was lost."""
        began = time.monotonic()
        try:
            self._connection.request(request.method, request.path, request.body or None, request.headers | more)
            answer = _read(self._connection.getresponse())
        except TimeoutError:
            self._journal.blame(f"{request.method} {request.path} was not answered in a minute")
            self._connection.close()
            return None
        except (OSError, http.client.HTTPException) as error:
            self._journal.count(f"lost: {type(error).__name__}")
            self._connection.close()
            return None
        self._journal.took(time.monotonic() - began)
        self._judge(request, answer)
        return answer

    def _judge(self, request: Request, answer: Answer) -> None:
        self._journal.count("repeated" if answer.is_repeated else f"answers {answer.status // 100}xx")
        is_problem = answer.headers.get("content-type") == "application/problem+json"
        if answer.status in BUSY:
            self._journal.count(f"answers {answer.status}")
        if answer.status >= 400 and not is_problem:
            self._journal.blame(f"{request.method} {request.path} was answered {answer.status} without a problem")
        if answer.status >= 500 and (not is_problem or answer.content["code"] != "unavailable"):
            self._journal.blame(f"{request.method} {request.path} was answered {answer.status}: {answer.body[:300]!r}")

    def _lose(self, request: Request, how: str) -> None:
        """Send the request, or half of it, and do not wait for the answer, or not for all of it."""
        self._journal.count(f"lost on purpose: {how}")
        connection = http.client.HTTPConnection(self._connection.host, self._connection.port, timeout=60)
        try:
            connection.putrequest(request.method, request.path)
            for name, value in {**request.headers, "Content-Length": str(len(request.body))}.items():
                connection.putheader(name, value)
            connection.endheaders()
            whole, half = request.body, request.body[: len(request.body) // 2]
            connection.send(half if how == "half sent" else whole)
            if how == "half read" and connection.sock is not None:
                connection.sock.recv(20)
        except (OSError, http.client.HTTPException) as error:
            self._journal.count(f"lost: {type(error).__name__}")
        finally:
            connection.close()


def _read(response: http.client.HTTPResponse) -> Answer:
    headers = {name.lower(): value for name, value in response.getheaders()}
    return Answer(response.status, headers, response.read())
