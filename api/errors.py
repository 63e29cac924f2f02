"""From whatever was raised to the problem that the client is told, which holds nothing that is secret."""

import logging
from collections.abc import Iterator
from dataclasses import replace
from functools import singledispatch
from typing import Any, TypeVar

from django.core.exceptions import BadRequest, PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.signals import got_request_exception
from django.db import InterfaceError, OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from django.utils.translation import gettext
from rest_framework import exceptions as rest
from rest_framework.views import set_rollback

from api.problems import Problem, fault, problem_response
from engine import BadNotation, BadRecord, IllegalMove, ImpossibleRules
from engine.requests import BadRequest as UnreadableRequest
from games.refusals import RefusedInTurn, RefusedRecord
from players.errors import DomainError
from players.names import BadName

Cause = TypeVar("Cause", bound=BaseException)

log = logging.getLogger("api.errors")

CHALLENGE = 'Bearer realm="rummy"'
BUSY_RETRY_MS = 1000
MOVE_POINTER = "/move"
_MOVE_KEYS = frozenset({"card", "cards", "meld", "wild", "end"})
# An error that a middleware or Django itself answered, and so has nothing but a status.
_CODE_OF_STATUS = {
    400: "bad_request",
    401: "not_authenticated",
    403: "forbidden",
    404: "not_found",
    405: "method_not_allowed",
    413: "too_large",
    503: "unavailable",
}


