"""The one shape of every error (RFC 9457), and the answer that carries it."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.encoding import escape_uri_path
from django.utils.translation import gettext

from api.json_text import encode
from api.problem_types import PROBLEM_TYPES, ProblemType

MEDIA_TYPE = "application/problem+json"
# However much was wrong, and however long: a problem stays small enough to be read.
MOST_FAULTS = 100
LONGEST_TEXT, LONGEST_DETAIL, LONGEST_PATH = 500, 2000, 2000


@dataclass(frozen=True)
class Problem:
    """What went wrong with one request: a code, a sentence, and what a client needs to go on."""

    code: str
    detail: str | None = None
    errors: tuple[Mapping[str, Any], ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def type(self) -> ProblemType:
        """The kind of problem."""
        return PROBLEM_TYPES[self.code]


def fault(code: str, message: str, *, pointer: str | None = None, parameter: str | None = None) -> dict[str, Any]:
    """One line of `errors`: what is wrong at a JSON pointer into the body, or with a parameter or header."""
    pointer = pointer and pointer[:LONGEST_TEXT]
    return {"pointer": pointer, "parameter": parameter, "code": code, "message": message[:LONGEST_TEXT]}


def document(problem: Problem, request: HttpRequest) -> dict[str, Any]:
    """The problem as the client reads it."""
    kind = problem.type
    return {
        "type": type_address(kind.code, request),
        "title": gettext(kind.title),
        "status": kind.status,
        "detail": (problem.detail or _only_fault(problem) or gettext(kind.meaning))[:LONGEST_DETAIL],
        "instance": escape_uri_path(request.path)[:LONGEST_PATH],
        "code": kind.code,
        "errors": list(problem.errors[:MOST_FAULTS]),
        "rule": None,
        "current_version": None,
        "retryable": kind.retryable,
        "retry_after_ms": None,
        "request_id": getattr(request, "request_id", None),
        **problem.facts,
    }


def _only_fault(problem: Problem) -> str | None:
    """What is wrong, where it is one thing."""
    if len(problem.errors) != 1:
        return None
    (line,) = problem.errors
    place = line["pointer"] or line["parameter"]
    return f"{place}: {line['message']}" if place else str(line["message"])


def type_address(code: str, request: HttpRequest) -> str:
    """The absolute address at which the code is explained."""
    path = reverse("problem", args=[code])
    try:
        return request.build_absolute_uri(path)
    except DisallowedHost:  # the very problem may be the Host header
        return path


def problem_response(problem: Problem, request: HttpRequest) -> HttpResponse:
    """The answer; it ignores what the client accepts, so that every client gets to read it."""
    headers = dict(problem.headers)
    wait = problem.facts.get("retry_after_ms")
    if wait is not None:
        headers["Retry-After"] = str(math.ceil(wait / 1000))
    content = encode(document(problem, request))
    headers["Content-Length"] = str(len(content))  # nobody else may come to say it
    return HttpResponse(content, status=problem.type.status, content_type=MEDIA_TYPE, headers=headers)
