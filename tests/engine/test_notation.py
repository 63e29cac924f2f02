"""Cards and moves as text and as JSON (docs/notation.md): what is read, what is refused, and that both come back."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    CODES,
    MOVE_TYPES,
    BadNotation,
    Move,
    card_of,
    cards_in,
    codes,
    mask_of,
    move_from_json,
    move_json,
    move_text,
    parse_move,
    played,
    played_text,
)
from engine.moves import Call, Decline, Discard, Draw, LayOff, NewMeld, Pass, Swap, Take

AS_PLAYED = re.compile(r"^(?:[A2-9TJQK][CDHS]2?|X[1-8])(?:=[A2-9TJQK][CDHS]?)?$")

CARD_CODES = st.sampled_from(CODES)
PLAYED = st.builds(
    lambda code, stand: code + stand,
    CARD_CODES,
    st.sampled_from(["", "=A", "=T", "=9H", "=KS", "=2C"]),
)
NUMBERS = st.integers(0, 999_999)
ENDS = st.sampled_from([None, "low", "high"])
MOVES: st.SearchStrategy[Move] = st.one_of(
    st.just(Draw()),
    st.just(Pass()),
    st.just(Decline()),
    st.builds(Take, CARD_CODES),
    st.builds(Discard, CARD_CODES),
    st.builds(NewMeld, st.lists(PLAYED, min_size=1, max_size=112).map(tuple)),
    st.builds(LayOff, PLAYED, NUMBERS, ENDS),
    st.builds(Swap, CARD_CODES, CARD_CODES, NUMBERS),
    st.builds(Call, PLAYED),
    st.builds(Call, PLAYED, NUMBERS, ENDS),
)

# Cards


def test_the_order_of_the_pack() -> None:
    assert CODES[:3] + CODES[12:14] == ("AC", "2C", "3C", "KC", "AD")
    assert CODES[26] + CODES[51] + CODES[52] + CODES[103] == "AHKSAC2KS2"
    assert CODES[104:] == ("X1", "X2", "X3", "X4", "X5", "X6", "X7", "X8")
    assert len(set(CODES)) == 112


def test_every_card_is_read_and_written() -> None:
    assert [card_of(code) for code in CODES] == list(range(112))
    assert all(AS_PLAYED.fullmatch(code) for code in CODES)
    assert codes(mask_of(["KD", "2C", "X1", "2C2"])) == ("2C", "KD", "2C2", "X1")
    assert list(cards_in(mask_of(["KD", "2C"]))) == [1, 25]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " 7H",
        "7H ",
        "7h",
        "h7",
        "10H",
        "1H",
        "H7",
        "7",
        "7H1",
        "7H3",
        "7H22",
        "X",
        "X0",
        "X9",
        "XX",
        "JK",
        "7\N{BLACK HEART SUIT}",
    ],
)
def test_what_is_no_card(text: str) -> None:
    for read in (card_of, played):
        with pytest.raises(BadNotation):
            read(text)
    with pytest.raises(BadNotation):
        mask_of(["7H", text])


@given(PLAYED)
def test_a_card_as_played_comes_back(text: str) -> None:
    assert played_text(*played(text)) == text
    assert AS_PLAYED.fullmatch(text)


@given(st.text("A23456789TJQKCDHSX=12 ", max_size=7))
def test_a_card_as_played_is_what_the_expression_says(text: str) -> None:
    try:
        played(text)
    except BadNotation:
        assert not AS_PLAYED.fullmatch(text)
    else:
        assert AS_PLAYED.fullmatch(text)


# Moves


@given(MOVES)
def test_a_move_comes_back_from_text(move: Move) -> None:
    assert parse_move(move_text(move)) == move
    assert hash(parse_move(move_text(move))) == hash(move)


@given(MOVES)
def test_a_move_comes_back_from_json(move: Move) -> None:
    written = move_json(move)
    assert move_from_json(written) == move
    assert written["type"] == move.type in MOVE_TYPES


TABLE: list[tuple[str, dict[str, Any], Move]] = [
    ("draw", {"type": "draw"}, Draw()),
    ("take 7D", {"type": "take", "card": "7D"}, Take("7D")),
    ("meld 5H 6H X1=7H", {"type": "meld", "cards": ["5H", "6H", "X1=7H"]}, NewMeld(("5H", "6H", "X1=7H"))),
    ("lay 8H on 3", {"type": "lay_off", "card": "8H", "meld": 3}, LayOff("8H", 3)),
    ("lay AH on 3 high", {"type": "lay_off", "card": "AH", "meld": 3, "end": "high"}, LayOff("AH", 3, "high")),
    ("swap 8H for X1 on 3", {"type": "swap", "card": "8H", "wild": "X1", "meld": 3}, Swap("8H", "X1", 3)),
    ("discard 2C", {"type": "discard", "card": "2C"}, Discard("2C")),
    ("call KD", {"type": "call", "card": "KD"}, Call("KD")),
    ("call TH on 2", {"type": "call", "card": "TH", "meld": 2}, Call("TH", 2)),
    ("call AH on 3 high", {"type": "call", "card": "AH", "meld": 3, "end": "high"}, Call("AH", 3, "high")),
    ("pass", {"type": "pass"}, Pass()),
    ("decline", {"type": "decline"}, Decline()),
]


@pytest.mark.parametrize(("text", "form", "move"), TABLE, ids=lambda entry: entry if isinstance(entry, str) else "")
def test_both_forms_of_the_table(text: str, form: dict[str, Any], move: Move) -> None:
    assert parse_move(text) == move_from_json(form) == move
    assert move_text(move) == text
    assert {key: value for key, value in move_json(move).items() if value is not None} == form


def test_every_type_is_in_the_table() -> None:
    assert {move.type for _, _, move in TABLE} == set(MOVE_TYPES)


def test_texts_are_split_at_white_space() -> None:
    assert parse_move("  lay   8H\ton 3\n") == LayOff("8H", 3)


def test_null_end_and_empty_keys_of_other_moves_are_ignored() -> None:
    others: dict[str, Any] = {"cards": [], "wild": "", "meld": None, "end": {}}
    assert move_from_json({"type": "discard", "card": "2C", **others}) == Discard("2C")
    assert move_from_json({"type": "draw", "card": None, **others}) == Draw()
    assert move_from_json({"type": "lay_off", "card": "8H", "meld": 3, "end": None, "cards": []}) == LayOff("8H", 3)
    assert move_from_json({"type": "call", "card": "KD", "meld": None}) == Call("KD")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "Draw",
        "DRAW",
        "draw 7H",
        "take",
        "take 7H 8H",
        "take 7H=8H",
        "take 7h",
        "meld",
        "meld 7H 8Z 9H",
        "meld 7H X1= 9H",
        "meld 7H X1=10H 9H",
        "meld 7H X1==8H 9H",
        "lay 8H 3",
        "lay 8H on",
        "lay 8H on X",
        "lay 8H on -1",
        "lay 8H on 03",
        "lay 8H on 1.0",
        "lay 8H on 1000000",
        "lay 8H on \N{ARABIC-INDIC DIGIT ONE}",
        "lay 8H on 3 middle",
        "lay 8H on 3 high high",
        "lay_off 8H on 3",
        "swap 8H for X1",
        "swap 8H for X1=8H on 3",
        "swap 8H=9H for X1 on 3",
        "swap 8H with X1 on 3",
        "discard",
        "discard X1=8H",
        "call",
        "call on 3",
        "call KD high",
        "call KD on 3 top",
        "pass on",
        "decline 2C",
        "go out",
        "0: draw",
        "draw\x00",
    ],
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_move(text)


def test_a_long_text_is_no_move() -> None:
    with pytest.raises(BadNotation):
        parse_move("meld " + "7H " * 5_000)
    with pytest.raises(BadNotation):
        parse_move(" " * 5_000 + "draw")


@pytest.mark.parametrize(
    ("form", "pointer"),
    [
        (None, ""),
        ([], ""),
        ("draw", ""),
        (5, ""),
        ({}, "/type"),
        ({"type": "lay"}, "/type"),
        ({"type": None}, "/type"),
        ({"type": ["draw"]}, "/type"),
        ({"card": "7H"}, "/type"),
        ({"type": "draw", "card": "7H"}, "/card"),
        ({"type": "draw", "meld": 0}, "/meld"),
        ({"type": "draw", "cards": ["7H"]}, "/cards"),
        ({"type": "draw", "seat": 1}, "/seat"),
        ({"type": "draw", "a/b~c": 1}, "/a~1b~0c"),
        ({"type": "take"}, "/card"),
        ({"type": "take", "card": None}, "/card"),
        ({"type": "take", "card": 7}, "/card"),
        ({"type": "take", "card": ["7H"]}, "/card"),
        ({"type": "take", "card": "7h"}, "/card"),
        ({"type": "take", "card": "X1=8H"}, "/card"),
        ({"type": "take", "card": "7H", "meld": 1}, "/meld"),
        ({"type": "meld"}, "/cards"),
        ({"type": "meld", "cards": []}, "/cards"),
        ({"type": "meld", "cards": "7H 8H 9H"}, "/cards"),
        ({"type": "meld", "cards": {"0": "7H"}}, "/cards"),
        ({"type": "meld", "cards": ["7H"] * 113}, "/cards"),
        ({"type": "meld", "cards": ["7H", "8Z"]}, "/cards/1"),
        ({"type": "meld", "cards": ["7H", None]}, "/cards/1"),
        ({"type": "meld", "cards": ["7H", ["8H"]]}, "/cards/1"),
        ({"type": "meld", "cards": ["7H", "8H", "9H"], "card": "7H"}, "/card"),
        ({"type": "lay_off", "card": "8H"}, "/meld"),
        ({"type": "lay_off", "card": "8H", "meld": "3"}, "/meld"),
        ({"type": "lay_off", "card": "8H", "meld": True}, "/meld"),
        ({"type": "lay_off", "card": "8H", "meld": 3.0}, "/meld"),
        ({"type": "lay_off", "card": "8H", "meld": -1}, "/meld"),
        ({"type": "lay_off", "card": "8H", "meld": 10**9}, "/meld"),
        ({"type": "lay_off", "card": "8H", "meld": 3, "end": "top"}, "/end"),
        ({"type": "lay_off", "card": "8H", "meld": 3, "end": 1}, "/end"),
        ({"type": "lay_off", "card": "8H", "meld": 3, "wild": "X1"}, "/wild"),
        ({"type": "swap", "card": "8H", "meld": 3}, "/wild"),
        ({"type": "swap", "card": "8H", "wild": "X1=8H", "meld": 3}, "/wild"),
        ({"type": "swap", "card": "8H", "wild": "X1"}, "/meld"),
        ({"type": "discard", "card": ""}, "/card"),
        ({"type": "call", "card": "KD", "cards": ["KD"]}, "/cards"),
    ],
)
def test_what_is_no_move_in_json_is_pointed_at(form: object, pointer: str) -> None:
    with pytest.raises(BadNotation) as refused:
        move_from_json(form)
    assert refused.value.pointer == pointer
    assert str(refused.value)


@given(st.text(max_size=40) | st.text("drawtkemldyofscpin 7H8X1=low", max_size=30))
def test_any_text_is_a_move_or_refused(text: str) -> None:
    try:
        move = parse_move(text)
    except BadNotation:
        return
    assert parse_move(move_text(move)) == move
    assert move_text(move) == " ".join(text.split())


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(max_size=8)
    | st.sampled_from(CODES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KEYS = st.sampled_from(["type", "card", "cards", "wild", "meld", "end"]) | st.text(max_size=5)


@given(st.dictionaries(KEYS, st.sampled_from(MOVE_TYPES) | JSON_VALUES, max_size=5) | JSON_VALUES)
def test_any_json_is_a_move_or_refused(form: object) -> None:
    try:
        move = move_from_json(form)
    except BadNotation:
        return
    assert move_from_json(move_json(move)) == move
    assert parse_move(move_text(move)) == move
