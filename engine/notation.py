"""Moves as text and as JSON (docs/notation.md, "Moves"): parsing refuses all that is no move, printing inverts it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from engine.cards import CODES
from engine.errors import BadNotation
from engine.melds import End
from engine.moves import MOVE_TYPES, Call, Decline, Discard, Draw, LayOff, Move, NewMeld, Pass, Swap, Take

PLAYED = re.compile(r"(?:[A2-9TJQK][CDHS]2?|X[1-8])(?:=[A2-9TJQK][CDHS]?)?", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}", re.ASCII)
_CODES = frozenset(CODES)
LONGEST_TEXT = 2000
"""No move is longer: a meld has at most 13 cards, a set of two packs 8."""
MOST_CARDS = 112

_KEYS: dict[str, tuple[str, ...]] = {
    "draw": (),
    "take": ("card",),
    "meld": ("cards",),
    "lay_off": ("card", "meld", "end"),
    "swap": ("card", "wild", "meld"),
    "discard": ("card",),
    "call": ("card", "meld", "end"),
    "pass": (),
    "decline": (),
}
_ALL_KEYS = {"type"}.union(*_KEYS.values())
_ENDS: dict[str, End] = {"low": "low", "high": "high"}


def _played(text: str, pointer: str = "") -> str:
    if len(text) > 6 or not PLAYED.fullmatch(text):
        raise BadNotation("{text} is no card.", pointer, text=f"{text!r:.40}")
    return text


def _code(text: str, pointer: str = "") -> str:
    if text not in _CODES:
        raise BadNotation("{text} is no card.", pointer, text=f"{text!r:.40}")
    return text


def _meld_id(text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise BadNotation("{text} is no meld's number.", text=f"{text!r:.40}")
    return int(text)


def _end(text: str) -> End:
    if text not in _ENDS:
        raise BadNotation("{text} is neither low nor high.", text=f"{text!r:.40}")
    return _ENDS[text]


def _swap(words: list[str]) -> Swap:
    return Swap(_code(words[1]), _code(words[3]), _meld_id(words[5]))


# Verb and pattern ("_" stands for any word) -> how the words make the move. "meld" alone takes any number of cards.
_FORMS: tuple[tuple[tuple[str, ...], Callable[[list[str]], Move]], ...] = (
    (("draw",), lambda words: Draw()),
    (("pass",), lambda words: Pass()),
    (("decline",), lambda words: Decline()),
    (("take", "_"), lambda words: Take(_code(words[1]))),
    (("discard", "_"), lambda words: Discard(_code(words[1]))),
    (("lay", "_", "on", "_"), lambda words: LayOff(_played(words[1]), _meld_id(words[3]))),
    (
        ("lay", "_", "on", "_", "_"),
        lambda words: LayOff(_played(words[1]), _meld_id(words[3]), _end(words[4])),
    ),
    (("swap", "_", "for", "_", "on", "_"), _swap),
    (("call", "_"), lambda words: Call(_played(words[1]))),
    (("call", "_", "on", "_"), lambda words: Call(_played(words[1]), _meld_id(words[3]))),
    (
        ("call", "_", "on", "_", "_"),
        lambda words: Call(_played(words[1]), _meld_id(words[3]), _end(words[4])),
    ),
)


def parse_move(text: str) -> Move:
    """The move that a text describes; BadNotation for anything else.

    >>> parse_move("lay X1=8H on 3")
    LayOff(card='X1=8H', meld=3, end=None)
    """
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise BadNotation("A move is a short text.")
    words = text.split()
    if words[:1] == ["meld"] and len(words) > 1:
        return NewMeld(tuple(_played(word, f"/cards/{at}") for at, word in enumerate(words[1:])))
    for form, make in _FORMS:
        if len(words) == len(form) and all(want in ("_", word) for want, word in zip(form, words, strict=True)):
            return make(words)
    raise BadNotation("{text} is no move.", text=f"{text!r:.60}")


def move_text(move: Move) -> str:
    """The text of the move; `parse_move` inverts it."""
    return str(move)


def move_json(move: Move) -> dict[str, Any]:
    """The JSON form of the move; `move_from_json` inverts it. All keys of its type are there."""
    values = {key: getattr(move, key) for key in _KEYS[move.type]}
    if isinstance(move, NewMeld):
        values["cards"] = list(move.cards)
    return {"type": move.type, **values}


def move_from_json(value: object) -> Move:
    """The move of a JSON object; BadNotation, with a pointer into it, for anything else.

    Null, "", [] and {} under a key of another type of move are ignored.
    """
    if not isinstance(value, Mapping):
        raise BadNotation("A move is an object.")
    kind = value.get("type")
    if not isinstance(kind, str) or kind not in _KEYS:
        raise BadNotation("The type of a move is one of {types}.", "/type", types=", ".join(MOVE_TYPES))
    for key, content in value.items():
        if key not in _ALL_KEYS:
            raise BadNotation("A move has no key {key}.", f"/{_escaped(key)}", key=f"{key!r:.40}")
        if key != "type" and key not in _KEYS[kind] and not _is_empty(content):
            raise BadNotation("A move of type {kind} has no {key}.", f"/{key}", kind=kind, key=key)
    return _made(kind, value)


def _escaped(key: object) -> str:
    return str(key)[:60].replace("~", "~0").replace("/", "~1")


def _is_empty(content: object) -> bool:
    return content is None or (isinstance(content, str | list | dict) and not content)


def _made(kind: str, value: Mapping[str, Any]) -> Move:
    match kind:
        case "draw":
            return Draw()
        case "pass":
            return Pass()
        case "decline":
            return Decline()
        case "take":
            return Take(_text(value, "card", _code))
        case "discard":
            return Discard(_text(value, "card", _code))
        case "meld":
            return NewMeld(_cards(value))
        case "lay_off":
            return LayOff(_text(value, "card", _played), _number(value, required=True) or 0, _end_of(value))
        case "swap":
            card, wild = _text(value, "card", _code), _text(value, "wild", _code)
            return Swap(card, wild, _number(value, required=True) or 0)
        case _:
            return Call(_text(value, "card", _played), _number(value, required=False), _end_of(value))


def _text(value: Mapping[str, Any], key: str, read: Callable[[str, str], str]) -> str:
    content = value.get(key)
    if not isinstance(content, str):
        raise BadNotation("{key} is missing or no text.", f"/{key}", key=key)
    return read(content, f"/{key}")


def _cards(value: Mapping[str, Any]) -> tuple[str, ...]:
    content = value.get("cards")
    if not isinstance(content, list) or not 0 < len(content) <= MOST_CARDS:
        raise BadNotation("`cards` is missing, empty or no list.", "/cards")
    for at, text in enumerate(content):
        if not isinstance(text, str):
            raise BadNotation("A card is a text.", f"/cards/{at}")
        _played(text, f"/cards/{at}")
    return tuple(content)


def _number(value: Mapping[str, Any], *, required: bool) -> int | None:
    content = value.get("meld")
    if content is None and not required:
        return None
    if type(content) is not int or not 0 <= content <= 999_999:
        raise BadNotation("`meld` is the number of a meld.", "/meld")
    return content


def _end_of(value: Mapping[str, Any]) -> End | None:
    content = value.get("end")
    if content is None or content == "":
        return None
    if not isinstance(content, str) or content not in _ENDS:
        raise BadNotation("`end` is low, high or null.", "/end")
    return _ENDS[content]
