"""When a lasting connection is asked whether it still works, and what is sent and read in a form of our own."""

import json
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import connection as current
from django.utils.safestring import SafeString

from rummy.postgres import base


class Connection(base.DatabaseWrapper):
    """One that was opened, and notes how often it was asked."""

    def __init__(self, *, works: bool) -> None:
        super().__init__({"OPTIONS": {}, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True, "AUTOCOMMIT": True}, "one")
        self.connection: Any = SimpleNamespace(close=lambda: None, closed=False)
        self.health_check_enabled = True
        self.works, self.asked = works, 0

    def is_usable(self) -> bool:
        self.asked += 1
        return self.works

    def begin_request(self) -> None:
        self.health_check_done = False
        self.close_if_health_check_failed()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    clock = SimpleNamespace(now=100.0)
    monkeypatch.setattr(base.time, "monotonic", lambda: clock.now)
    return clock


def test_a_connection_that_answered_a_moment_ago_is_not_asked(time: SimpleNamespace) -> None:
    connection = Connection(works=True)
    connection.begin_request()
    time.now += 0.9
    connection.begin_request()
    assert connection.asked == 1
    time.now += 0.2
    connection.begin_request()
    assert connection.asked == 2
    assert connection.connection is not None


def test_a_connection_is_not_asked_within_a_request_that_has_begun(time: SimpleNamespace) -> None:
    connection = Connection(works=True)
    for _ in range(2):
        connection.begin_request()
    time.now += 5
    connection.close_if_health_check_failed()  # as at the end of a transaction
    assert connection.asked == 1


def test_a_connection_that_does_not_answer_is_closed(time: SimpleNamespace) -> None:
    connection = Connection(works=False)
    connection.begin_request()
    assert connection.asked == 1
    assert connection.connection is None


class Colour(StrEnum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ({"a": [1, 2.5, None, True, "ä"]}, {"a": [1, 2.5, None, True, "ä"]}),
        ((Colour.RED, SafeString("text")), ["red", "text"]),
        ({1: "one"}, {"1": "one"}),
    ],
)
@pytest.mark.django_db
def test_json_is_stored_as_the_standard_library_would_write_it(value: Any, read: Any) -> None:
    assert json.loads(json.dumps(value)) == read
    if current.vendor == "postgresql":
        with current.cursor() as cursor:
            cursor.execute("SELECT %s::jsonb", [current.ops.adapt_json_value(value, None)])
            assert json.loads(cursor.fetchone()[0]) == read


def test_what_json_has_no_form_for_is_refused() -> None:
    written = Connection(works=True).ops.adapt_json_value({"at": object()}, None)
    with pytest.raises(TypeError, match="object has no form in JSON"):
        written.dumps(written.obj)


@pytest.mark.django_db
def test_instants_are_read_in_utc() -> None:
    if current.vendor != "postgresql":
        return
    at = datetime(2026, 1, 5, 12, 0, 0, 1, timezone(timedelta(hours=2)))
    with current.cursor() as cursor:
        cursor.execute("SELECT %s::timestamptz", [at])
        (read,) = cursor.fetchone()
    assert read == at
    assert read.tzinfo is UTC
