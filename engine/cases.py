"""Case files (docs/notation.md, "Cases"): plays one case and says what is not as expected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import BadPosition, IllegalMove
from engine.position import position_from, position_of
from engine.requests import BadRequest, play_entry, verdict
from engine.scoring import deal_scores, table_points, winners
from engine.table import OVER, Deal

_KEYS = {
    "case": {"id", "clause", "about", "position", "moves", "legal", "then"},
    "move": {"seat", "move", "error", "reshuffle"},
    "legal": {"seat", "has", "lacks"},
}


def case_failures(case: Mapping[str, Any]) -> list[str]:
    """What the case expects and does not find, one text each ("then turn: expected 1, found 0").

    Empty when the case passes.
    """
    try:
        _check_keys(case)
        deal = position_from(case["position"])
        failures = []
        for number, entry in enumerate(case.get("moves", []), 1):
            deal, failure = _played(deal, entry)
            if failure:
                failures.append(f"move {number}, {entry.get('seat')}: {entry.get('move')}: {failure}")
        failures += _legal_failures(deal, case.get("legal") or {})
        return failures + _then_failures(deal, case.get("then") or {})
    except (BadPosition, BadRequest) as error:
        return [f"position: {error}"]
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        return [f"the case cannot be read: {error!r}"]


def _check_keys(case: Mapping[str, Any]) -> None:
    """A misspelt key would be an expectation that nobody tests."""
    moves = [("move", move) for move in case.get("moves", [])]
    parts = [("case", case), ("legal", case.get("legal") or {}), *moves]
    for part, value in parts:
        for key in value:
            if key not in _KEYS[part]:
                raise KeyError(f"a {part} has no {key}")


def _played(deal: Deal, entry: Mapping[str, Any]) -> tuple[Deal, str]:
    """The deal after the entry, and what went otherwise than it says."""
    expected = entry.get("error", "accepted")
    try:
        after = play_entry(deal, entry)
    except IllegalMove as error:
        found: str = error.code
        after = deal
    else:
        found = "accepted"
    return after, "" if found == expected else f"expected {expected}, found {found}"


def _legal_failures(deal: Deal, legal: Mapping[str, Any]) -> list[str]:
    failures = []
    for key, wanted in (("has", "ok"), ("lacks", "a refusal")):
        for text in legal.get(key, []):
            found = verdict(deal, {"seat": legal["seat"], "move": text})
            if (found == "ok") != (wanted == "ok"):
                failures.append(f"legal {key} {text!r}: expected {wanted}, found {found}")
    return failures


def _then_failures(deal: Deal, then: Mapping[str, Any]) -> list[str]:
    failures = []
    position = position_of(deal)
    for key, expected in then.items():
        found = _found(deal, position, key, expected)
        if _comparable(key, found) != _comparable(key, expected):
            failures.append(f"then {key}: expected {expected!r}, found {found!r}")
    return failures


def _found(deal: Deal, position: dict[str, Any], key: str, expected: Any) -> Any:
    scores = deal_scores(deal)
    match key:
        case "over":
            return deal.table.phase == OVER
        case "points":
            return list(table_points(deal.table))
        case "deal_scores":
            return None if scores is None else list(scores)
        case "winners":
            return list(winners(deal))
        case "hands" if isinstance(expected, Mapping):
            return {seat: position["hands"][int(seat)] for seat in expected}
        case "melds" if isinstance(expected, Mapping):
            return {number: _meld_cards(position, number) for number in expected}
        case _:
            return position[key]


def _meld_cards(position: dict[str, Any], number: str) -> list[str] | None:
    melds = position["melds"]
    return melds[int(number) - 1]["cards"] if 1 <= int(number) <= len(melds) else None


def _comparable(key: str, value: Any) -> Any:
    if key == "hands" and isinstance(value, Mapping):
        return {seat: sorted(cards) for seat, cards in value.items()}
    if key == "hands" and isinstance(value, list):
        return [sorted(cards) for cards in value]
    return sorted(value) if key in ("callers", "obliged") and isinstance(value, list) else value
