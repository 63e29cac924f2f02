"""Problems: one list of codes, each explained by the API and in the docs; every layer answers with one."""

import logging
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.db import OperationalError
from django.http import Http404, HttpResponse, UnreadablePostError
from django.test import override_settings
from django.urls import path

from api.middleware import Problems
from api.operations import operation
from api.problem_types import PROBLEM_TYPES
from api.problems import LONGEST_PATH, MOST_FAULTS
from api.views.base import View
from engine import BadNotation, Code, IllegalMove, ImpossibleRules
from players.errors import DomainError
from rummy.urls import urlpatterns as real_patterns
from tests.api.client import ApiClient, code_of

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_refusal_of_the_engine_is_a_problem() -> None:
    assert {str(code) for code in Code} <= set(PROBLEM_TYPES)
    assert all(PROBLEM_TYPES[code].status == 422 for code in Code)


def test_every_code_is_documented() -> None:
    pages = (DOCS / "api" / "problems.md").read_text() + (DOCS / "notation.md").read_text()
    assert [code for code in PROBLEM_TYPES if f"`{code}`" not in pages] == []


def test_every_code_is_explained_where_its_type_points(anybody: ApiClient) -> None:
    listed = anybody.get("problems").json()
    assert [kind["code"] for kind in listed["results"]] == list(PROBLEM_TYPES)
    assert (listed["next_cursor"], listed["has_more"]) == (None, False)
    for kind in listed["results"]:
        assert anybody.get(f"problems/{kind['code']}").json() == kind


def test_the_detail_names_the_only_fault(anybody: ApiClient) -> None:
    one = anybody.get("rulesets?limit=0").json()
    assert one["detail"] == f"limit: {one['errors'][0]['message']}"
    assert "`errors`" in anybody.get("rulesets?limit=0&count=maybe").json()["detail"]
    body = anybody.post("rulesets/check", {}).json()
    assert body["detail"] == f"/rules: {body['errors'][0]['message']}"


def test_a_problem_says_where_and_what(anybody: ApiClient) -> None:
    answer = anybody.get("problems/nonsense", headers={"Request-Id": "0197e0e0-0000-7000-8000-000000000001"})
    assert answer.json() == {
        "type": "http://testserver/api/v1/problems/not_found",
        "title": "There is no such thing",
        "status": 404,
        "detail": "There is no such code.",
        "instance": "/api/v1/problems/nonsense",
        "code": "not_found",
        "errors": [],
        "rule": None,
        "current_version": None,
        "retryable": False,
        "retry_after_ms": None,
        "request_id": "0197e0e0-0000-7000-8000-000000000001",
    }


@pytest.mark.parametrize(
    "address",
    [
        "nonsense",
        "meta/",
        "docs/",
        "players/nonsense",
        "players/1",
        "games/../meta",
        "a%00b",
        "%ff",
        "me/x",
        "/api",
        "/api/",
        "/api/v2/meta",
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE", "OPTIONS", "nonsense"])
def test_an_address_that_leads_nowhere(anybody: ApiClient, address: str, method: str) -> None:
    assert code_of(anybody.send(method, address)) == "not_found"


RAISED: dict[str, tuple[Any, str]] = {
    "domain": (DomainError("seat_taken"), "seat_taken"),
    "busy": (DomainError("unavailable"), "unavailable"),
    "engine": (IllegalMove(Code.CARD_NOT_IN_HAND, card="7H"), "card_not_in_hand"),
    "notation": (BadNotation("no such card", "/cards/1"), "bad_notation"),
    "rules": (ImpossibleRules("The game would never end.", ("target",)), "impossible_rules"),
    "locked": (OperationalError("database is locked"), "unavailable"),
    "missing": (Http404("secret"), "not_found"),
    "denied": (PermissionDenied("secret"), "forbidden"),
    "suspicious": (SuspiciousOperation("secret"), "bad_request"),
    "broken off": (UnreadablePostError("secret"), "bad_request"),
    "unforeseen": (ZeroDivisionError("secret"), "internal"),
}


class RaisingView(View):
    """Raises what is asked for."""

    schema = None

    @operation("raise", tag="Service", summary="Raise", token="unused")
    def get(self, request: Any, name: str) -> HttpResponse:
        raise RAISED[name][0]


def broken_view(request: Any) -> HttpResponse:
    raise ZeroDivisionError("secret")


urlpatterns = [
    path("api/raise/<str:name>", RaisingView.as_view()),
    path("api/broken", broken_view),
    *real_patterns,
]


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("name", RAISED)
def test_whatever_is_raised_becomes_a_problem(name: str) -> None:
    answer = ApiClient(raise_request_exception=False).get(f"/api/raise/{name}")
    assert code_of(answer) == RAISED[name][1]
    assert b"secret" not in answer.content


@pytest.mark.urls(__name__)
def test_a_refusal_by_the_rules_names_clause_and_place() -> None:
    answer = ApiClient().get("/api/raise/engine").json()
    assert (answer["rule"], answer["errors"][0]["pointer"]) == ("5.4", "/move/card")
    assert "7H is not in the hand" in answer["detail"]
    assert ApiClient().get("/api/raise/notation").json()["errors"][0]["pointer"] == "/move/cards/1"
    assert ApiClient().get("/api/raise/rules").json()["options"] == ["target"]


@pytest.mark.urls(__name__)
def test_a_fault_of_ours_is_logged_and_told_to_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        answer = ApiClient(raise_request_exception=False).get("/api/raise/unforeseen")
    assert answer["Retry-After"] == "1"
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.urls(__name__)
@pytest.mark.parametrize("debug", [False, True])
def test_errors_that_django_answers_are_problems_too(debug: bool) -> None:
    client = ApiClient(raise_request_exception=False)
    with override_settings(DEBUG=debug):
        assert code_of(client.get("/api/broken")) == "internal"
        assert code_of(client.get("/api/nowhere")) == "not_found"
        assert code_of(client.get("/api/v1/meta", HTTP_HOST="elsewhere.example")) == "bad_request"


@pytest.mark.parametrize("status", [400, 401, 403, 404, 405, 413, 418, 500, 502, 503])
def test_any_error_of_another_layer_is_a_problem(rf: Any, status: int) -> None:
    middleware = Problems(lambda request: HttpResponse("<html>", status=status))
    assert middleware(rf.get("/api/v1/x"))["Content-Type"] == "application/problem+json"
    assert middleware(rf.get("/admin/x")).content == b"<html>"


@pytest.mark.django_db
def test_a_problem_stays_small_whatever_was_wrong(guest: ApiClient) -> None:
    wish = {"rules": {}, "seats": [{}, {}]}
    assert len(guest.post("games", {**wish, "seats": [1] * 5000}).json()["errors"]) == MOST_FAULTS
    unknown = guest.post("games", {**wish, "visibility": "x" * 50_000}).json()
    assert unknown["errors"][0]["message"] == "Choose one of public, unlisted, private."
    nowhere = guest.get("x" * 50_000).json()
    assert nowhere["instance"] == ("/api/v1/" + "x" * 50_000)[:LONGEST_PATH]


def test_the_docs_pages_answer_problems_too(anybody: ApiClient) -> None:
    browser = ApiClient(enforce_csrf_checks=True)
    for page in ("docs", "docs/redoc", "docs/swagger.js"):
        answer = browser.post(page)
        assert (code_of(answer), answer["Allow"]) == ("method_not_allowed", "GET, HEAD")
