"""The page on retries: which problems may be sent again, and a program that does it."""

from collections.abc import Callable
from typing import Any

import pytest

from api.problem_types import PROBLEM_TYPES

from .pages import DOCS, examples_of, rows, section

PAGE = DOCS / "api" / "retries.md"
BUSY = {"code": "unavailable", "retryable": True, "retry_after_ms": 1500}
REFUSED = {"code": "not_your_turn", "retryable": False, "retry_after_ms": None}


def test_every_problem_that_may_be_sent_again_is_named() -> None:
    told = [
        row for row in rows(section(PAGE, "What to send again")) if row[1] == "yes" and "token_expired" not in row[0]
    ]
    named = {code for code in PROBLEM_TYPES for row in told if f"`{code}`" in row[0]}
    assert named == {code for code, kind in PROBLEM_TYPES.items() if kind.retryable}


@pytest.fixture
def send_until_answered() -> Callable[..., Any]:
    names: dict[str, Any] = {}
    exec(examples_of(PAGE, "python")[0], names)
    return names["send_until_answered"]  # type: ignore[no-any-return]


def answering(*answers: Any) -> Callable[[], Any]:
    """One answer after the other; those that are None are lost."""
    left = list(answers)

    def send() -> Any:
        answer = left.pop(0)
        if answer is None:
            raise TimeoutError
        return answer

    return send


@pytest.mark.parametrize(
    ("answers", "pauses"),
    [
        ([(201, {"version": 2})], 0),
        ([None, (502, None), (503, BUSY), (201, {"version": 2})], 3),
        ([None, (422, REFUSED)], 1),
        ([(500, BUSY)] * 8, 7),
        ([None] * 8, 7),
    ],
)
def test_the_program_sends_until_it_is_answered(send_until_answered: Any, answers: list[Any], pauses: int) -> None:
    slept: list[float] = []
    status, body = send_until_answered(answering(*answers), sleep=slept.append)
    assert (status, body) == (answers[-1] or (502, None))
    assert len(slept) == pauses


def test_the_program_waits_as_long_as_it_is_told_and_ever_longer(send_until_answered: Any) -> None:
    slept: list[float] = []
    send_until_answered(answering(*[(429, BUSY)] * 12), tries=12, sleep=slept.append)
    assert len(slept) == 11
    for number, pause in enumerate(slept):
        assert 1.5 <= pause <= 1.5 + min(30, 0.5 * 2**number)
