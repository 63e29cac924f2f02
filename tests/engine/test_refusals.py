"""A refusal names its code, the clause that decides, the facts and a sentence; and it changes nothing."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine import Code, Deal, IllegalMove, Seat, parse_move, play, position_from, position_of
from engine.requests import play_entry
from tests.engine.case_files import all_cases

DOCS = Path(__file__).parents[2] / "docs"
CLAUSES = set(re.findall(r"^\*\*(\d+\.\d+)\b", (DOCS / "rules.md").read_text(encoding="utf-8"), re.MULTILINE))
FACTS: dict[Code, set[str]] = {
    Code.DEAL_OVER: set(),
    Code.BAD_NOTATION: {"problem", "pointer"},
    Code.OWN_DISCARD: set(),
    Code.CALL_CLOSED: set(),
    Code.NOTHING_TO_CALL: {"card"},
    Code.NOT_YOUR_TURN: {"turn"},
    Code.WRONG_PHASE: {"move"},
    Code.CARD_NOT_IN_HAND: {"card"},
    Code.CARD_NOT_IN_PILE: {"card"},
    Code.NO_SUCH_MELD: {"meld"},
    Code.WILD_SWAP_OFF: set(),
    Code.NO_SUCH_WILD: {"card", "meld"},
    Code.STOCK_EMPTY: set(),
    Code.CANNOT_DECLINE: set(),
    Code.NOT_A_MELD: {"cards"},
    Code.AMBIGUOUS: {"card"},
    Code.DOES_NOT_FIT: {"card", "meld"},
    Code.NOT_YOUR_MELD: {"meld"},
    Code.TAKE_TOO_DEEP: {"card"},
    Code.CANNOT_USE_TAKEN_CARD: {"card"},
    Code.MUST_USE_TAKEN_CARD: {"card"},
    Code.TAKEN_CARD_DISCARDED: {"card"},
    Code.MUST_KEEP_A_DISCARD: set(),
    Code.MUST_TABLE_LAST_CARD: {"card"},
    Code.TURN_WOULD_GET_STUCK: set(),
}
TOLD = {"card", "meld", "cards", "turn", "problem"}
"""Facts that the sentence tells, where the refusal has them."""


def refusals() -> Iterator[tuple[str, Deal, dict[str, Any], IllegalMove]]:
    """All refusals of the cases: the case's id, the deal, the entry and the refusal."""
    for name, case in all_cases().items():
        deal = position_from(case["position"])
        for entry in case.get("moves", []):
            try:
                deal = play_entry(deal, entry)
            except IllegalMove as refusal:
                yield name, deal, entry, refusal


def test_every_code_is_refused_in_a_case() -> None:
    assert {refusal.code for _, _, _, refusal in refusals()} == set(Code) == set(FACTS)


def test_a_refusal_names_the_clause_that_decides() -> None:
    for name, _, _, refusal in refusals():
        assert refusal.clause in CLAUSES or refusal.code is Code.BAD_NOTATION, name


def test_a_refusal_has_the_facts_and_tells_them() -> None:
    for name, _, _, refusal in refusals():
        assert FACTS[refusal.code] <= set(refusal.facts), name
        sentence = str(refusal)
        assert re.fullmatch(r"[^{}]+", sentence), name
        if refusal.code not in (Code.TAKE_TOO_DEEP, Code.AMBIGUOUS, Code.TURN_WOULD_GET_STUCK):
            for fact in TOLD & set(refusal.facts):
                value = refusal.facts[fact]
                assert (" ".join(value) if isinstance(value, tuple) else str(value)) in sentence, name


def test_a_refusal_changes_nothing() -> None:
    for name, deal, entry, refusal in refusals():
        before, position = hash(deal), position_of(deal)
        with pytest.raises(IllegalMove) as again:
            play_entry(deal, entry)
        assert (again.value.code, again.value.clause, str(again.value)) == (
            refusal.code,
            refusal.clause,
            str(refusal),
        ), name
        assert hash(deal) == before
        assert position_of(deal) == position


def test_a_seat_that_is_not_there_is_refused() -> None:
    deal = position_from({"rules": "classic", "hands": [["2C"], ["3C"]], "stock": ["4C"]})
    for seat in (-1, 2, 7):
        with pytest.raises(IllegalMove) as refused:
            play(deal, Seat(seat), parse_move("draw"))
        assert (refused.value.code, refused.value.facts["pointer"]) == (Code.BAD_NOTATION, "/seat")


@pytest.mark.parametrize(
    ("text", "pointer"),
    [
        ("discard 2C2", "/card"),
        ("take X1", "/card"),
        ("call 2C2", "/card"),
        ("lay 2C=3C on 1", "/card"),
        ("meld 2C 3C 4C2", "/cards/2"),
        ("meld 2C 3C 2C", "/cards/2"),
        ("meld 2C=5C 3C 4C", "/cards/0"),
        ("swap 2C2 for 3C on 1", "/card"),
        ("swap 2C for X1 on 1", "/wild"),
        ("swap 2C for 2C on 1", "/wild"),
        ("call 2C on 1", "/meld"),
    ],
)
def test_notation_that_this_game_does_not_have_is_pointed_at(text: str, pointer: str) -> None:
    deal = position_from({"rules": "classic", "turn": 0, "phase": "play", "hands": [["2C", "3C", "4C"], ["5C"]]})
    with pytest.raises(IllegalMove) as refused:
        play(deal, Seat(0), parse_move(text))
    assert (refused.value.code, refused.value.facts["pointer"]) == (Code.BAD_NOTATION, pointer)


def test_the_codes_are_in_the_order_of_the_notation() -> None:
    text = (DOCS / "notation.md").read_text(encoding="utf-8")
    places = [text.index(f"| `{code}` |") for code in Code]
    assert places == sorted(places)
