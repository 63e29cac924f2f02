"""The application that `serve` runs answers also when the one that it runs fails."""

import asyncio
import json
from typing import Any

import pytest

from rummy.serve.application import Served
from tests.service.infrastructure.asgi_requests import Exchange

UNREADABLE = [(b"content-type", b"application/json; a*=nonsense''x"), (b"host", b"localhost")]


async def broken(scope: Any, receive: Any, send: Any) -> None:
    raise ZeroDivisionError("secret")


async def broken_later(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    raise ZeroDivisionError("secret")


async def cut_off(scope: Any, receive: Any, send: Any) -> None:
    raise asyncio.CancelledError


@pytest.mark.parametrize(("application", "status", "code"), [(broken, 500, "internal"), (cut_off, 503, "unavailable")])
def test_in_its_place_stands_a_problem(
    application: Any, status: int, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    answer = asyncio.run(Exchange("/api/v1/meta", UNREADABLE).to(Served(application)))
    problem = json.loads(answer.content)
    assert (answer.status, problem["code"], problem["retryable"]) == (status, code, True)
    assert answer.answered_headers[b"content-type"] == b"application/problem+json"
    assert answer.answered_headers[b"request-id"].decode() == problem["request_id"]
    assert b"secret" not in answer.content
    assert ("ZeroDivisionError" in caplog.text) == (code == "internal")


def test_an_answer_that_has_begun_is_broken_off() -> None:
    exchange = Exchange("/api/v1/meta")
    with pytest.raises(ZeroDivisionError):
        asyncio.run(exchange.to(Served(broken_later)))
    assert [event["type"] for event in exchange.sent] == ["http.response.start"]
