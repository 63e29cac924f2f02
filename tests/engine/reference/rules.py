"""Options and presets as section 12 lists them, and which combinations are impossible."""

from types import SimpleNamespace
from typing import Any

PAGAT: dict[str, Any] = {
    "min_players": 2,
    "max_players": 8,
    "second_pack_from": 5,
    "jokers_per_pack": 2,
    "hand_size_two": 13,
    "hand_size": 7,
    "hand_sizes": "fixed",
    "next_dealer": "left",
    "wild": "jokers",
    "joker_role": "wild",
    "min_naturals": 1,
    "wild_swap": "off",
    "set_suits": "distinct",
    "ace_in_runs": "both",
    "top_card": "free",
    "deep_card": "use",
    "lay_off": "anyone",
    "call": "pile",
    "call_priority": "first",
    "call_window": 5,
    "go_out": "any",
    "playable_last_discard": "refused",
    "stock_out": "play_on",
    "reshuffles": 1,
    "stock_out_counts_hand": True,
    "pips": "face",
    "ace_points": 15,
    "ace_low_points": 1,
    "joker_points": 15,
    "joker_on_table": "fixed",
    "wild_points": None,
    "wild_ace_points": None,
    "bonus_cards": {},
    "four_at_once_doubles": False,
    "partners": False,
    "out_bonus": 0,
    "out_collects": False,
    "target": 500,
    "target_reached": "at_least",
    "winner": "highest",
    "deal_limit": None,
}

CLASSIC: dict[str, Any] = {"jokers_per_pack": 0, "wild": "none"}
BICYCLE: dict[str, Any] = {**CLASSIC, "top_card": "must_use", "call": "off"}
RUMMY_5000: dict[str, Any] = {
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

PRESETS: dict[str, dict[str, Any]] = {
    "pagat": {},
    "classic": CLASSIC,
    "browser": {**CLASSIC, "min_players": 2, "max_players": 2, "call": "off", "target_reached": "more_than"},
    "bicycle": BICYCLE,
    "five_ten_fifteen": {"pips": "five", "ace_low_points": 5},
    "wikipedia": {**BICYCLE, "pips": "five", "ace_low_points": 5, "winner": "went_out"},
    "new_meld_only": {
        **CLASSIC,
        "deep_card": "new_meld",
        "go_out": "discard",
        "call": "top_lay_off",
        "hand_size_two": 7,
    },
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
    "ranked": {**CLASSIC, "call": "off"},
    "rummy_5000": RUMMY_5000,
    "rummy_2500": {**RUMMY_5000, "target": 2500},
    "rummy_1500": {**RUMMY_5000, "target": 1500},
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


class Rules(SimpleNamespace):
    """The options as attributes, with `players` and the number of `packs` that follows from it (2.1)."""

    def __getattr__(self, name: str) -> Any:  # only reached for a name that is no option
        raise AttributeError(name)


def all_options(value: str | dict[str, Any]) -> dict[str, Any]:
    """Every option of a preset's name, or of an object with `preset` and options."""
    chosen = {"preset": value} if isinstance(value, str) else dict(value)
    preset = chosen.pop("preset", None) or "pagat"
    return {**PAGAT, **PRESETS[preset], **chosen}


def rules_for(value: str | dict[str, Any], players: int) -> Rules:
    options = all_options(value)
    return Rules(**options, players=players, packs=2 if players >= options["second_pack_from"] else 1)


def impossible(options: dict[str, Any]) -> set[str]:
    """One option of each combination that is impossible in a full set of options (section 12).

    2.3 is left to `dealing.can_be_dealt`, which needs the number of players.
    """
    jokers, wild, role = options["jokers_per_pack"] > 0, options["wild"], options["joker_role"]
    callable_last = options["playable_last_discard"] == "callable"
    faults = {
        "min_players": options["min_players"] > options["max_players"],
        "deep_card": options["call"] == "pile" and options["deep_card"] == "never",
        "playable_last_discard": callable_last and (options["go_out"] != "unplayable" or options["call"] == "off"),
        "partners": options["partners"] and not options["min_players"] == options["max_players"] == 4,
        "hand_sizes": wild == "dealer_upcard" and options["hand_sizes"] != "upcard",
        "wild_points": wild == "dealer_upcard" and options["wild_points"] is None,
        "jokers_per_pack": jokers and (options["hand_sizes"] == "upcard" or (wild == "none" and role == "wild")),
        "wild": wild == "jokers" and not jokers,
        "joker_role": wild == "jokers" and role == "rank",
        "target": options["target"] is None and options["deal_limit"] is None,
        "bonus_cards": not set(options["bonus_cards"]) <= _codes(options),
    }
    return {option for option, is_wrong in faults.items() if is_wrong}


def _codes(options: dict[str, Any]) -> set[str]:
    """The codes that a pack of these options can hold, with the most players."""
    packs = 2 if options["max_players"] >= options["second_pack_from"] else 1
    naturals = {rank + suit + twin for rank in "A23456789TJQK" for suit in "CDHS" for twin in ("", "2")[:packs]}
    return naturals | {f"X{n + 1}" for n in range(options["jokers_per_pack"] * packs)}
