"""The description of the API: committed, complete, and each operation fit to generate clients from."""

import io
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.api.client import ApiClient
from tests.api.description import openapi, operations
from tests.api.routes import routes
from tests.api.schema.shapes import faults_of_schema

COMMITTED = Path(__file__).resolve().parents[3] / "api" / "schema.yaml"
OPERATIONS = sorted(operations())
# They need no token, but a password, or another secret.
SIGN_IN = {"createSession", "refreshSession", "createAppToken"}
PROBLEM = {"$ref": "#/components/schemas/Problem"}


def test_the_committed_description_is_what_the_code_says() -> None:
    written = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=written)
    assert COMMITTED.read_text().strip() == written.getvalue().strip(), "run `make schema`"


def test_it_is_published_in_the_version_that_generators_read_best() -> None:
    assert openapi()["openapi"] == "3.0.3"


def test_the_names_of_operations_are_unique() -> None:
    assert len(OPERATIONS) == sum(len(methods) for methods in openapi()["paths"].values())


def test_every_route_is_described() -> None:
    declared = {one.operation_id for route in routes() for one in route.operations.values() if route.view.schema}
    assert declared == set(OPERATIONS)


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_an_operation(operation_id: str) -> None:
    _, path, described = operations()[operation_id]
    assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)+", operation_id)
    assert len(described["tags"]) == 1
    assert described["tags"][0] in {tag["name"] for tag in settings.SPECTACULAR_SETTINGS["TAGS"]}
    assert 0 < len(described["summary"]) <= 60
    assert described["description"]
    assert "security" in described
    assert path.startswith("/api/v1")
    assert not path.endswith("/")


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_the_answers_of_an_operation(operation_id: str) -> None:
    method, path, described = operations()[operation_id]
    answers = described["responses"]
    good = [status for status in answers if status.startswith("2")]
    assert len(good) == 1
    assert len(answers[good[0]].get("content", {"": None})) == 1
    assert {"400", "406", "429", "default"} <= set(answers)
    assert ("401" in answers) == (described["security"] != [{}] or operation_id in SIGN_IN)
    assert ("404" in answers) >= ("{" in path)
    if method != "GET":
        assert {"413", "415"} <= set(answers)
    for status, answer in answers.items():
        assert answer["description"]
        if status not in good:
            assert answer["content"].keys() == {"application/problem+json"}
            assert answer["content"]["application/problem+json"]["schema"] == PROBLEM


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_bodies_and_answers_are_named(operation_id: str) -> None:
    described = operations()[operation_id][2]
    bodies = [described.get("requestBody", {}), *described["responses"].values()]
    for content in (body.get("content", {}) for body in bodies):
        for media_type, form in content.items():
            if media_type == "application/json" and operation_id != "getSchema":
                assert set(form["schema"]) == {"$ref"}


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_an_operation_says_what_scope_it_needs(operation_id: str) -> None:
    method, _, described = operations()[operation_id]
    declared = next(
        route.operations[method]
        for route in routes()
        if method in route.operations and route.operations[method].operation_id == operation_id
    )
    assert re.findall("Needs the scope `(.+)`", described["description"]) == (
        [declared.scope] if declared.scope else []
    )


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_the_parameters_of_an_operation(operation_id: str) -> None:
    _, path, described = operations()[operation_id]
    parameters = described.get("parameters", [])
    in_path = {parameter["name"] for parameter in parameters if parameter["in"] == "path"}
    assert in_path == set(re.findall(r"\{(.+?)\}", path))
    for parameter in parameters:
        assert re.fullmatch("[a-z][a-z_]*", parameter["name"]) or parameter["in"] == "header"
        assert not parameter["schema"].get("nullable")
        assert list(faults_of_schema(parameter["schema"], parameter["name"])) == []


@pytest.mark.parametrize("page", ["docs", "docs/redoc"])
def test_the_pages_ask_no_other_host(anybody: ApiClient, page: str) -> None:
    answer = anybody.get(page, headers={"Accept": "text/html"})
    html = answer.content.decode()
    assert "http://" not in html
    assert "https://" not in html
    assert "<script>" not in html
    policy = answer["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    for address in re.findall(r'(?:src|href|spec-url)="([^"]+)"', html):
        assert anybody.get(address).status_code == 200, address
