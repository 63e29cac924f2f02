"""Every case file holds for the reference too: what the engine is compared with must itself be right."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.engine.reference import scoring
from tests.engine.reference.play import play, refusal
from tests.engine.reference.state import Refused, State, dump, load

FILES = sorted((Path(__file__).parent / "cases").rglob("*.json"))
CASES = [case for file in FILES for case in json.loads(file.read_text())]
SCORES = {
    "points": scoring.points,
    "deal_scores": scoring.deal_scores,
    "totals": scoring.totals,
    "winners": scoring.winners,
}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_a_case_holds_for_the_reference(case: dict[str, Any]) -> None:
    state = load(case["position"])
    for move in case.get("moves", ()):
        state, code = after(state, move)
        assert code == move.get("error"), move
    if "legal" in case:
        seat = case["legal"]["seat"]
        assert [text for text in case["legal"].get("has", ()) if refusal(state, seat, text)] == []
        assert [text for text in case["legal"].get("lacks", ()) if not refusal(state, seat, text)] == []
    for key, expected in case.get("then", {}).items():
        assert found(state, key, expected) == comparable(key, expected), key


def after(state: State, move: dict[str, Any]) -> tuple[State, str | None]:
    """The state after a move of a case, and its code if it is refused."""
    try:
        following = play(state, move["seat"], move["move"])
    except Refused as refused:
        return state, refused.code
    if "reshuffle" not in move:
        return following, None
    first, *stock = move["reshuffle"]
    hands = tuple(
        state.hands[seat] | {first} if seat == following.turn else hand for seat, hand in enumerate(following.hands)
    )
    return replace(following, stock=tuple(stock), hands=hands), None


def found(state: State, key: str, expected: Any) -> Any:
    """What the state says for a key of `then`, in the form of what is expected."""
    position = dump(state)
    if key in SCORES:
        return SCORES[key](state)
    if key == "over":
        return state.phase == "over"
    if key == "hands":
        return {seat: position["hands"][int(seat)] for seat in expected}
    if key == "melds":
        return {number: position["melds"][int(number) - 1]["cards"] for number in expected}
    return position[key]


def comparable(key: str, expected: Any) -> Any:
    if key == "hands":
        return {seat: sorted(hand) for seat, hand in expected.items()}
    return sorted(expected) if key in ("callers", "obliged") else expected
