"""The description of the API, and what it says of an operation: what it may be sent, and what it may answer."""

import json
import re
from functools import cache, lru_cache
from typing import Any

import jsonschema_rs
from drf_spectacular.generators import SchemaGenerator

from api.flat_profile import flattened

_OPENAPI_ONLY = ("nullable", "discriminator")
# Objects that may hold more than what is described, as they say: it is not read.
OPEN = {"RecordToImport", "DealToImport", "MoveToImport", "SeatToImport", "PlayerToImport"}
_INSTANT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_WIDTHS = {"int32": 2**31, "int64": 2**63}


@lru_cache
def openapi() -> dict[str, Any]:
    """The description of the API, generated anew."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return json.loads(json.dumps(schema, default=str))  # type: ignore[no-any-return]


@lru_cache
def profile(name: str) -> dict[str, Any]:
    """The description with unions, or the `flat` one."""
    return flattened(openapi()) if name == "flat" else openapi()


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


def good_answer(operation_id: str) -> tuple[int, str | None, Any]:
    """The status of the one good answer, its media type and its schema; None where it has no content."""
    for status, answer in operations()[operation_id][2]["responses"].items():
        if status.startswith("2"):
            for media_type, form in answer.get("content", {}).items():
                return int(status), media_type, form["schema"]
            return int(status), None, None
    raise AssertionError(f"{operation_id} has no good answer")


def request_schema(operation_id: str) -> Any:
    """Of the body; None where there is none."""
    body = operations()[operation_id][2].get("requestBody")
    return body and body["content"]["application/json"]["schema"]


def faults_of_answer(operation_id: str, content: Any) -> list[str]:
    """What is wrong with the content of a good answer."""
    return _faults(_answer_validator(json.dumps(good_answer(operation_id)[2]), "union"), content)


def faults_of_component(name: str, content: Any, profile_name: str = "union") -> list[str]:
    """What is wrong with something that is to be of a named schema."""
    return _faults(_answer_validator(json.dumps({"$ref": f"#/components/schemas/{name}"}), profile_name), content)


def faults_of_body(operation_id: str, content: Any) -> list[str]:
    """What is wrong with the body of a request, by the profile that it fits better."""
    found = [_faults(request_validator(operation_id, name), content) for name in ("union", "flat")]
    return min(found, key=len)


def faults_of_parameter(described: dict[str, Any], text: str) -> list[str]:
    """What is wrong with a part of the path, a query parameter or a header, as it is written in an address."""
    schema = described["schema"]
    value: Any = text
    if schema.get("type") in ("integer", "boolean"):
        try:
            value = json.loads(text)
        except ValueError:
            return [f"{text!r} is no {schema['type']}"]
    return _faults(_parameter_validator(json.dumps(schema)), value)


@cache
def request_validator(operation_id: str, profile_name: str = "union") -> jsonschema_rs.Validator:
    """For the body of a request."""
    return _validator(request_schema(operation_id), profile_name)


@cache
def _parameter_validator(schema: str) -> jsonschema_rs.Validator:
    return _validator(json.loads(schema), "union")


@cache
def _answer_validator(schema: str, profile_name: str) -> jsonschema_rs.Validator:
    """Answers tell instants in one form; requests may in any that RFC 3339 has."""
    in_our_form = {"date-time": lambda text: bool(_INSTANT.fullmatch(text))}
    return _validator(json.loads(schema), profile_name, in_our_form)


def _validator(schema: Any, profile_name: str, formats: Any = ()) -> jsonschema_rs.Validator:
    """Addresses are not read more strictly than we read them."""
    known = {"email": lambda text: "@" in text, **dict(formats)}
    return jsonschema_rs.validator_for(_whole(schema, profile_name), validate_formats=True, formats=known)


def _whole(schema: Any, profile_name: str) -> Any:
    return {"components": _components(profile_name), **as_json_schema(schema)}


@lru_cache
def _components(profile_name: str) -> Any:
    schemas = as_json_schema(profile(profile_name)["components"]["schemas"])
    return {
        "schemas": {
            name: one | {"additionalProperties": True} if name in OPEN else one for name, one in schemas.items()
        }
    }


def _faults(validator: jsonschema_rs.Validator, content: Any) -> list[str]:
    return [
        f"/{'/'.join(map(str, fault.instance_path))}: {fault.message[:500]}" for fault in validator.iter_errors(content)
    ]


def as_json_schema(node: Any) -> Any:
    """OpenAPI 3.0 as JSON Schema: null and widths spelled out, unions loosened, no key that is not described."""
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
    if node.get("type") == "integer":
        width = _WIDTHS[node["format"]]
        converted = {"minimum": -width, "maximum": width - 1, **converted}
    return {"anyOf": [converted, {"type": "null"}]} if node.get("nullable") is True else converted