def exception_handler(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """What REST framework calls for everything that a view raises."""
    set_rollback()
    view, request = context["view"], context["request"]._request
    problem = problem_of(error)
    if problem.code == "internal":
        got_request_exception.send(sender=type(view), request=request)
        log.error("A request failed.", exc_info=error)
    if problem.code == "method_not_allowed":
        problem = Problem(problem.code, headers={"Allow": ", ".join(view.allowed_methods)})
    return problem_response(problem, request)


def problem_of_status(status: int) -> Problem:
    """The problem for an answer that has a status only."""
    facts = {"retry_after_ms": BUSY_RETRY_MS} if status >= 500 else {}
    return Problem(_CODE_OF_STATUS.get(status, "bad_request" if status < 500 else "internal"), facts=facts)


@singledispatch
def problem_of(error: Exception) -> Problem:
    """The problem for anything raised; what is not known here is our own fault, and told to the log only."""
    return Problem("internal", facts={"retry_after_ms": BUSY_RETRY_MS})


@problem_of.register
def _(error: DomainError) -> Problem:
    facts = dict(error.facts)
    errors = tuple(facts.pop("errors", ()))
    headers = {}
    if error.code in ("not_authenticated", "token_expired", "token_revoked", "wrong_login"):
        headers["WWW-Authenticate"] = CHALLENGE + (', error="invalid_token"' if facts.pop("given", True) else "")
    if error.code == "unavailable":
        facts.setdefault("retry_after_ms", BUSY_RETRY_MS)
    return Problem(error.code, error.detail, errors, facts, headers)


@problem_of.register
def _(error: BadName) -> Problem:
    """A name that players may have, but accounts may not."""
    return Problem("bad_request", str(error), (fault("bad_name", str(error), pointer="/name"),))


@problem_of.register
def _(error: IllegalMove) -> Problem:
    said = error.said(gettext)
    detail = gettext("{refusal} (rule {clause})").format(refusal=said, clause=error.clause) if error.clause else said
    places = [name for name in error.facts if name in _MOVE_KEYS] or [""]
    errors = tuple(fault(error.code, said, pointer=_inside_move(name)) for name in places)
    return Problem(str(error.code), detail, errors, {"rule": error.clause or None})


@problem_of.register
def _(error: RefusedInTurn) -> Problem:
    """That of the move itself, pointing into the list of moves."""
    problem = problem_of(error.refusal)
    inside = f"/moves/{error.index}"
    return replace(
        problem,
        errors=tuple({**one, "pointer": inside + one["pointer"][len(MOVE_POINTER) :]} for one in problem.errors),
    )


@problem_of.register
def _(error: RefusedRecord) -> Problem:
    """What the engine says of one of its moves or of its rules, or that it is no record of a finished game."""
    said = error.told.said(gettext)
    if isinstance(error.refusal, str | BadRecord):
        return Problem("bad_record", said, (fault("bad_record", said, pointer=error.pointer),))
    problem = problem_of(error.refusal)
    return replace(problem, detail=said, errors=(fault(problem.code, said, pointer=error.pointer),))


@problem_of.register
def _(error: BadNotation) -> Problem:
    said = error.said(gettext)
    return Problem("bad_notation", said, (fault("bad_notation", said, pointer=MOVE_POINTER + error.pointer),))


@problem_of.register
def _(error: UnreadableRequest) -> Problem:
    """A position to be played, or what is asked about it."""
    inside = error.code in ("bad_position", "impossible_rules") and error.key != "position"
    place = "" if error.index is None else f"/{error.index}"
    pointer = "/position" * inside + f"/{_escaped(error.key)}" + place if error.key else ""
    facts: dict[str, Any] = {"key": error.key} if error.code == "bad_position" else {}
    if error.code == "impossible_rules":
        facts["options"] = [name for rules in _causes(error, ImpossibleRules) for name in rules.options]
    said = error.said(gettext)
    return Problem(error.code, said, (fault(error.code, said, pointer=pointer),), facts)


@problem_of.register
def _(error: ImpossibleRules) -> Problem:
    said = error.said(gettext)
    errors = tuple(fault("impossible_rules", said, pointer=f"/rules/{name}") for name in error.options)
    return Problem("impossible_rules", said, errors, {"options": list(error.options)})


@problem_of.register
def _(error: rest.ValidationError) -> Problem:
    errors = tuple(faults(error.detail))
    unknown = any(line["code"] == "unknown_field" for line in errors)
    return Problem("unknown_field" if unknown else "bad_request", errors=errors)


@problem_of.register
def _(error: rest.APIException) -> Problem:
    codes = {
        "parse_error": "bad_json",
        "authentication_failed": "not_authenticated",
        "throttled": "rate_limited",
    }
    code = codes.get(error.default_code)
    if code is None:
        return problem_of_status(error.status_code)
    return Problem(code, str(error.detail))


@problem_of.register
def _(error: rest.NotAcceptable) -> Problem:
    return Problem("not_acceptable")


@problem_of.register
def _(error: rest.UnsupportedMediaType) -> Problem:
    return Problem("unsupported_media_type")


@problem_of.register(Http404)
def _(error: Http404) -> Problem:
    return Problem("not_found")


@problem_of.register(PermissionDenied)
def _(error: PermissionDenied) -> Problem:
    return Problem("forbidden")


@problem_of.register(RequestDataTooBig)
def _(error: RequestDataTooBig) -> Problem:
    return Problem("too_large")


@problem_of.register(BadRequest)
@problem_of.register(SuspiciousOperation)
def _(error: Exception) -> Problem:
    return Problem("bad_request")


@problem_of.register(UnreadablePostError)
def _(error: Exception) -> Problem:
    return Problem("bad_request", gettext("The body did not arrive whole and in time."))


@problem_of.register(OperationalError)
@problem_of.register(InterfaceError)
def _(error: Exception) -> Problem:
    log.warning("The database did not answer: %s", type(error.__cause__ or error).__name__)
    return Problem("unavailable", facts={"retry_after_ms": BUSY_RETRY_MS})


def faults(detail: Any, pointer: str = "") -> Iterator[dict[str, Any]]:
    """REST framework's tree of messages as lines with JSON pointers."""
    if isinstance(detail, dict):
        for key, part in detail.items():
            yield from faults(part, pointer if key == "non_field_errors" else f"{pointer}/{_escaped(str(key))}")
    elif isinstance(detail, list):
        for index, part in enumerate(detail):
            nested = isinstance(part, dict | list)
            yield from faults(part, f"{pointer}/{index}" if nested else pointer)
    else:
        yield fault(detail.code or "invalid", str(detail), pointer=pointer)


def _causes(error: BaseException | None, kind: type[Cause]) -> Iterator[Cause]:
    """Those of the causes of an error that are of one kind."""
    while error is not None:
        if isinstance(error, kind):
            yield error
        error = error.__cause__


def _escaped(key: str) -> str:
    return key[:80].replace("~", "~0").replace("/", "~1")


def _inside_move(name: str) -> str:
    return f"{MOVE_POINTER}/{name}" if name else MOVE_POINTER
