"""Positions (docs/notation.md): what may be left out, and what comes back."""

from typing import Any

import pytest

import engine
from engine import (
    PRESETS,
    codes,
    legal_moves,
    observe,
    options_json,
    parse_move,
    position_from,
    position_of,
)
from tests.engine.example_positions import EXAMPLE, OVER, RUN, SET, WINDOW


def test_the_example_of_the_notation() -> None:
    deal = position_from(EXAMPLE)
    found = position_of(deal)
    same = {key: value for key, value in EXAMPLE.items() if key not in ("rules", "hands")}
    assert {key: found[key] for key in same} == same
    assert [set(hand) for hand in found["hands"]] == [set(hand) for hand in EXAMPLE["hands"]]
    assert found["rules"] == {**options_json(PRESETS["pagat"]), "target": 300}
    assert found["totals"] is None
    assert deal.seed is None


def test_what_is_left_out() -> None:
    found = position_of(position_from({"hands": [["2H"], ["3H"], ["4H"]]}))
    assert found == {
        "rules": options_json(PRESETS["pagat"]),
        "dealer": 0,
        "turn": 1,
        "phase": "draw",
        "hands": [["2H"], ["3H"], ["4H"]],
        **{key: [] for key in ("stock", "pile", "melds", "taken", "obliged", "callers")},
        **dict.fromkeys(("last_discard_by", "wild_rank", "out", "ended", "totals")),
        "calls": {},
        "by_call": False,
        "tabled": False,
        "quiet_turns": 0,
        "reshuffled": 0,
        "deal_number": 1,
        "scores": [0, 0, 0],
    }


def test_null_is_left_out() -> None:
    whole = position_of(position_from(EXAMPLE))
    names = set(whole) - {"hands"}
    assert position_of(position_from({"hands": [["2H"], ["3H"]], **dict.fromkeys(names)})) == position_of(
        position_from({"hands": [["2H"], ["3H"]]})
    )


def test_eldest_begins() -> None:
    for dealer in range(3):
        assert position_from({"hands": [["2H"], ["3H"], ["4H"]], "dealer": dealer}).table.turn == (dealer + 1) % 3


@pytest.mark.parametrize("position", [EXAMPLE, WINDOW, OVER], ids=["play", "window", "over"])
def test_a_complete_position_comes_back(position: dict[str, Any]) -> None:
    deal = position_from(position)
    assert position_from(position_of(deal)) == deal
    assert position_of(position_from(position_of(deal))) == position_of(deal)


def test_totals_are_told_and_ignored() -> None:
    found = position_of(position_from({**OVER, "totals": ["anything"], "scores": [10, 20]}))
    assert found["totals"] == [10, 17]
    assert position_from({**EXAMPLE, "totals": [1, 2, 3]}) == position_from(EXAMPLE)


def test_callers_are_a_set_and_hands_have_no_order() -> None:
    base = {**WINDOW, "calls": {}}
    assert position_from({**base, "callers": [3, 1, 2]}) == position_from({**base, "callers": [1, 2, 3]})
    assert position_from({**EXAMPLE, "hands": [["4S", "2H"], ["7D", "JC", "6H", "5H"], ["KD"]]}) == position_from(
        EXAMPLE
    )


def test_a_set_is_loaded_in_any_order() -> None:
    otherwise = {**SET, "cards": ["X1=9", "9S", "9D"], "by": [2, 1, 0]}
    (_, meld) = position_from({**EXAMPLE, "melds": [RUN, otherwise]}).table.melds
    assert (meld.cards, meld.by) == (("9D", "9S", "X1=9"), (0, 1, 2))


def test_ids_of_melds_may_be_left_out() -> None:
    bare = [{key: value for key, value in meld.items() if key != "id"} for meld in (RUN, SET)]
    assert position_from({**EXAMPLE, "melds": bare}) == position_from(EXAMPLE)


def test_what_was_taken_in_this_turn_is_known() -> None:
    assert [codes(mask) for mask in position_from(EXAMPLE).table.known] == [(), ("7D",), ()]


def test_a_call_that_waits_is_loaded_in_canonical_form() -> None:
    rules = {"preset": "top_call", "call_priority": "clockwise"}
    position = {**WINDOW, "rules": rules, "calls": {"3": "call TC on 1 high"}}
    assert position_of(position_from(position))["calls"] == {"3": "call TC on 1"}


def test_a_stuck_turn_is_loaded_and_has_no_move() -> None:
    position = {"rules": "classic", "turn": 0, "phase": "play", "hands": [["KD"], ["2C"]], "taken": ["KD"]}
    deal = position_from(position)
    assert list(legal_moves(observe(deal, engine.Seat(0)))) == []
    assert not legal_moves(observe(deal, engine.Seat(0)))


def test_nothing_happens_on_loading() -> None:
    """8.6 and 8.7 are tested when a turn or a window ends."""
    deal = position_from({"rules": "bicycle", "turn": 0, "hands": [["KD"], ["2C"]], "pile": ["9S"], "quiet_turns": 99})
    assert deal.table.phase == "draw"
    assert list(legal_moves(observe(deal, engine.Seat(0)))) == [parse_move("decline")]
