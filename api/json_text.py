"""JSON in and out: strict about what it reads, fast in what it writes."""

import json
import math
from typing import Any

import msgspec
from django.utils.translation import gettext

DEEPEST = 32
LARGEST = 2**63


class BadJson(ValueError):
    """The bytes are no JSON object that this API reads; says why, without repeating what was sent."""


def encode(value: Any) -> bytes:
    """The value as UTF-8 JSON without white space; texts made on demand (translations) are written out."""
    return _ENCODER.encode(value)


def decode_object(body: bytes) -> dict[str, Any]:
    """The JSON object in the body.

    Stricter than most: no NaN or infinity, no key twice, no number of more than 64 bits, nothing nested
    deeper than 32 levels, no lone surrogate and no NUL character. Raises `BadJson`.

    >>> decode_object(b'{"version": 41}')
    {'version': 41}
    """
    try:
        value = _DECODER.decode(body.decode("utf-8"))
    except UnicodeDecodeError:
        raise BadJson(gettext("The body is not UTF-8.")) from None
    except json.JSONDecodeError as error:
        raise BadJson(
            gettext("The body is no JSON from line {line}, column {column} on.").format(
                line=error.lineno, column=error.colno
            )
        ) from None
    except RecursionError:
        raise BadJson(gettext("The body is nested too deeply.")) from None
    if not isinstance(value, dict):
        raise BadJson(gettext("The body must be a JSON object."))
    _check(value, 1)
    return value


def _write_text(value: object) -> str:
    return str(value)


def _refuse_constant(_: str) -> float:
    raise BadJson(gettext("NaN and Infinity are not JSON."))


def _integer(text: str) -> int:
    if len(text) > len(str(-LARGEST)) or not -LARGEST <= int(text) < LARGEST:
        raise BadJson(gettext("A number does not fit 64 bits."))
    return int(text)


def _fraction(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise BadJson(gettext("A number does not fit 64 bits."))
    return number


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise BadJson(gettext("A key is given twice in one object."))
    return members


def _check(value: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise BadJson(gettext("The body is nested too deeply."))
    if isinstance(value, str):
        _check_text(value)
    elif isinstance(value, list):
        for item in value:
            _check(item, depth + 1)
    elif isinstance(value, dict):
        for key, item in value.items():
            _check_text(key)
            _check(item, depth + 1)


def _check_text(text: str) -> None:
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise BadJson(gettext("A text holds a character that is none: NUL or half a surrogate pair."))


_ENCODER = msgspec.json.Encoder(enc_hook=_write_text)
_DECODER = json.JSONDecoder(
    parse_constant=_refuse_constant, parse_int=_integer, parse_float=_fraction, object_pairs_hook=_members
)
