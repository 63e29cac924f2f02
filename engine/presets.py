"""The named presets (docs/options.md), and options made from JSON. No code asks for a preset's name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from engine.errors import ImpossibleRules
from engine.options import OPTIONS, Options, bonus_cards_from

_CLASSIC: dict[str, Any] = {"jokers_per_pack": 0, "wild": "none"}
_BICYCLE = _CLASSIC | {"top_card": "must_use", "call": "off"}
_RUMMY_5000: dict[str, Any] = {
    "jokers_per_pack": 0,
    "hand_sizes": "upcard",
    "wild": "dealer_upcard",
    "wild_points": 100,
    "wild_ace_points": 200,
    "ace_points": 100,
    "ace_low_points": 100,
    "pips": "five",
    "set_suits": "any",
    "call": "off",
    "target": 5000,
}

_CHANGES: dict[str, dict[str, Any]] = {
    "pagat": {},
    "classic": _CLASSIC,
    "browser": _CLASSIC | {"min_players": 2, "max_players": 2, "call": "off", "target_reached": "more_than"},
    "bicycle": _BICYCLE,
    "five_ten_fifteen": {"pips": "five", "ace_low_points": 5},
    "wikipedia": _BICYCLE | {"pips": "five", "ace_low_points": 5, "winner": "went_out"},
    "new_meld_only": _CLASSIC
    | {"deep_card": "new_meld", "go_out": "discard", "call": "top_lay_off", "hand_size_two": 7},
    "must_use": {"top_card": "must_use"},
    "new_meld": {"top_card": "new_meld", "deep_card": "new_meld"},
    "must_discard": {"go_out": "discard"},
    "floating": {"go_out": "float"},
    "unplayable_discard": {"go_out": "unplayable"},
    "out_to_win": {"winner": "must_go_out"},
    "top_call": {"call": "top_lay_off"},
    "no_call": {"call": "off"},
    "quick": {"target": 200},
    "joker_swap": {"wild_swap": "reuse"},
    "ranked": _CLASSIC | {"call": "off"},
    "rummy_5000": _RUMMY_5000,
    "rummy_2500": _RUMMY_5000 | {"target": 2500},
    "rummy_1500": _RUMMY_5000 | {"target": 1500},
    "persian": {
        "min_players": 4,
        "max_players": 4,
        "partners": True,
        "jokers_per_pack": 4,
        "wild": "none",
        "joker_role": "rank",
        "joker_points": 20,
        "ace_in_runs": "high",
        "four_at_once_doubles": True,
        "top_card": "must_use",
        "call": "off",
        "target": None,
        "deal_limit": 2,
    },
}

PRESETS: dict[str, Options] = {name: Options(**changes, preset=name) for name, changes in _CHANGES.items()}


def options_from(value: object) -> Options:
    """The options that a preset's name or {"preset": name, option: value, ...} describes.

    ImpossibleRules names what is unknown, of a wrong type or in conflict. Without `preset`, `pagat` is meant.

    >>> options_from({"preset": "classic", "target": 300}).target
    300
    """
    if isinstance(value, str):
        value = {"preset": value}
    if not isinstance(value, Mapping):
        raise ImpossibleRules("Rules are a preset's name or an object.", ())
    name = "pagat" if value.get("preset") is None else value["preset"]
    if not isinstance(name, str) or name not in PRESETS:
        raise ImpossibleRules("{name} is no preset.", ("preset",), name=f"{name!r:.60}")
    unknown = [key for key in value if key != "preset" and key not in OPTIONS]
    if unknown:
        names = tuple(str(key)[:60] for key in unknown[:10])
        raise ImpossibleRules("{name} is no option.", names, name=f"{unknown[0]!r:.60}")
    changes = {key: value[key] for key in value if key != "preset"}
    if "bonus_cards" in changes:
        changes["bonus_cards"] = bonus_cards_from(changes["bonus_cards"])
    return replace(PRESETS[name], **changes)
