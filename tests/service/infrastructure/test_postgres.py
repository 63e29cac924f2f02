"""When a lasting connection is asked whether it still works."""

from types import SimpleNamespace
from typing import Any

import pytest

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
