"""The description for generators that cannot read unions: the same bytes on the wire, moves as one object."""

from copy import deepcopy
from typing import Any


def flattened(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with one object in the place of each union: an enum for the tag, all else optional."""
    flat = deepcopy(schema)
    schemas = flat["components"]["schemas"]
    for name, component in list(schemas.items()):
        if "discriminator" in component:
            parts = component["discriminator"]["mapping"]
            schemas[name] = _merged(component, schemas, f"{name}Type")
            schemas[f"{name}Type"] = {"type": "string", "enum": list(parts)}
            for reference in parts.values():
                schemas.pop(_name(reference), None)
    _close_unions(flat)
    return flat


def _merged(union: dict[str, Any], schemas: dict[str, Any], kinds: str) -> dict[str, Any]:
    tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
    members: dict[str, Any] = {tag: {"$ref": f"#/components/schemas/{kinds}"}}
    for reference in mapping.values():
        for key, member in schemas[_name(reference)]["properties"].items():
            members.setdefault(key, member)
    return {"type": "object", "properties": members, "required": [tag]}


def _close_unions(node: Any) -> None:
    """What is no union any more is named in the way of all that may be null."""
    for part in node.values() if isinstance(node, dict) else node:
        if isinstance(part, dict) and "oneOf" in part:
            part["allOf"] = part.pop("oneOf")
        if isinstance(part, dict | list):
            _close_unions(part)


def _name(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]
