"""When something of ours is broken: every operation says so in a problem, and what it has begun is undone."""

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import pytest
from django.db import OperationalError, ProgrammingError, connection, transaction

from api.views.base import View
from tests.api.client import operations
from tests.api.junk.crawl import Answer, Crawl, ask
from tests.api.junk.sizes import SIZED
from tests.api.junk.unchanged import WRITING, digest
from tests.api.junk.world import built

pytestmark = SIZED
OPERATIONS = sorted(operations())
SECRET = "this is told to nobody"


class Unprotected(Crawl):
    """Sends requests that are in no transaction of the test: what fails is undone by ourselves."""

    breakage: AbstractContextManager[Any] = nullcontext()

    def send(self, method: str, path: str, **options: Any) -> Answer:
        """The answer while something is broken."""
        with self.breakage:
            return ask(self.world, method, path, may_fail=True, **options)

    def broken_operation(self, operation_id: str, breakage: AbstractContextManager[Any]) -> Answer:
        """The answer to the good request while this is broken."""
        self.breakage = breakage
        try:
            return self.operation(operation_id)
        finally:
            self.breakage = nullcontext()


@pytest.fixture
def broken(transactional_db: None) -> Unprotected:
    return Unprotected(built())


def failing(error: Exception, at: int = 0) -> Any:
    """Lets statements fail: all of them, or the one that is the so-manieth to write."""
    count = 0

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal count
        count += sql.lstrip("( ").upper().startswith(WRITING)
        if count == at:
            count += 1
            raise error
        return run(sql, *rest)

    return connection.execute_wrapper(execute)


def always(error: Exception) -> Any:
    """Lets every statement fail."""

    def execute(*_: Any) -> Any:
        raise error

    return connection.execute_wrapper(execute)


def test_the_database_is_gone(broken: Unprotected) -> None:
    answers = {}
    for operation_id in OPERATIONS:
        answers[operation_id] = broken.broken_operation(operation_id, always(OperationalError(SECRET)))
    refusals = {operation_id: answer.code for operation_id, answer in answers.items() if answer.is_refusal}
    assert set(refusals.values()) == {"unavailable"}
    assert all(answers[operation_id].headers["Retry-After"] for operation_id in refusals)
    without = set(OPERATIONS) - set(refusals)
    assert without == {name for name in without if operations()[name][2]["security"] == [{}]}
    broken.assert_unchanged()


def test_the_database_refuses_a_statement(broken: Unprotected, caplog: pytest.LogCaptureFixture) -> None:
    codes = set()
    for operation_id in OPERATIONS:
        with caplog.at_level(logging.ERROR):
            answer = broken.broken_operation(operation_id, always(ProgrammingError(SECRET)))
        codes.add(answer.code)
        assert SECRET.encode() not in answer.content
    assert codes == {"", "internal"}
    assert SECRET in caplog.text


@pytest.mark.parametrize("place", ["initial", "finalize_response"])
def test_a_view_fails(broken: Unprotected, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise ZeroDivisionError(SECRET)

    monkeypatch.setattr(View, place, fail)
    for operation_id in OPERATIONS:
        answer = broken.operation(operation_id)
        assert answer.code == "internal"
        assert SECRET.encode() not in answer.content
    if place == "initial":
        broken.assert_unchanged()


def test_what_fails_half_way_is_undone(broken: Unprotected) -> None:
    """Whichever of its statements fails, an operation is carried out as a whole or not at all."""
    half_done = []
    for operation_id in OPERATIONS:
        if operations()[operation_id][0] == "GET":
            continue
        for number in range(1, _writes(broken, operation_id) + 1):
            answer = broken.broken_operation(operation_id, failing(OperationalError(SECRET), number))
            assert answer.code == "unavailable", (operation_id, number, answer.problem)
            after = broken.changed()
            if after:
                half_done.append((operation_id, number, after))
                broken.before = digest()
                break
    assert half_done == []


def _writes(broken: Unprotected, operation_id: str) -> int:
    """How many statements of the operation write."""
    count = 0

    def execute(run: Callable[..., Any], sql: str, *rest: Any) -> Any:
        nonlocal count
        count += sql.lstrip("( ").upper().startswith(WRITING)
        return run(sql, *rest)

    with transaction.atomic():
        with connection.execute_wrapper(execute):
            assert not broken.operation(operation_id).is_refusal
        transaction.set_rollback(True)
    return count
