"""What of a newer description breaks clients that were made for an older one: v1 only grows.

A client may send what the older one allows, and reads what the older one promises; it ignores what it does not know.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Literal

# Who makes what is described: the client sends it, or the service answers it.
Direction = Literal["sent", "answered"]
# Bounds of what may be sent: which way they may not move.
_LOWER, _UPPER = ("minimum", "minLength", "minItems"), ("maximum", "maxLength", "maxItems")


def breaks(old: dict[str, Any], new: dict[str, Any]) -> list[str]:
    """A sentence for each thing that breaks; none if there is only growth."""
    return sorted(set(_Comparison(old, new).found()))


@dataclass
class _Comparison:
    old: dict[str, Any]
    new: dict[str, Any]
    seen: set[tuple[str, Direction]] = field(default_factory=set)

    def found(self) -> Iterator[str]:
        for path, methods in self.old["paths"].items():
            for method, before in methods.items():
                after = self.new["paths"].get(path, {}).get(method)
                name = before["operationId"]
                if after is None:
                    yield f"{name}: {method.upper()} {path} is gone"
                else:
                    yield from self._operation(name, before, after)

    def _operation(self, name: str, before: Any, after: Any) -> Iterator[str]:
        for part in ("operationId", "tags"):  # clients are made with methods and classes of these names
            if before[part] != after[part]:
                yield f"{name}: {part} is {after[part]} now"
        for way in before["security"]:
            if way not in after["security"]:
                yield f"{name}: it cannot be called with {way or 'no token'} any more"
        if _scopes(after) - _scopes(before):
            yield f"{name}: it needs another scope"
        yield from self._parameters(name, before, after)
        yield from self._body(name, before.get("requestBody"), after.get("requestBody"))
        yield from self._answers(name, before["responses"], after["responses"])

    def _parameters(self, name: str, before: Any, after: Any) -> Iterator[str]:
        old, new = ({(one["in"], one["name"]): one for one in side.get("parameters", [])} for side in (before, after))
        for key in old.keys() - new.keys():
            yield f"{name}: the parameter {key[1]} is gone"
        for key, parameter in new.items():
            place = f"{name}: the parameter {key[1]}"
            if parameter.get("required") and not old.get(key, {}).get("required"):
                yield f"{place} is required now"
            if key in old:
                yield from self._schema(place, old[key]["schema"], parameter["schema"], "sent")

    def _body(self, name: str, before: Any, after: Any) -> Iterator[str]:
        if before and not after:
            yield f"{name}: it takes no body any more"
        if after and after.get("required") and not (before and before.get("required")):
            yield f"{name}: a body is required now"
        if before and after:
            yield from self._content(f"{name}: the body", before["content"], after["content"], "sent")

    def _answers(self, name: str, before: Any, after: Any) -> Iterator[str]:
        for status in before:
            if status not in after:
                yield f"{name}: the status {status} is gone"
            else:
                old, new = before[status].get("content", {}), after[status].get("content", {})
                yield from self._content(f"{name}: the answer {status}", old, new, "answered")

    def _content(self, place: str, old: Any, new: Any, direction: Direction) -> Iterator[str]:
        for media_type, form in old.items():
            if media_type not in new:
                yield f"{place} is not {media_type} any more"
            else:
                yield from self._schema(place, form["schema"], new[media_type]["schema"], direction)

    def _schema(self, place: str, old: Any, new: Any, direction: Direction) -> Iterator[str]:
        old, old_name = self._resolved(self.old, old)
        new, new_name = self._resolved(self.new, new)
        yield from _breaks_of_null(place, old, new, direction)
        if old_name != new_name:
            yield f"{place} is called {new_name} now, not {old_name}"
        if old_name:
            if (old_name, direction) in self.seen:
                return
            self.seen.add((old_name, direction))
            place = f"{old_name} as it is {direction}"
        for part in ("type", "format"):
            if old.get(part) != new.get(part):
                yield f"{place}: its {part} is {new.get(part)} now, not {old.get(part)}"
        if direction == "sent":
            yield from _breaks_of_values(place, old, new)
        yield from self._members(place, old, new, direction)
        for part in ("items", "additionalProperties"):
            if isinstance(old.get(part), dict) and isinstance(new.get(part), dict):
                yield from self._schema(f"{place}, each of it", old[part], new[part], direction)
        yield from self._variants(place, old, new, direction)

    def _members(self, place: str, old: Any, new: Any, direction: Direction) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for key, member in before.items():
            if key not in after:
                yield f"{place}: {key} is gone"
            else:
                yield from self._schema(f"{place}: {key}", member, after[key], direction)
        required = set(old.get("required", ())), set(new.get("required", ()))
        if direction == "sent":
            yield from (f"{place}: {key} is required now" for key in required[1] - required[0])
        else:
            yield from (f"{place}: {key} may be missing now" for key in required[0] - required[1] if key in after)

    def _variants(self, place: str, old: Any, new: Any, direction: Direction) -> Iterator[str]:
        before, after = (side.get("discriminator", {}).get("mapping", {}) for side in (old, new))
        for tag, reference in before.items():
            if tag in after:
                yield from self._schema(f"{place}: {tag}", {"$ref": reference}, {"$ref": after[tag]}, direction)
            elif direction == "sent":
                yield f"{place}: {tag} is gone"

    def _resolved(self, document: dict[str, Any], schema: Any) -> tuple[dict[str, Any], str | None]:
        """The schema with what stands around a reference, and the name that it is referred to by."""
        for around in ("allOf", "oneOf"):
            if len(schema.get(around, ())) == 1:
                inner, name = self._resolved(document, schema[around][0])
                return {**inner, **{key: part for key, part in schema.items() if key != around}}, name
        if "$ref" in schema:
            name = schema["$ref"].rpartition("/")[2]
            return document["components"]["schemas"][name], name
        return schema, None


def _scopes(described: Any) -> set[str]:
    return set(re.findall("Needs the scope `(.+?)`", described["description"]))


def _breaks_of_null(place: str, old: Any, new: Any, direction: Direction) -> Iterator[str]:
    was, may_be = bool(old.get("nullable")), bool(new.get("nullable"))
    if direction == "sent" and was and not may_be:
        yield f"{place} may not be null any more"
    if direction == "answered" and may_be and not was:
        yield f"{place} may be null now"


def _breaks_of_values(place: str, old: Any, new: Any) -> Iterator[str]:
    """Of what clients send: nothing that was taken may be refused."""
    for value in old.get("enum", ()):
        if value not in new.get("enum", [value]):
            yield f"{place}: {value} is not taken any more"
    if "enum" in new and "enum" not in old:
        yield f"{place}: only some values are taken now"
    for bound in set(_LOWER + _UPPER) & set(new):
        before, after = old.get(bound), new[bound]
        if before is None or (after > before if bound in _LOWER else after < before):
            yield f"{place}: {bound} is {after} now, not {before}"
    if "pattern" in new and new["pattern"] != old.get("pattern"):
        yield f"{place}: its pattern is another"
    if "default" in old and new.get("default") != old["default"]:
        yield f"{place}: {new.get('default')} is meant now where nothing is said, not {old['default']}"
