"""What is wrong with a schema, wherever it stands: what makes generated clients machine-named, untyped or unbounded."""

import re
from collections.abc import Iterator
from typing import Any

BOUNDS = {"maxLength", "pattern", "format"}
# What the player wrote or did, whatever it is: the copy of everything that is stored about somebody.
FREE = {"DataExport.content[]"}


def parts(schema: dict[str, Any], place: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """The schema and all that is inside it, with names of the places."""
    yield place, schema
    for name, part in schema.get("properties", {}).items():
        yield from parts(part, f"{place}.{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from parts(schema[key], f"{place}[]")
    for key in ("oneOf", "allOf", "anyOf"):
        for part in schema.get(key, ()):
            yield from parts(part, f"{place}|")


def faults_of_schema(schema: dict[str, Any], name: str) -> Iterator[str]:
    """Of a component of this name, or of a parameter."""
    for place, part in parts(schema, name):
        yield from (f"{place}: {fault}" for fault in _faults(part, place, is_named=place == name))


def _faults(part: dict[str, Any], place: str, is_named: bool) -> Iterator[str]:
    if "$ref" in part:
        if len(part) > 1:
            yield "what stands beside a $ref is not read; wrap it in allOf"
        return
    yield from _faults_of_unions(part, is_named)
    kind = part.get("type")
    if kind is None and not {"oneOf", "allOf"} & set(part) and place not in FREE:
        yield "no type"
    if kind == "object" and "properties" in part and not is_named:
        yield "an object without a name: give it a serializer of its own"
    if kind == "array" and not {"maxItems", "items"} <= set(part):
        yield "a list of any length, or of anything"
    if kind in ("integer", "number") and part.get("format") not in ("int32", "int64", "float", "double"):
        yield "a number without a width"
    if kind == "string" and "enum" not in part and not BOUNDS & set(part):
        yield "a text of any length"
    if "default" in part and part["default"] is None and not part.get("nullable"):
        yield "null by default, and not nullable"
    yield from _faults_of_values(part, place, is_named)


def _faults_of_unions(part: dict[str, Any], is_named: bool) -> Iterator[str]:
    if "anyOf" in part:
        yield "anyOf, which generators read differently"
    if "oneOf" in part and not (is_named and "discriminator" in part) and not _is_wrapped_union(part):
        yield "a union without a name or a discriminator"
    if "allOf" in part and (len(part["allOf"]) != 1 or set(part["allOf"][0]) != {"$ref"}):
        yield "allOf that is more than a wrapped reference"


def _is_wrapped_union(part: dict[str, Any]) -> bool:
    """A union that may be null: in `allOf`, as all else that may be null, some generators lose its tag."""
    return bool(part.get("nullable")) and len(part["oneOf"]) == 1 and set(part["oneOf"][0]) == {"$ref"}


def _faults_of_values(part: dict[str, Any], place: str, is_named: bool) -> Iterator[str]:
    if "enum" not in part:
        return
    if not is_named:
        yield "a closed list of values without a name: add it to rummy/enum_names.py"
    if part.get("type") != "string" or not all(re.fullmatch("[a-z][a-z0-9_]*", str(value)) for value in part["enum"]):
        yield "values that are no texts in snake_case"
