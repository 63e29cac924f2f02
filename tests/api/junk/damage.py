"""Bodies that were good, and are wrong at one place: every member left out, and in its place all kinds of junk."""

import copy
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.api.description import openapi, operations, request_validator

Place = tuple[str | int, ...]
RIGHT_TO_LEFT, ZERO_WIDTH, MARKS = "\u202eadA", "A\u200bda", "a" + "\u0301" * 50
# By name, so that a test can say what it sent.
JUNK: dict[str, Any] = {
    "null": None,
    "true": True,
    "false": False,
    "zero": 0,
    "one": 1,
    "minus one": -1,
    "a fraction": 1.5,
    "a whole fraction": 2.0,
    "minus nothing": -0.0,
    "the largest number": 2**63 - 1,
    "the smallest number": -(2**63),
    "32 bits and one": 2**31,
    "a huge fraction": 1e308,
    "no text": "",
    "a space": " ",
    "a word": "nonsense",
    "a number as text": "1",
    "a truth value as text": "true",
    "a line feed": "a\n",
    "markup": "<script>alert(1)</script>",
    "a quote": "'\"; DROP TABLE players_player; --",
    "a format": "%s{0.__class__}${x}",
    "right to left": RIGHT_TO_LEFT,
    "zero width": ZERO_WIDTH,
    "heaped marks": MARKS,
    "a character beyond 16 bits": "\U0001f0cf",
    "no character": "\uffff",
    "digits of another script": "\u0661\u0662",
    "a ligature that is long": "\ufdfa" * 20,
    "a long text": "x" * 5_000,
    "a very long text": "\u00e4" * 20_000,
    "a huge text": "x" * 60_000,
    "an id of nobody": "01990000-0000-7000-8000-000000000000",
    "an id in braces": "{01990000-0000-7000-8000-000000000000}",
    "an instant that cannot be": "2026-02-30T25:61:00Z",
    "an instant at the end": "9999-12-31T23:59:59.999999-23:59",
    "an instant at the beginning": "0001-01-01T00:00:00+23:59",
    "an empty list": [],
    "a list": ["nonsense"],
    "a list of null": [None],
    "a list in lists": [[[[[]]]]],
    "a long list": [1] * 5_000,
    "an empty object": {},
    "an object": {"nonsense": 1},
    "an object with an empty key": {"": {"": {}}},
    "an object with a long key": {"k" * 5_000: 1},
    "an object with a pointer for a key": {"a/b~c": 1},
    "an object in objects": {"a": {"a": {"a": {"a": {}}}}},
}
SAMPLE = (
    *("null", "true", "minus one", "a fraction", "a whole fraction", "the largest number", "a huge fraction"),
    *("no text", "a word", "a number as text", "a line feed", "right to left", "a huge text"),
    *("an instant at the end", "an empty list", "a list", "a list in lists", "an empty object", "an object"),
)
# Refused by whoever reads the JSON, wherever they stand: NaN and the like are no JSON for this API.
RAW_JUNK = {
    "NaN": b"NaN",
    "infinity": b"-Infinity",
    "too many bits": b"9223372036854775808",
    "far too many bits": b"1" + b"0" * 5_000,
    "a fraction without end": b"1e999",
    "NUL": b'"a\\u0000"',
    "half a surrogate pair": b'"\\ud83c"',
    "the halves the wrong way round": b'"\\udccf\\ud83c"',
    "no UTF-8": b'"\xc3("',
    "UTF-8 of a surrogate": b'"\xed\xa0\xbc"',
    "overlong UTF-8": b'"\xc0\xaf"',
    "a control character": b'"\x01"',
    "a wrong escape": b'"\\x41"',
    "a leading zero": b"01",
    "hexadecimal": b"0x1",
    "an undefined value": b"undefined",
    "a comma too many": b"[1,]",
    "a key twice": b'{"a": 1, "a": 1}',
    "deep": b"[" * 40 + b"]" * 40,
    "very deep": b"[" * 30_000 + b"]" * 30_000,
}


@dataclass(frozen=True)
class Damaged:
    """A body, what was done to it, and where."""

    name: str
    place: Place
    body: Any

    def __str__(self) -> str:
        return f"{self.name} at {pointer(self.place) or 'the whole'}"


def pointer(place: Place) -> str:
    """The place as a JSON pointer."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in place)


def damaged(body: Any, junk: Iterable[str] = JUNK, absent: Iterable[str] = ()) -> Iterator[Damaged]:
    """The body with each of its members left out, with members too many, and with junk at each place.

    `absent` are members that the good body might have and has not.
    """
    for name in set(absent) - set(body):
        for kind in junk:
            yield Damaged(kind, (name,), _with(body, (name,), JUNK[kind]))
    for place in _places(body):
        found = _at(body, place)
        if place and isinstance(place[-1], str):
            yield Damaged("nothing", place, _without(body, place))
        if isinstance(found, dict):
            for key in ("nonsense", "", "a/b~c", "__proto__", "k" * 2_000, "\u202e"):
                yield Damaged("a member too many", (*place, key), _with(body, (*place, key), 1))
        if isinstance(found, list) and found:
            yield Damaged("the same again and again", place, _with(body, place, found * 2_000))
        for name in junk:
            value = JUNK[name]
            if type(value) is not type(found) or value != found:
                yield Damaged(name, place, _with(body, place, value))


def at_each_place(body: Any, raw: bytes) -> Iterator[tuple[Place, bytes]]:
    """The body as text, with these bytes in the place of each part."""
    for place in _places(body):
        marked = json.dumps(_with(body, place, "\u2603here"))
        yield place, marked.encode().replace(b'"\\u2603here"', raw)


def members(operation_id: str) -> list[str]:
    """The members that a body of the operation may have."""
    described = operations()[operation_id][2]
    reference = described["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    return sorted(openapi()["components"]["schemas"][reference.rpartition("/")[2]].get("properties", {}))


def is_described(operation_id: str, body: Any) -> bool:
    """Whether the body is one that the operation says it takes."""
    return request_validator(operation_id).is_valid(body)


def _places(body: Any, place: Place = ()) -> Iterator[Place]:
    yield place
    if isinstance(body, dict):
        for key, part in body.items():
            yield from _places(part, (*place, key))
    elif isinstance(body, list):
        for index, part in enumerate(body[:2]):
            yield from _places(part, (*place, index))


def _at(body: Any, place: Place) -> Any:
    for part in place:
        body = body[part]
    return body


def _with(body: Any, place: Place, value: Any) -> Any:
    if not place:
        return copy.deepcopy(value)
    changed = copy.deepcopy(body)
    _at(changed, place[:-1])[place[-1]] = value
    return changed


def _without(body: Any, place: Place) -> Any:
    changed = copy.deepcopy(body)
    del _at(changed, place[:-1])[place[-1]]
    return changed
