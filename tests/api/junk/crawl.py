"""Sends one request and judges the answer: well-formed, declared, silent about secrets, and nothing has changed."""

import json
import re
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import connection, transaction

from tests.api.client import check, operations
from tests.api.junk.good import filled, good
from tests.api.junk.unchanged import digest, writes_noted
from tests.api.junk.world import Caller, World
from tests.api.wsgi import WsgiClient

AS_IT_IS: Any = object()
_UNSEEMLY = re.compile(
    rb"<html|<!doctype|<body|traceback \(|line \d+, in|django\.|psycopg|sqlite|select .* from |object at 0x",
    re.IGNORECASE,
)


@dataclass
class Answer:
    """What came back: the status, and of a refusal the problem."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def is_refusal(self) -> bool:
        """Whether the request was not carried out."""
        return self.status >= 400

    @property
    def problem(self) -> dict[str, Any]:
        """The problem document of a refusal; empty without one."""
        is_problem = self.headers.get("Content-Type") == "application/problem+json" and self.content
        return dict(json.loads(self.content)) if is_problem else {}

    @property
    def code(self) -> str:
        """Of the problem; empty for an accepted request."""
        return str(self.problem.get("code", ""))

    @property
    def pointers(self) -> list[str]:
        """The places in the body that are named."""
        return [line["pointer"] for line in self.problem.get("errors", []) if line["pointer"] is not None]


@dataclass
class Crawl:
    """Requests to one world. What was accepted is undone; of what was refused nothing may be left."""

    world: World
    before: dict[str, str] = field(default_factory=digest)

    def operation(self, operation_id: str, *, body: Any = AS_IT_IS, raw: bytes | None = None, **changes: Any) -> Answer:
        """The answer to the operation's good request with another body, or changed otherwise: see `Good` and `send`."""
        method, template, _ = operations()[operation_id]
        named = {name: changes.pop(name) for name in ("game", "places", "query", "caller") if name in changes}
        request = replace(good(operation_id), **named)
        path = changes.pop("path", None) or filled(self.world, template, request)
        headers = {**request.headers, **changes.pop("headers", {})}
        if raw is None:
            content = request.body(self.world) if body is AS_IT_IS else body
            raw = b"" if content is None and body is AS_IT_IS else json.dumps(content).encode()
        options = {"caller": request.caller, "headers": headers, "raw": raw, **changes}
        return self.send(method, path + (f"?{request.query}" if request.query else ""), **options)

    def send(self, method: str, path: str, **options: Any) -> Answer:
        """The answer to a request as `ask` sends it."""
        with transaction.atomic(), writes_noted() as writes:
            answer = ask(self.world, method, path, **options)
            assert not connection.needs_rollback, "a transaction was left broken"
            if not answer.is_refusal:
                transaction.set_rollback(True)
            elif writes:
                self.assert_unchanged()
        return answer

    def changed(self) -> list[str]:
        """The tables of which a row is not what it was."""
        after = digest()
        return [name for name in self.before if after[name] != self.before[name]]

    def assert_unchanged(self) -> None:
        """All rows are what they were."""
        assert self.changed() == []


def ask(
    world: World,
    method: str,
    path: str,
    *,
    caller: str = "nobody",
    raw: bytes = b"",
    content_type: str = "application/json",
    headers: Any = (),
    may_fail: bool = False,
    **environ: Any,
) -> Answer:
    """The answer, which is as described, and if it is a refusal, tells nothing that it must not."""
    who = world.callers[caller]
    client = _client(who, raise_request_exception=not may_fail)
    response = client.generic(method, path, raw, content_type, headers={**who.headers, **dict(headers)}, **environ)
    check(method, path, response)
    answer = Answer(response.status_code, dict(response.headers), response.content)
    if answer.is_refusal:
        told = answer.content + repr(answer.headers).encode()
        assert not _UNSEEMLY.search(told), told
        for name, secret in world.secrets.items():
            assert secret.encode() not in told, f"{name} is told"
    return answer


def _client(who: Caller, **options: Any) -> WsgiClient:
    client = WsgiClient(**options)
    for name, value in who.cookies.items():
        client.cookies[name] = value
    return client
