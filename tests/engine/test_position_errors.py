"""Positions that cannot be loaded: the refusal names the key that is wrong."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import BadPosition, Seat, legal_moves, observe, position_from, position_of
from tests.engine.example_positions import EXAMPLE, RUN, WINDOW


def refusal(position: object) -> BadPosition:
    with pytest.raises(BadPosition) as refused:
        position_from(position)
    assert str(refused.value).startswith(refused.value.key)
    return refused.value


COUNTS = ("dealer", "turn", "last_discard_by", "quiet_turns", "reshuffled", "deal_number", "out")
LISTS = ("hands", "stock", "pile", "melds", "taken", "obliged", "callers", "scores")
NO_COUNT: list[Any] = [-1, 1.0, "1", True, [], {}, 10**30]
NO_LIST: list[Any] = ["KH", 1, True, {"0": "KH"}, 0.5]
NO_SWITCH: list[Any] = [0, 1, "true", []]
NO_CARDS: list[Any] = [["KH", "kh"], [["KH"]], [None], [7], ["KH2"], ["X3"], ["X1=8H"], ["KH KS"], [""]]


@pytest.mark.parametrize("key", COUNTS)
def test_a_wrong_number_is_named(key: str) -> None:
    for value in NO_COUNT:
        assert refusal({**EXAMPLE, key: value}).key == key, value


@pytest.mark.parametrize("key", LISTS)
def test_what_is_no_list_is_named(key: str) -> None:
    for value in NO_LIST:
        assert refusal({**EXAMPLE, key: value}).key == key, value


@pytest.mark.parametrize("key", ["stock", "pile", "taken", "obliged"])
def test_what_are_no_cards_is_named(key: str) -> None:
    for value in NO_CARDS:
        assert refusal({**EXAMPLE, key: value}).key == key, value


@pytest.mark.parametrize("key", ["by_call", "tabled"])
def test_a_wrong_switch_is_named(key: str) -> None:
    for value in NO_SWITCH:
        assert refusal({**EXAMPLE, key: value}).key == key, value


def test_an_unknown_key_is_named() -> None:
    assert refusal({**EXAMPLE, "hand": []}).key == "hand"
    assert refusal({**EXAMPLE, "Pile": []}).key == "Pile"
    assert len(refusal({**EXAMPLE, "x" * 1000: 1}).key) == 60


@pytest.mark.parametrize("value", [None, [], "pagat", 1, True])
def test_a_position_is_an_object(value: object) -> None:
    assert refusal(value).key == "position"


WRONG: list[tuple[str, str, dict[str, Any]]] = [
    ("no hands", "hands", {"hands": None}),
    ("no players", "hands", {"hands": []}),
    ("one player", "hands", {"hands": [["KH"]]}),
    ("nine players", "hands", {"hands": [[]] * 9}),
    ("three in browser", "hands", {"rules": "browser"}),
    ("three partners", "hands", {"rules": "persian"}),
    ("a hand that is no list", "hands", {"hands": [["2H"], "5H", ["KD"]]}),
    ("no card in a hand", "hands", {"hands": [["2H"], ["5h"], ["KD"]]}),
    ("a twin in one pack", "hands", {"hands": [["2H"], ["7D", "5H2"], ["KD"]]}),
    ("a joker too many", "hands", {"hands": [["2H"], ["7D", "X3"], ["KD"]]}),
    ("a card twice in a hand", "hands", {"hands": [["2H", "2H"], ["7D"], ["KD"]]}),
    ("a card in two hands", "hands", {"hands": [["2H"], ["7D", "2H"], ["KD"]]}),
    ("a card of a hand in the stock", "stock", {"stock": ["2C", "KD"]}),
    ("a card of the stock in the pile", "pile", {"pile": ["2C"]}),
    ("a card of the pile in a meld", "melds", {"pile": ["9D"]}),
    ("an unknown preset", "rules", {"rules": "snap"}),
    ("an unknown option", "rules", {"rules": {"preset": "pagat", "jokers": 2}}),
    ("an impossible option", "rules", {"rules": {"preset": "pagat", "jokers_per_pack": 0}}),
    ("rules that are a list", "rules", {"rules": ["pagat"]}),
    ("too few cards for three", "rules", {"rules": {"hand_size": 15, "second_pack_from": 9, "bonus_cards": {"X3": 1}}}),
    ("seat 3 of three deals", "dealer", {"dealer": 3}),
    ("seat 3 of three to move", "turn", {"turn": 3}),
    ("no phase", "phase", {"phase": "discard"}),
    ("a phase in capitals", "phase", {"phase": "PLAY"}),
    ("a phase that is a list", "phase", {"phase": ["play"]}),
    ("a taken card that is not there", "taken", {"taken": ["2H"]}),
    ("a card taken twice", "taken", {"taken": ["7D", "7D"]}),
    ("a card taken before the draw", "taken", {"phase": "draw"}),
    ("an obliged card that is not there", "obliged", {"obliged": ["2H"]}),
    ("an obliged card on the table", "obliged", {"obliged": ["9D"]}),
    ("an obliged card before the draw", "obliged", {"phase": "draw", "taken": [], "obliged": ["7D"]}),
    ("a call that took nothing", "by_call", {"by_call": True, "taken": []}),
    ("seat 3 of three calls", "callers", {"phase": "draw", "taken": [], "callers": [3]}),
    ("a caller twice", "callers", {"phase": "draw", "taken": [], "callers": [1, 1]}),
    ("a caller that is a text", "callers", {"phase": "draw", "taken": [], "callers": ["1"]}),
    ("the discarder calls", "callers", {"phase": "draw", "taken": [], "callers": [0, 1]}),
    ("a window in the play phase", "callers", {"callers": [2]}),
    ("a window without a discard", "callers", {"phase": "draw", "taken": [], "callers": [2], "last_discard_by": None}),
    ("a window on an empty pile", "callers", {"phase": "draw", "taken": [], "callers": [2], "pile": []}),
    ("a window where nobody calls", "callers", {"rules": "no_call", "phase": "draw", "taken": [], "callers": [2]}),
    ("a discarder who is no seat", "last_discard_by", {"last_discard_by": 3}),
    ("a wild rank of pagat", "wild_rank", {"wild_rank": "7"}),
    ("deal 0", "deal_number", {"deal_number": 0}),
    ("an end that goes on", "ended", {"ended": "out"}),
    ("no end that is over", "ended", {"phase": "over", "taken": []}),
    ("an unknown end", "ended", {"phase": "over", "taken": [], "ended": "tired"}),
    ("an end by nobody", "out", {"phase": "over", "taken": [], "ended": "out"}),
    ("a decline that went out", "out", {"phase": "over", "taken": [], "ended": "declined", "out": 1}),
    ("scores of two", "scores", {"scores": [1, 2]}),
    ("a score that is no number", "scores", {"scores": [1, 2, "3"]}),
    ("a score that is half", "scores", {"scores": [1, 2, 3.5]}),
    ("a score beyond all games", "scores", {"scores": [1, 2, 10**12]}),
    ("calls without clockwise", "calls", {"phase": "draw", "taken": [], "callers": [1], "calls": {"2": "call 4D"}}),
]


@pytest.mark.parametrize(("key", "changes"), [wrong[1:] for wrong in WRONG], ids=[wrong[0] for wrong in WRONG])
def test_what_is_wrong_is_named(key: str, changes: dict[str, Any]) -> None:
    assert refusal({**EXAMPLE, **changes}).key == key


@pytest.mark.parametrize("rank", ["", "1", "10", "a", "AC", 7, ["7"], "A2"])
def test_a_wrong_wild_rank_is_named(rank: object) -> None:
    assert refusal({"rules": "rummy_5000", "hands": [[], []], "wild_rank": rank}).key == "wild_rank"


@pytest.mark.parametrize(
    "calls",
    [
        [],
        "call TC",
        {"0": "call TC"},
        {"1": "call TC"},
        {"4": "call TC"},
        {"x": "call TC"},
        {"03": "call TC"},
        {"3": "pass"},
        {"3": "call 6S"},
        {"3": "call KH"},
        {"3": "call TC on 1"},
        {"3": {"type": "call", "card": "TC"}},
        {"3": "recall TC"},
        {"3": None},
        {3: "call TC"},
    ],
)
def test_a_wrong_call_is_named(calls: object) -> None:
    assert refusal({**WINDOW, "calls": calls}).key == "calls"


MELDS: dict[str, Any] = {
    "a meld that is a list": ["7C", "8C", "9C"],
    "an unknown key": {**RUN, "points": 24},
    "another id": {**RUN, "id": 2},
    "an id that is a text": {**RUN, "id": "1"},
    "an id that is true": {**RUN, "id": True},
    "no kind": {**RUN, "kind": None},
    "another kind": {**RUN, "kind": "set"},
    "an unknown kind": {**RUN, "kind": "sequence"},
    "no cards": {**RUN, "cards": None},
    "empty": {**RUN, "cards": [], "by": []},
    "two cards": {**RUN, "cards": ["7C", "8C"], "by": [0, 0]},
    "no meld": {**RUN, "cards": ["7C", "8C", "TC"]},
    "high to low": {**RUN, "cards": ["X2=9C", "8C", "7C"]},
    "a card twice": {**RUN, "cards": ["7C", "8C", "8C"]},
    "a card of another pack": {**RUN, "cards": ["7C", "8C", "9C2"]},
    "no card": {**RUN, "cards": ["7C", "8C", "9c"]},
    "a card that is a number": {**RUN, "cards": ["7C", "8C", 9]},
    "an undeclared joker": {**RUN, "cards": ["7C", "8C", "X2"]},
    "a joker declared for a rank": {**RUN, "cards": ["7C", "8C", "X2=9"]},
    "a declared natural": {**RUN, "cards": ["7C", "8C", "9C=9C"]},
    "no natural": {**RUN, "cards": ["X1=7C", "X2=8C"], "by": [0, 0]},
    "no seats": {**RUN, "by": None},
    "a seat too few": {**RUN, "by": [0, 0]},
    "a seat too many": {**RUN, "by": [0, 0, 2, 2]},
    "no such seat": {**RUN, "by": [0, 0, 3]},
    "a seat that is a text": {**RUN, "by": [0, 0, "2"]},
    "no owner": {**RUN, "owner": None},
    "an owner who is no seat": {**RUN, "owner": 3},
    "doubled cards of another meld": {**RUN, "doubled": ["9D"]},
    "doubled that is no list": {**RUN, "doubled": True},
    "doubled that are no cards": {**RUN, "doubled": ["9c"]},
}


@pytest.mark.parametrize("name", MELDS)
def test_what_is_wrong_in_a_meld_is_named(name: str) -> None:
    assert refusal({**EXAMPLE, "melds": [MELDS[name]]}).key == "melds"


def test_a_set_with_a_suit_twice_is_no_meld() -> None:
    five = {"rules": "classic", "hands": [[]] * 5}
    twins = {"kind": "set", "cards": ["9D", "9D2", "9S"], "by": [0, 0, 0], "owner": 0}
    assert refusal({**five, "melds": [twins]}).key == "melds"
    assert position_from({**five, "rules": {"preset": "classic", "set_suits": "any"}, "melds": [twins]})


def test_a_wild_set_in_5000_rummy() -> None:
    base = {"rules": "rummy_5000", "hands": [[], []], "wild_rank": "7"}
    meld = {"kind": "set", "cards": ["KC", "KD", "7D=K"], "by": [0, 0, 0], "owner": 0}
    assert position_from({**base, "melds": [meld]}).table.melds[0].cards == ("KC", "KD", "7D=K")
    for cards in (["KC", "KD", "7D"], ["7C", "7H", "7D=7"], ["KC", "KD", "8D=K"]):
        assert refusal({**base, "melds": [{**meld, "cards": cards}]}).key == "melds", cards


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-2, 20)
    | st.floats(allow_nan=False)
    | st.sampled_from(["7D", "X1", "play", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["id", "1", "x"]), inner, max_size=2),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(sorted(position_of(position_from(EXAMPLE)))), JSON_VALUES, max_size=4))
def test_any_change_is_loaded_or_refused(changes: dict[str, Any]) -> None:
    try:
        deal = position_from({**EXAMPLE, **changes})
    except BadPosition as error:
        refused = error
    else:
        assert position_of(position_from(position_of(deal))) == position_of(deal)
        for seat in range(deal.table.players):
            list(legal_moves(observe(deal, Seat(seat))))
        return
    assert refused.key in {*EXAMPLE, *changes, "ended", "out", "by_call", "calls"}
