"""The page on problems lists every code that a line of `errors` may bear, and no other."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rest_framework import serializers

from api.problem_types import PROBLEM_TYPES
from tests.api.routes import routes

from .pages import ROOT, fault_codes

PACKAGES = ("api", "games", "players", "rummy", "scoring")
# What makes a line -> which of its arguments is the code, where it is not named `code`.
MAKERS = {"fault": 0, "malformed": 2, "ErrorDetail": 1, "ValidationError": 1, "fail": 0}
# What fields can say of what is never given to them: dates, texts in the place of numbers, halves of surrogate pairs
# (`bad_json` before), and lists that are checked by their length.
NEVER_SAID = {"date", "make_aware", "max_string_length", "surrogate_characters_not_allowed", "empty"}


def said_by_fields() -> set[str]:
    taken = [
        shape()
        for route in routes()
        for one in route.operations.values()
        for shape in (one.query, one.request)
        if shape
    ]
    return {code for shape in taken for field in _fields_of(shape) for code in _codes_of(field)} - NEVER_SAID


def _fields_of(field: Any) -> Iterator[Any]:
    yield field
    for part in field.fields.values() if isinstance(field, serializers.Serializer) else ():
        yield from _fields_of(part)
    if getattr(field, "child", None) is not None:
        yield from _fields_of(field.child)


def _codes_of(field: Any) -> Iterator[str]:
    yield from field.error_messages
    yield from (validator.code for validator in field.validators if hasattr(validator, "code"))


def written_in_the_code() -> set[str]:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    return {code for file in files for code in _literals(file)}


def _literals(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        name = getattr(node.func, "id", getattr(node.func, "attr", "")) if isinstance(node, ast.Call) else ""
        if name in MAKERS:
            assert isinstance(node, ast.Call)
            given = node.args[MAKERS[name] : MAKERS[name] + 1] + [
                one.value for one in node.keywords if one.arg == "code"
            ]
            yield from (one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str))


def test_every_code_is_listed_and_no_other() -> None:
    ours = (said_by_fields() | written_in_the_code() | {"unknown_parameter"}) - set(PROBLEM_TYPES)
    assert ours | {"unknown_field", "unknown_parameter"} == fault_codes()
