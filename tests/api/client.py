"""A client that speaks JSON and looks at every answer: is it as the schema says, or a proper problem?"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, unquote
from uuid import UUID

from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.translation import override

from api.operations import Operation
from api.problem_types import PROBLEM_TYPES
from tests.api.description import (
    declared_codes,
    faults_of_answer,
    faults_of_body,
    faults_of_component,
    faults_of_parameter,
    good_answer,
    request_schema,
)
from tests.api.description import openapi as openapi
from tests.api.description import operations as operations
from tests.docs.pages import fault_codes

# Any operation may answer these, which no description lists.
NO_FAULT_OF_THE_REQUEST = {"internal", "unavailable"}
NOT_MODIFIED = 304
PROBLEM_KEYS = {
    "type", "title", "status", "detail", "instance", "code", "errors", "rule", "current_version",
    "retryable", "retry_after_ms", "request_id",
}  # fmt: skip


@dataclass(frozen=True)
class Sent:
    """What went along with a request."""

    content: bytes
    headers: Mapping[str, str]


class ApiClient:
    """Sends requests as one caller."""

    def __init__(self, token: str | None = None, **options: Any) -> None:
        self._client = Client(**options)
        self.token = token

    def get(self, path: str, **options: Any) -> HttpResponse:
        return self.send("GET", path, **options)

    def post(self, path: str, body: Any = None, **options: Any) -> HttpResponse:
        return self.send("POST", path, body, **options)

    def patch(self, path: str, body: Any = None, **options: Any) -> HttpResponse:
        return self.send("PATCH", path, body, **options)

    def put(self, path: str, body: Any = None, **options: Any) -> HttpResponse:
        return self.send("PUT", path, body, **options)

    def delete(self, path: str, **options: Any) -> HttpResponse:
        return self.send("DELETE", path, **options)

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        content_type: str = "application/json",
        headers: dict[str, str] | None = None,
        described: bool = True,
        **environ: Any,
    ) -> HttpResponse:
        """The checked answer. `raw` goes out as it is; `described`: what is accepted is what the schema says."""
        path = path if path.startswith("/") else f"/api/v1/{path}"
        content = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        given = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self._client.generic(
            method, path, content, content_type, headers={**given, **(headers or {})}, **environ
        )
        check(method, path, answer, Sent(content, headers or {}) if described else None)
        return answer

    def login(self, player: Any) -> None:
        """Sign in as a browser does."""
        self._client.force_login(player)

    def csrf_token(self) -> str:
        """The token that a browser has after it opened a page with a form."""
        self._client.get("/admin/login/")
        return self._client.cookies["csrftoken"].value


def code_of(answer: HttpResponse) -> str:
    """The code of a problem."""
    return str(json.loads(answer.content)["code"])


def check(method: str, path: str, answer: HttpResponse, sent: Sent | None = None) -> None:
    """What holds for every answer; of a good one, that what was sent is as described, too."""
    UUID(answer["Request-Id"])
    declared = _operation(method, path)
    if answer.status_code >= 400:
        check_problem(path, answer)
        check_declared(method, path, answer)
    elif declared is not None and answer.status_code != NOT_MODIFIED:
        check_answer(method, path, answer, declared.operation_id)
        if sent is not None:
            check_sent(path, sent, declared.operation_id)


def check_problem(path: str, answer: HttpResponse) -> None:
    """A problem document (RFC 9457), whatever was asked."""
    assert answer["Content-Type"] == "application/problem+json", (path, answer["Content-Type"])
    if answer.content == b"":  # the answer to HEAD
        return
    problem = json.loads(answer.content)
    kind = PROBLEM_TYPES[problem["code"]]
    with override(answer.get("Content-Language", "en")):
        title = kind.told()["title"]
    assert set(problem) >= PROBLEM_KEYS
    assert (problem["status"], problem["title"], problem["retryable"]) == (
        kind.status,
        title,
        kind.retryable,
    )
    assert answer.status_code == kind.status
    assert problem["type"].endswith(f"/api/v1/problems/{kind.code}")
    assert problem["detail"]
    assert {line["code"] for line in problem["errors"]} <= fault_codes() | set(PROBLEM_TYPES)
    assert problem["request_id"] == answer["Request-Id"]
    assert (problem["retry_after_ms"] is not None) == ("Retry-After" in answer)
    faults = faults_of_component("Problem", problem)
    assert not faults, (path, faults)


def check_declared(method: str, path: str, answer: HttpResponse) -> None:
    """The description of the operation lists the code of the problem."""
    declared = _operation(method, path)
    if declared is None or answer.content == b"" or code_of(answer) in NO_FAULT_OF_THE_REQUEST:
        return
    assert code_of(answer) in declared_codes(declared.operation_id), (method, path, code_of(answer))


def _operation(method: str, path: str) -> Operation | None:
    """What the view declares of the method; None for what is not described."""
    try:
        view = resolve(path.split("?")[0]).func.view_class  # type: ignore[attr-defined]
    except (Resolver404, AttributeError):
        return None
    handler = getattr(view, "get" if method == "HEAD" else method.lower(), None)
    return None if view.schema is None else getattr(handler, "operation", None)


def check_answer(method: str, path: str, answer: HttpResponse, operation_id: str) -> None:
    """The answer is the one that is described, and holds nothing else."""
    status, media_type, _ = good_answer(operation_id)
    assert answer.status_code == status, (path, answer.status_code)
    told = answer.get("Content-Type", "").partition(";")[0] or None
    assert told == media_type, (path, told)
    if media_type == "application/json" and method != "HEAD":
        faults = faults_of_answer(operation_id, json.loads(answer.content))
        assert not faults, (path, faults)


def check_sent(path: str, sent: Sent, operation_id: str) -> None:
    """What was accepted is what the operation says that it takes."""
    _, template, described = operations()[operation_id]
    place, _, query = path.partition("?")
    parts = zip(template.split("/"), place.rstrip("/").split("/"), strict=True)
    values = {name[1:-1]: unquote(part) for name, part in parts if name.startswith("{")}
    values |= dict(parse_qsl(query, keep_blank_values=True))
    known = {one["name"]: one for one in described.get("parameters", [])}
    values |= {name: value for name, value in sent.headers.items() if name in known}
    faults = {name: faults_of_parameter(known[name], value) for name, value in values.items()}
    assert not any(faults.values()), (path, faults)
    if request_schema(operation_id) is None:
        assert json.loads(sent.content or "{}") == {}, path
    else:
        found = faults_of_body(operation_id, in_full(json.loads(sent.content or "{}")))
        assert not found, (path, found)


def in_full(body: Any) -> Any:
    """The body with rules as the object that is described: the name of a preset is taken in its place."""
    if isinstance(body, list):
        return [in_full(part) for part in body]
    if not isinstance(body, dict):
        return body
    return {
        key: {"preset": part} if key == "rules" and isinstance(part, str) else in_full(part)
        for key, part in body.items()
    }
