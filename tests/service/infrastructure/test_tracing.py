"""The trace of a request: in its log lines, and in those of the tasks that it leads to."""

import logging
import time
from collections.abc import Iterator
from typing import Any

import pytest
from celery import Task
from celery.contrib.testing.worker import start_worker
from django.test import Client
from structlog import contextvars

from rummy.celery import app
from rummy.tracing import trace_id_of, traced

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = f"00-{TRACE}-b7ad6b7169203331-01"
QUEUE = "traced"
ID = "0197a8b2-0000-7000-8000-000000000001"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        TRACE,
        PARENT.upper(),
        f" {PARENT}",
        f"{PARENT}\n",
        f"{PARENT},{PARENT}",
        f"{PARENT}-more",
        PARENT.replace("00-", "ff-", 1),
        PARENT.replace(TRACE, "0" * 32),
        PARENT.replace("b7ad6b7169203331", "0" * 16),
        PARENT.replace(TRACE, TRACE[:-1]),
        f"01{PARENT[2:]}more",
        f"01{PARENT[2:]}-{'x' * 300}",
    ],
)
def test_what_is_no_traceparent(text: str) -> None:
    assert trace_id_of(text) is None


@pytest.mark.parametrize("text", [PARENT, PARENT[:-1] + "0", f"01{PARENT[2:]}", f"cc{PARENT[2:]}-more.of it"])
def test_what_is_one(text: str) -> None:
    assert trace_id_of(text) == TRACE


def lines_of(caplog: Any, **headers: str) -> list[dict[str, Any]]:
    """What was logged of a request that comes to nothing."""
    caplog.set_level(logging.INFO)
    answer = Client().get("/nowhere", headers=headers)
    assert answer.json()["request_id"] == answer["Request-Id"]
    lines: list[Any] = [record.msg for record in caplog.records]
    return [line for line in lines if isinstance(line, dict)]


def test_a_request_has_it_in_its_line_beside_its_own_id(caplog: Any) -> None:
    (line,) = lines_of(caplog, **{"traceparent": PARENT, "Request-Id": ID})
    assert (line["trace_id"], line["request_id"]) == (TRACE, ID)


def test_one_that_is_not_well_formed_is_in_no_line(caplog: Any) -> None:
    (line,) = lines_of(caplog, traceparent="secret-hand-7H")
    assert "trace_id" not in line
    assert "7H" not in str(line)


def test_the_next_request_has_none(caplog: Any) -> None:
    lines_of(caplog, traceparent=PARENT)
    caplog.clear()
    assert "trace_id" not in lines_of(caplog)[0]


@pytest.fixture
def found() -> Iterator[list[dict[str, Any]]]:
    """What tasks of this name found in their context."""
    facts: list[dict[str, Any]] = []

    @app.task(name="tests.note")
    def note(again: bool = False) -> None:
        facts.append(contextvars.get_contextvars())
        if again:
            app.send_task("tests.note", queue=QUEUE)

    yield facts
    app.tasks.unregister("tests.note")
    contextvars.clear_contextvars()


def test_it_goes_with_the_message_to_the_task_and_to_what_that_sends(found: list[dict[str, Any]]) -> None:
    with traced(ID, PARENT):
        app.send_task("tests.note", [True], queue=QUEUE)
    with traced(ID, ""):
        app.send_task("tests.note", queue=QUEUE)
    app.send_task("tests.note", queue=QUEUE)
    with start_worker(app, pool="solo", queues=[QUEUE], perform_ping_check=False):
        for _ in range(100):
            if len(found) == 4:
                break
            time.sleep(0.05)
    traces = [(facts.get("request_id"), facts.get("trace_id")) for facts in found]
    assert sorted(traces, key=str) == sorted([(ID, TRACE), (ID, None), (None, None), (ID, TRACE)], key=str)
    assert all(isinstance(facts["task_id"], str) for facts in found)


def test_a_task_that_is_called_at_once_has_none(found: list[dict[str, Any]]) -> None:
    note: Task = app.tasks["tests.note"]
    with traced(ID, PARENT):
        note.apply()
    assert "trace_id" not in found[0]
