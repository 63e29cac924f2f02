"""The named parts of the description, in both profiles: rules 2 to 4 of what generated clients need."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from drf_spectacular.validation import validate_schema

from api.problem_types import PROBLEM_TYPES
from engine import MOVE_TYPES
from tests.api.client import ApiClient
from tests.api.description import openapi, profile
from tests.api.schema.shapes import faults_of_schema

PROFILES = ("union", "flat")
COMPONENTS = [(name, component) for name in PROFILES for component in sorted(profile(name)["components"]["schemas"])]
# Names that mean something else in Swift, Dart, Kotlin or TypeScript.
CLASHES = {
    *("Error", "Type", "Data", "Response", "Set", "Null", "Map", "Object", "Function", "Import", "Export"),
    *("Date", "File", "Index", "Locale", "Record", "Array", "String", "Number", "Boolean", "Symbol", "Promise"),
    *("List", "Result"),
}  # fmt: skip
# Listed for readers; what bears it is a plain string, so that a new code breaks nobody.
FOR_READERS = {"ProblemCode"}
# In answers every key is always there, but in these: what a change has left alone is left out; a problem has
# some members with some codes only; and moves, rules and positions are answered as they may also be sent.
PARTIAL = {
    *("ViewChanges", "SeatChanges", "Problem", "RulesRequest", "Position", "PositionMeld"),
    *("CallMove", "LayOffMove", "Move"),
}  # fmt: skip

ENDS = {"clocks", "deadline", "closes_at", "expires_at", "due_at", "reserved_until"}
# Nobody counts these down: how long a token, a copy of everything and an invitation in a list of seats last.
DAYS_AWAY = {"Token.expires_at", "NewToken.expires_at", "DataExport.expires_at", "Seat.reserved_until"}


def references(node: Any) -> Iterable[str]:
    """The components that are named in it."""
    if isinstance(node, dict):
        if "$ref" in node and node["$ref"].startswith("#/components/schemas/"):
            yield node["$ref"].rpartition("/")[2]
        for part in node.values():
            yield from references(part)
    elif isinstance(node, list):
        for part in node:
            yield from references(part)


def reached(schema: dict[str, Any], *, answers_only: bool) -> set[str]:
    """The components that operations use, by way of others, too."""
    described = [one for methods in schema["paths"].values() for one in methods.values()]
    found: set[str] = set()
    todo = set(references([one["responses"] for one in described] if answers_only else described))
    while todo:
        name = todo.pop()
        found.add(name)
        todo |= set(references(schema["components"]["schemas"][name])) - found
    return found


@pytest.mark.parametrize(("profile_name", "name"), COMPONENTS)
def test_a_component(profile_name: str, name: str) -> None:
    assert re.fullmatch("([A-Z][a-z0-9]+)+", name)
    assert not name.endswith("Enum"), "name its values in rummy/enum_names.py"
    assert name not in CLASHES
    assert list(faults_of_schema(profile(profile_name)["components"]["schemas"][name], name)) == []


@pytest.mark.parametrize("profile_name", PROFILES)
def test_every_component_is_used(profile_name: str) -> None:
    schema = profile(profile_name)
    assert set(schema["components"]["schemas"]) - reached(schema, answers_only=False) == FOR_READERS


def untold(schema: dict[str, Any], name: str, seen: frozenset[str] = frozenset()) -> set[str]:
    """The clocks and ends of something in this component, beside and above which no `server_time` stands."""
    properties = schema["components"]["schemas"][name].get("properties", {})
    if name in seen or "server_time" in properties:
        return set()
    own = {f"{name}.{key}" for key in properties if key in ENDS}
    return own.union(*(untold(schema, part, seen | {name}) for part in references(properties)))


def test_with_a_clock_or_a_deadline_comes_the_time_of_the_server() -> None:
    """By their own clock, which may be wrong, clients could not count down."""
    schema = openapi()
    found: set[str] = set()
    for methods in schema["paths"].values():
        for described in methods.values():
            found = found.union(*(untold(schema, name) for name in references(described["responses"])))
    assert found == DAYS_AWAY


@pytest.mark.parametrize("profile_name", PROFILES)
def test_in_answers_every_key_is_always_there(profile_name: str) -> None:
    schema = profile(profile_name)
    missing = {}
    for name in reached(schema, answers_only=True) - PARTIAL:
        component = schema["components"]["schemas"][name]
        optional = set(component.get("properties", {})) - set(component.get("required", ()))
        missing |= {name: optional} if optional else {}
    assert missing == {}


def test_the_exceptions_are_still_needed() -> None:
    """Not to be made longer without a thought."""
    schema = openapi()
    for name in PARTIAL - {"Move"}:
        component = schema["components"]["schemas"][name]
        assert set(component["properties"]) - set(component.get("required", ()))
        assert name in reached(schema, answers_only=True)


@pytest.mark.parametrize("name", [name for name, one in openapi()["components"]["schemas"].items() if "oneOf" in one])
def test_a_union_is_told_apart_by_a_plain_string(name: str) -> None:
    schemas = openapi()["components"]["schemas"]
    discriminator = schemas[name]["discriminator"]
    mapped = discriminator["mapping"].values()
    assert set(mapped) == {part["$ref"] for part in schemas[name]["oneOf"]}
    for reference in mapped:
        one = schemas[reference.rpartition("/")[2]]
        assert one["properties"][discriminator["propertyName"]] == {"type": "string", "maxLength": 20}
        assert discriminator["propertyName"] in one["required"]


def test_the_codes_of_problems_are_listed() -> None:
    assert openapi()["components"]["schemas"]["ProblemCode"]["enum"] == list(PROBLEM_TYPES)


def test_moves_are_a_union_of_all_their_types() -> None:
    assert set(openapi()["components"]["schemas"]["Move"]["discriminator"]["mapping"]) == set(MOVE_TYPES)


def test_the_flat_profile_has_one_object_for_all_moves() -> None:
    flat = profile("flat")
    validate_schema(flat)
    assert "oneOf" not in str(flat)
    in_events = flat["components"]["schemas"]["Event"]["properties"]["move"]
    assert in_events == {"allOf": [{"$ref": "#/components/schemas/Move"}], "nullable": True}
    schemas = flat["components"]["schemas"]
    assert schemas["Move"]["required"] == ["type"]
    assert schemas["Move"]["properties"]["type"] == {"$ref": "#/components/schemas/MoveType"}
    assert set(schemas["MoveType"]["enum"]) == set(MOVE_TYPES)
    assert {"card", "cards", "meld", "end", "wild"} <= set(schemas["Move"]["properties"])
    assert "DrawMove" not in schemas


def test_both_profiles_describe_the_same_operations() -> None:
    assert profile("flat")["paths"] == openapi()["paths"]


def test_the_service_answers_both_profiles(anybody: ApiClient) -> None:
    assert anybody.get("schema").json() == openapi()
    assert anybody.get("schema?profile=flat").json() == profile("flat")
    assert anybody.get("schema?profile=nonsense").status_code == 400
