"""Problems as the API tells them (docs/api/problems.md), for clients made by openapi-python-client."""

import json
from typing import TypeVar

from rummy_client.models import Problem
from rummy_client.types import Response

T = TypeVar("T")


class Refused(Exception):
    """What a request was refused with; `problem` is None where not the API has answered, but something before it."""

    def __init__(self, status: int, problem: Problem | None) -> None:
        super().__init__(problem.detail if problem else f"Status {status}")
        self.status, self.problem = status, problem


def problem_of(body: bytes | str) -> Problem | None:
    """The body of an error as a problem; None where it is none."""
    try:
        return Problem.from_dict(json.loads(body))
    except (ValueError, KeyError, AttributeError, TypeError):
        return None


def answered(answer: Response[T | Problem]) -> T:
    """The data of the answer of a `sync_detailed`. Raises Refused."""
    if isinstance(answer.parsed, Problem):
        raise Refused(answer.status_code, answer.parsed)
    return answer.parsed  # type: ignore[return-value]
