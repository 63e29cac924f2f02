"""The description for generators that cannot read unions: the same bytes on the wire, moves as one object."""

from copy import deepcopy
from typing import Any


def flattened(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with one object in the place of each union: an enum for the tag, all else optional."""
    flat = deepcopy(schema)
    schemas = flat["components"]["schemas"]
    for name, component in list(schemas.items()):
        if "discriminator" in component:
            schemas[name], parts = _merged(component, schemas), component["discriminator"]["mapping"]
            for reference in parts.values():
                schemas.pop(_name(reference), None)
    return flat


def _merged(union: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    tag, mapping = union["discriminator"]["propertyName"], union["discriminator"]["mapping"]
    members: dict[str, Any] = {tag: {"type": "string", "enum": list(mapping)}}
    for reference in mapping.values():
        for key, member in schemas[_name(reference)]["properties"].items():
            members.setdefault(key, member)
    return {"type": "object", "properties": members, "required": [tag]}


def _name(reference: str) -> str:
    return reference.rsplit("/", 1)[-1]
