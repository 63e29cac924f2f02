"""Options, presets, and which combinations are impossible (rules, section 12)."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import OPTIONS, PRESETS, ImpossibleRules, Options, options_from, options_json, rivals_of
from tests.engine.option_values import listed_values, options_strategy


def refusal(changes: object) -> ImpossibleRules:
    with pytest.raises(ImpossibleRules) as refused:
        options_from(changes)
    assert str(refused.value)
    return refused.value


IMPOSSIBLE: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "min_players above max_players": ({"min_players": 5, "max_players": 4}, ("min_players", "max_players")),
    "2.3, hands of one size": (
        {"min_players": 8, "second_pack_from": 9, "hand_size": 7},
        ("hand_size_two", "hand_size", "second_pack_from", "jokers_per_pack"),
    ),
    "2.3, two players": (
        {
            "preset": "browser",
            "hand_size_two": 15,
            "min_players": 7,
            "max_players": 8,
            "hand_size": 15,
            "second_pack_from": 9,
        },
        ("hand_size_two", "hand_size", "second_pack_from", "jokers_per_pack"),
    ),
    "2.3, hands by upcard": (
        {"preset": "rummy_5000", "min_players": 5, "second_pack_from": 9},
        ("hand_sizes", "second_pack_from", "jokers_per_pack"),
    ),
    "call pile with deep_card never": ({"deep_card": "never"}, ("call", "deep_card")),
    "callable without unplayable": ({"playable_last_discard": "callable"}, ("playable_last_discard", "go_out")),
    "callable with float": (
        {"playable_last_discard": "callable", "go_out": "float"},
        ("playable_last_discard", "go_out"),
    ),
    "callable with call off": (
        {"playable_last_discard": "callable", "go_out": "unplayable", "call": "off"},
        ("playable_last_discard", "call"),
    ),
    "partners without four": ({"partners": True}, ("partners", "min_players", "max_players")),
    "partners with up to five": (
        {"preset": "persian", "max_players": 5},
        ("partners", "min_players", "max_players"),
    ),
    "dealer_upcard without upcards": (
        {"preset": "classic", "wild": "dealer_upcard", "wild_points": 100},
        ("wild", "hand_sizes"),
    ),
    "dealer_upcard without points": ({"preset": "rummy_5000", "wild_points": None}, ("wild", "wild_points")),
    "jokers with upcards": ({"hand_sizes": "upcard"}, ("hand_sizes", "jokers_per_pack")),
    "jokers of no use": (
        {"preset": "classic", "jokers_per_pack": 2},
        ("wild", "jokers_per_pack", "joker_role"),
    ),
    "wild jokers without jokers": ({"jokers_per_pack": 0}, ("wild", "jokers_per_pack")),
    "jokers wild and a rank": ({"joker_role": "rank"}, ("wild", "joker_role")),
    "no target and no deal_limit": ({"target": None}, ("target", "deal_limit")),
    "a bonus for a joker that is not there": ({"bonus_cards": {"X5": 10}}, ("bonus_cards",)),
    "a bonus for a twin where there is one pack": (
        {"bonus_cards": {"7H2": 10}, "second_pack_from": 9, "max_players": 4},
        ("bonus_cards",),
    ),
    "a bonus for a joker in classic": ({"preset": "classic", "bonus_cards": {"X1": 10}}, ("bonus_cards",)),
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_an_impossible_combination_names_its_options(name: str) -> None:
    changes, names = IMPOSSIBLE[name]
    found = set(refusal(changes).options)
    assert found & set(names), (found, names)
    assert found <= set(OPTIONS)
    assert found == set(names) or name.startswith("2.3")
    assert all(found <= {one, *rivals_of(one)} for one in found)


def test_an_option_that_excludes_nothing_has_no_rivals() -> None:
    assert rivals_of("next_dealer") == rivals_of("bonus_cards") == ()


POSSIBLE: dict[str, dict[str, Any]] = {
    "as many as at most": {"min_players": 4, "max_players": 4},
    "some number of players is enough": {"preset": "classic", "second_pack_from": 9},
    "deep_card never with top_lay_off": {"deep_card": "never", "call": "top_lay_off"},
    "callable": {"playable_last_discard": "callable", "go_out": "unplayable"},
    "callable with top_lay_off": {"playable_last_discard": "callable", "go_out": "unplayable", "call": "top_lay_off"},
    "partners of pagat": {"partners": True, "min_players": 4, "max_players": 4},
    "upcards without a wild rank": {"preset": "classic", "hand_sizes": "upcard"},
    "wild points of nothing": {"preset": "rummy_5000", "wild_points": 0, "wild_ace_points": None},
    "jokers of rank": {"preset": "classic", "jokers_per_pack": 3, "joker_role": "rank"},
    "no jokers of rank": {"preset": "classic", "joker_role": "rank"},
    "a limit instead of a target": {"target": None, "deal_limit": 1},
    "a bonus for a twin of larger games": {"bonus_cards": {"7H2": 10, "X4": 5}},
}


@pytest.mark.parametrize("name", POSSIBLE)
def test_a_combination_near_an_impossible_one_is_possible(name: str) -> None:
    assert isinstance(options_from(POSSIBLE[name]), Options)


# Values


def outside(name: str) -> list[object]:
    """Values that the option has not."""
    spec = OPTIONS[name]
    wrong: list[object] = ["", "no such value", 1.5, [], {}, b"free"]
    if spec.kind == "int":
        wrong += [spec.low - 1, spec.high + 1, True, str(spec.low), float(spec.low), 10**30]
    if spec.kind == "card_points":
        wrong = [[], "QS", {"QX": 1}, {"QS": "40"}, {"QS": 1.5}, {"QS": True}, {"QS": 1001}, {"QS": -1001}, {5: 5}, 7]
    if spec.kind == "bool":
        wrong += [0, 1, "true"]
    if spec.kind == "choice":
        wrong += [True, 0, spec.values[0].upper()]
    return wrong if spec.nullable else [*wrong, None]


@pytest.mark.parametrize("name", OPTIONS)
def test_a_value_that_does_not_exist_names_its_option(name: str) -> None:
    for value in outside(name):
        assert refusal({name: value}).options == (name,), value


@pytest.mark.parametrize("name", OPTIONS)
def test_a_listed_value_is_admitted(name: str) -> None:
    assert all(OPTIONS[name].admits(_inner(value)) for value in listed_values(OPTIONS[name]))


def _inner(value: object) -> object:
    return tuple(value.items()) if isinstance(value, dict) else value


@pytest.mark.parametrize(
    "value",
    [
        None,
        5,
        [],
        "",
        "Pagat",
        "snap",
        {"preset": "snap"},
        {"preset": 5},
        {"preset": ["pagat"]},
        {"preset": "pagat "},
        {"preset": ""},
        {"preset": 0},
    ],
)
def test_what_are_no_rules_is_refused(value: object) -> None:
    assert set(refusal(value).options) <= {"preset"}


def test_unknown_options_are_named() -> None:
    assert refusal({"jokers": 2, "preset": "classic"}).options == ("jokers",)
    assert refusal({"Wild": "none", "colour": "red"}).options == ("Wild", "colour")
    assert len(refusal({f"option {number}": 1 for number in range(1000)}).options) == 10
    assert len(refusal({"x" * 10_000: 1}).options[0]) <= 60


def test_players_that_cannot_play_are_refused() -> None:
    for preset, players, names in (
        ("persian", 3, {"min_players", "max_players"}),
        ("browser", 3, {"min_players", "max_players"}),
        ("pagat", 1, {"min_players", "max_players"}),
        ("pagat", 9, {"min_players", "max_players"}),
    ):
        with pytest.raises(ImpossibleRules) as refused:
            PRESETS[preset].check_players(players)
        assert set(refused.value.options) == names


def test_3_6_a_bonus_card_must_be_in_the_pack_of_these_players() -> None:
    options = options_from({"bonus_cards": {"7H2": 10}})
    options.check_players(5)
    with pytest.raises(ImpossibleRules) as refused:
        options.check_players(4)
    assert refused.value.options == ("bonus_cards",)


# The value


def test_the_defaults_are_pagat() -> None:
    assert Options() == PRESETS["pagat"]
    assert all(getattr(Options(), name) == spec.default for name, spec in OPTIONS.items())


def test_the_name_of_the_preset_is_no_part_of_the_rules() -> None:
    assert PRESETS["no_call"] == options_from({"call": "off"})
    assert PRESETS["no_call"].preset == "no_call"
    assert options_from({"preset": "no_call", "target": 300}).preset == "no_call"
    assert hash(PRESETS["no_call"]) == hash(options_from({"call": "off"}))


def test_options_do_not_change() -> None:
    with pytest.raises(FrozenInstanceError):
        Options().target = 300  # type: ignore[misc]
    with pytest.raises(ImpossibleRules):
        replace(Options(), call="loudly")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_in_full_makes_itself(preset: str) -> None:
    whole = options_json(PRESETS[preset])
    assert set(whole) == {"preset", *OPTIONS}
    assert options_from(whole) == options_from(preset) == PRESETS[preset]
    assert options_from(whole).preset == preset


@given(st.integers(2, 8).flatmap(options_strategy))
def test_all_options_come_back_from_json(options: Options) -> None:
    assert options_from(options_json(options)) == options


def test_bonus_cards_have_no_order() -> None:
    given_so, otherwise = {"QS": 40, "2C": 5}, {"2C": 5, "QS": 40}
    assert options_from({"bonus_cards": given_so}) == options_from({"bonus_cards": otherwise})
    assert options_json(options_from({"bonus_cards": given_so}))["bonus_cards"] == otherwise
