"""Values of the options, and combinations of them that are possible."""

from random import Random
from typing import Any

from hypothesis import strategies as st

from engine import OPTIONS, Options, OptionSpec, options_from

Chosen = dict[str, Any]
BONUSES: tuple[dict[str, int], ...] = ({}, {"QS": 40}, {"7H": 25, "7H2": -1000}, {"X1": 50, "AS": 1000})


def listed_values(spec: OptionSpec) -> tuple[Any, ...]:
    """The values that tests name: all of a choice, of a range the lowest, the default, the highest and null."""
    if spec.kind == "choice":
        return spec.values
    if spec.kind == "bool":
        return (True, False)
    if spec.kind == "card_points":
        return BONUSES
    values = dict.fromkeys((spec.low, spec.default, spec.high, *((None,) if spec.nullable else ())))
    return tuple(values)


def possible(chosen: Chosen, players: int) -> Options:
    """The chosen options, changed where so many players could not play by them."""
    chosen = _fitting_wilds(chosen) | _fitting_players(chosen, players) | _fitting_calls(chosen)
    if chosen["target"] is None and chosen["deal_limit"] is None:
        chosen["deal_limit"] = 1
    loose = options_from({**chosen, "bonus_cards": {}, "hand_size_two": 3, "hand_size": 3})
    size = "hand_size_two" if players == 2 else "hand_size"
    most = (loose.pack_size(players) - 2) // players
    chosen |= {"hand_size_two": 3, "hand_size": 3, size: min(chosen[size], most)}
    bonuses = {code: points for code, points in chosen["bonus_cards"].items() if loose.has_card(code, players)}
    return options_from({**chosen, "bonus_cards": bonuses})


def _fitting_wilds(chosen: Chosen) -> Chosen:
    """Jokers where they have a use, and a hand size by upcards only without them."""
    match chosen["wild"]:
        case "jokers":
            changes = {
                "jokers_per_pack": chosen["jokers_per_pack"] or 2,
                "joker_role": "wild",
                "hand_sizes": "fixed",
            }
        case "dealer_upcard":
            changes = {
                "jokers_per_pack": 0,
                "hand_sizes": "upcard",
                "wild_points": chosen["wild_points"] or 0,
            }
        case _ if chosen["hand_sizes"] == "upcard":
            changes = {"jokers_per_pack": 0}
        case _:
            changes = {"joker_role": "rank"}
    return chosen | changes


def _fitting_players(chosen: Chosen, players: int) -> Chosen:
    partners = chosen["partners"] and players == 4
    low, high = min(chosen["min_players"], players), max(chosen["max_players"], players)
    changes = {"partners": partners, "min_players": low, "max_players": high}
    if partners:
        changes |= {"min_players": 4, "max_players": 4}
    if chosen["hand_sizes"] == "upcard" or chosen["wild"] == "dealer_upcard":
        changes["second_pack_from"] = min(chosen["second_pack_from"], 5)
    return changes


def _fitting_calls(chosen: Chosen) -> Chosen:
    changes: Chosen = {}
    if chosen["deep_card"] == "never" and chosen["call"] == "pile":
        changes["call"] = "top_lay_off"
    if chosen["go_out"] != "unplayable" or chosen["call"] == "off":
        changes["playable_last_discard"] = "refused"
    return changes


def random_options(rng: Random, players: int) -> Options:
    """Options of which each takes one of its listed values."""
    return possible({name: rng.choice(listed_values(spec)) for name, spec in OPTIONS.items()}, players)


def options_strategy(players: int) -> st.SearchStrategy[Options]:
    """Options by which so many players can play, every option drawn for itself."""
    values = {name: st.sampled_from(listed_values(spec)) for name, spec in OPTIONS.items()}
    return st.fixed_dictionaries(values).map(lambda chosen: possible(chosen, players))
