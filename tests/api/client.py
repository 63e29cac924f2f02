"""A client that speaks JSON and looks at every answer: is it as the schema says, or a proper problem?"""

import json
import re
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve
from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator, FormatChecker

from api.problem_types import PROBLEM_TYPES

# Any operation may answer these, which no description lists.
NO_FAULT_OF_THE_REQUEST = {"internal", "unavailable"}
_OPENAPI_ONLY = ("nullable", "discriminator")
PROBLEM_KEYS = {
    "type", "title", "status", "detail", "instance", "code", "errors", "rule", "current_version",
    "retryable", "retry_after_ms", "request_id",
}  # fmt: skip


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
        **environ: Any,
    ) -> HttpResponse:
        """The checked answer; `raw` goes out as it is."""
        path = path if path.startswith("/") else f"/api/v1/{path}"
        content = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        given = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        answer = self._client.generic(
            method, path, content, content_type, headers={**given, **(headers or {})}, **environ
        )
        check(method, path, answer)
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


def check(method: str, path: str, answer: HttpResponse) -> None:
    """What holds for every answer."""
    UUID(answer["Request-Id"])
    if answer.streaming:
        return
    if answer.status_code >= 400:
        check_problem(path, answer)
        check_declared(method, path, answer)
    elif answer.content and answer["Content-Type"] == "application/json":
        check_schema(method, path, answer)


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
    assert problem["request_id"] == answer["Request-Id"]
    assert (problem["retry_after_ms"] is not None) == ("Retry-After" in answer)
    errors = list(_validator("Problem").iter_errors(problem))
    assert not errors, (path, errors)


def check_declared(method: str, path: str, answer: HttpResponse) -> None:
    """The description of the operation lists the code of the problem."""
    declared = _operation(method, path)
    if declared is None or answer.content == b"" or code_of(answer) in NO_FAULT_OF_THE_REQUEST:
        return
    assert code_of(answer) in declared_codes(declared.operation_id), (method, path, code_of(answer))


def _operation(method: str, path: str) -> Any:
    """What the view declares of the method; None for what is not described."""
    try:
        view = resolve(path.split("?")[0]).func.view_class  # type: ignore[attr-defined]
    except (Resolver404, AttributeError):
        return None
    handler = getattr(view, "get" if method == "HEAD" else method.lower(), None)
    return None if view.schema is None else getattr(handler, "operation", None)


def check_schema(method: str, path: str, answer: HttpResponse) -> None:
    """The answer is what the description of its operation says, and holds nothing else."""
    declared = _operation(method, path)
    if declared is None:
        return
    assert answer.status_code == declared.status, (path, answer.status_code)
    errors = list(_validator(declared.operation_id).iter_errors(json.loads(answer.content)))
    assert not errors, (path, errors)


@lru_cache
def openapi() -> dict[str, Any]:
    """The description of the API, generated anew."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return json.loads(json.dumps(schema, default=str))  # type: ignore[no-any-return]


@lru_cache
def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Operation id -> (method, path, its description)."""
    return {
        described["operationId"]: (method.upper(), path, described)
        for path, methods in openapi()["paths"].items()
        for method, described in methods.items()
    }


@lru_cache
def declared_codes(operation_id: str) -> frozenset[str]:
    """The codes that the description of the operation lists."""
    answers = operations()[operation_id][2]["responses"].values()
    return frozenset(code for answer in answers for code in re.findall(r"`([a-z_]+)`", answer["description"]))


@lru_cache
def _validator(name: str) -> Draft202012Validator:
    """For a component, or for the good answer of an operation."""
    if name in openapi()["components"]["schemas"]:
        schema: Any = {"$ref": f"#/components/schemas/{name}"}
    else:
        described = operations()[name][2]
        good = next(answer for status, answer in described["responses"].items() if status.startswith("2"))
        schema = good["content"]["application/json"]["schema"]
    components = as_json_schema(openapi()["components"])
    return Draft202012Validator({"components": components, **as_json_schema(schema)}, format_checker=FormatChecker())


def as_json_schema(node: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: null spelled out, unions loosened, no key that is not described."""
    if isinstance(node, list):
        return [as_json_schema(part) for part in node]
    if not isinstance(node, dict):
        return node
    converted = {key: as_json_schema(part) for key, part in node.items() if key not in _OPENAPI_ONLY}
    if "discriminator" in node:
        converted["anyOf"] = converted.pop("oneOf")
    if node.get("type") == "object" and "properties" in node:
        converted["properties"] = {name: as_json_schema(part) for name, part in node["properties"].items()}
        converted.setdefault("additionalProperties", False)
    return {"anyOf": [converted, {"type": "null"}]} if node.get("nullable") is True else converted
