"""The description of the API: committed, complete, and fit to generate clients from."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from drf_spectacular.validation import validate_schema

from api.flat_profile import flattened
from api.problem_types import PROBLEM_TYPES
from engine import MOVE_TYPES
from tests.api.client import ApiClient, openapi, operations
from tests.api.routes import routes

COMMITTED = Path(__file__).resolve().parents[2] / "api" / "schema.yaml"
OPERATIONS = sorted(operations())
COMPONENTS = sorted(openapi()["components"]["schemas"])
# Names that mean something else in a language for which clients are generated.
CLASHES = {
    *("Error", "Type", "Data", "Response", "Set", "Null", "Map", "Object", "Function", "Import", "Export"),
    *("Date", "File", "Index", "Locale", "Record", "Array", "String", "Number", "Boolean", "Symbol", "Promise"),
}  # fmt: skip
# They need no token, but a password, or another secret.
SIGN_IN = {"createSession", "refreshSession", "createAppToken"}
PROBLEM = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}


def test_the_committed_description_is_what_the_code_says() -> None:
    written = io.StringIO()
    call_command("spectacular", "--validate", "--fail-on-warn", stdout=written)
    assert COMMITTED.read_text().strip() == written.getvalue().strip(), "run `make schema`"


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
            assert answer["content"] == PROBLEM


@pytest.mark.parametrize("operation_id", OPERATIONS)
def test_bodies_and_answers_are_named(operation_id: str) -> None:
    described = operations()[operation_id][2]
    bodies = [described.get("requestBody", {}), *described["responses"].values()]
    for content in (body.get("content", {}) for body in bodies):
        for media_type, form in content.items():
            if media_type == "application/json" and operation_id != "getSchema":
                assert set(form["schema"]) == {"$ref"}


def parts(schema: dict[str, Any], place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema and all that is inside it."""
    yield place, schema
    for name, part in schema.get("properties", {}).items():
        yield from parts(part, f"{place}.{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from parts(schema[key], f"{place}[]")


@pytest.mark.parametrize("name", COMPONENTS)
def test_a_component(name: str) -> None:
    assert name not in CLASHES
    component = openapi()["components"]["schemas"][name]
    for place, schema in parts(component, name):
        assert "anyOf" not in schema, place
        if "oneOf" in schema and schema.get("nullable"):
            assert len(schema["oneOf"]) == 1, place
        elif "oneOf" in schema:
            mapped = set(schema["discriminator"]["mapping"].values())
            assert mapped == {part["$ref"] for part in schema["oneOf"]}, place
        if "allOf" in schema:
            assert len(schema["allOf"]) == 1, place
        kind = schema.get("type")
        if kind == "object":
            assert place == name or "properties" not in schema, f"{place} has no name"
        if kind == "array":
            assert "maxItems" in schema, f"{place} may be of any length"
        if kind == "integer":
            assert "format" in schema, f"{place} has no width"
        if kind == "string":
            assert {"maxLength", "pattern", "format", "enum"} & set(schema), f"{place} may be of any length"
        if kind == "string" and "enum" in schema:
            assert place == name, f"the values of {place} have no name"


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
def test_parameters_are_bounded(operation_id: str) -> None:
    for parameter in operations()[operation_id][2].get("parameters", []):
        for place, schema in parts(parameter["schema"], parameter["name"]):
            if schema.get("type") == "string":
                assert {"maxLength", "pattern", "format", "enum"} & set(schema), place
            if schema.get("type") == "integer":
                assert "format" in schema, place


def test_the_codes_of_problems_are_listed() -> None:
    assert openapi()["components"]["schemas"]["ProblemCode"]["enum"] == list(PROBLEM_TYPES)


def test_moves_are_told_apart_by_a_plain_string() -> None:
    union = openapi()["components"]["schemas"]["Move"]
    assert set(union["discriminator"]["mapping"]) == set(MOVE_TYPES)
    for reference in union["discriminator"]["mapping"].values():
        move = openapi()["components"]["schemas"][reference.rsplit("/", 1)[-1]]
        assert move["properties"]["type"] == {"type": "string", "maxLength": 20}
        assert "type" in move["required"]


def test_the_flat_profile_has_one_object_for_all_moves() -> None:
    flat = flattened(openapi())
    validate_schema(flat)
    assert "oneOf" not in str(flat)
    assert flat["components"]["schemas"]["Event"]["properties"]["move"] == {
        "allOf": [{"$ref": "#/components/schemas/Move"}],
        "nullable": True,
    }
    move = flat["components"]["schemas"]["Move"]
    assert move["required"] == ["type"]
    assert set(move["properties"]["type"]["enum"]) == set(MOVE_TYPES)
    assert {"card", "cards", "meld", "end", "wild"} <= set(move["properties"])
    assert "DrawMove" not in flat["components"]["schemas"]


def test_the_service_answers_both_profiles(anybody: ApiClient) -> None:
    assert anybody.get("schema").json() == openapi()
    assert anybody.get("schema?profile=flat").json() == flattened(openapi())
    assert anybody.get("schema?profile=nonsense").status_code == 400


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
