"""`python -m engine`: a request a line, an answer a line, whatever the line holds (docs/notation.md)."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import PRESETS, options_json
from engine.requests import MOST_MOVES, answer_line
from tests.engine.case_files import all_cases
from tests.engine.example_positions import EXAMPLE, OVER

ROOT = Path(__file__).parents[2]
BRIDGE: dict[str, Any] = {
    "rules": "classic",
    "turn": 0,
    "hands": [["TS", "2D", "3C"], ["KH"]],
    "stock": ["4C"],
    "pile": ["JS", "4D"],
    "melds": [{"id": 1, "kind": "run", "cards": ["7S", "8S", "9S"], "by": [1, 1, 1], "owner": 1}],
}
REQUEST: dict[str, Any] = {
    "position": BRIDGE,
    "moves": [
        {"seat": 0, "move": "take JS"},
        {"seat": 0, "move": "discard 2D"},
        {"seat": 0, "move": {"type": "lay_off", "card": "TS", "meld": 1}},
        {"seat": 0, "move": "lay JS on 1"},
        {"seat": 0, "move": "discard 4D"},
    ],
    "check": [{"seat": 1, "move": "draw"}, {"seat": 1, "move": "take 4D"}, {"seat": 0, "move": "draw"}],
    "legal": [1, 0],
}


def served(lines: bytes, **environment: str) -> list[dict[str, Any]]:
    """The answers of the command to these lines."""
    done = subprocess.run(
        [sys.executable, "-m", "engine"],
        input=lines,
        capture_output=True,
        cwd=ROOT,
        env=os.environ | environment,
        check=True,
        timeout=60,
    )
    assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def answered(request: object) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer_line(json.dumps(request)))
    return found


def error_of(line: str) -> tuple[str, str | None]:
    """The code and the key of an answer that is an error; its message is a sentence."""
    (key, error), *more = json.loads(answer_line(line)).items()
    assert (key, more) == ("error", [])
    assert set(error) == {"code", "message", "key"}
    assert error["message"]
    return error["code"], error["key"]


# As a process


def test_every_line_is_answered_whatever_came_before() -> None:
    lines = [b"", b"nonsense", json.dumps(REQUEST).encode(), b"[]", b"\xff\xfe\x00", b'{"position": 1}', b"[" * 100_000]
    last = json.dumps({"position": BRIDGE}).encode()
    found = served(b"\n".join([*lines, last]))
    codes = [answer.get("error", {}).get("code") for answer in found]
    assert codes == ["bad_json", None, "bad_request", "bad_json", "bad_position", "bad_json", None]
    assert found[1] == answered(REQUEST)


@pytest.mark.parametrize("encoding", ["utf-8:strict", "ascii", "latin-1"])
def test_lines_are_utf_8_whatever_the_machine_speaks(encoding: str) -> None:
    lines = '{"position": {"rules": "5\N{EURO SIGN}"}}\n'.encode() + b"\xff\n" + json.dumps(REQUEST).encode()
    found = served(lines, PYTHONIOENCODING=encoding)
    assert [answer.get("error", {}).get("code") for answer in found] == ["bad_position", "bad_json", None]


def test_an_answer_comes_before_the_next_line_is_sent() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT, text=True
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(json.dumps(REQUEST) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == answered(REQUEST)
        process.stdin.close()
        assert process.wait(timeout=30) == 0


# The answer


def test_the_answer_to_a_request() -> None:
    found = answered(REQUEST)
    assert set(found) == {"moves", "position", "check", "legal", "deal_scores", "winners"}
    assert found["moves"] == ["ok", "must_use_taken_card", "ok", "ok", "ok"]
    assert found["check"] == ["ok", "ok", "not_your_turn"]
    assert found["legal"] == {"1": ["draw", "take 4D"], "0": []}
    assert (found["deal_scores"], found["winners"]) == (None, [])
    position = found["position"]
    assert (position["turn"], position["phase"], position["pile"]) == (1, "draw", ["4D"])
    assert position["rules"] == options_json(PRESETS["classic"])
    assert position["melds"][0]["cards"] == ["7S", "8S", "9S", "TS", "JS"]
    assert position["melds"][0]["by"] == [1, 1, 1, 0, 0]


def test_only_the_position_is_required() -> None:
    found = answered({"position": BRIDGE})
    assert found == answered({"position": BRIDGE, "moves": None, "check": [], "legal": None})
    assert (found["moves"], found["check"], found["legal"]) == ([], [], {})


def test_the_position_of_an_answer_can_be_asked_again() -> None:
    position = answered(REQUEST)["position"]
    assert answered({"position": position})["position"] == position


def test_checks_and_lists_change_nothing() -> None:
    asked = answered({"position": BRIDGE, "check": REQUEST["check"], "legal": [0]})
    assert asked["position"] == answered({"position": BRIDGE})["position"]


def test_a_deal_that_is_over_has_scores_and_winners() -> None:
    found = answered({"position": {**OVER, "scores": [510, 490]}})
    assert (found["deal_scores"], found["winners"]) == ([0, -3], [0])
    assert found["position"]["totals"] == [510, 487]


def test_a_reshuffle_is_dictated() -> None:
    position = {
        "rules": {"preset": "ranked", "stock_out": "reshuffle"},
        "turn": 0,
        "hands": [["2D"], ["KH"]],
        "pile": ["4C", "5C", "6C", "7C"],
    }
    moves = [{"seat": 0, "move": "draw", "reshuffle": ["5C", "6C", "4C"]}]
    found = answered({"position": position, "moves": moves})["position"]
    assert (found["stock"], found["pile"], found["hands"][0]) == (["6C", "4C"], ["7C"], ["5C", "2D"])


def test_a_reshuffle_beside_another_move_is_not_kept_for_later() -> None:
    position = {
        "rules": {"preset": "ranked", "stock_out": "reshuffle"},
        "turn": 0,
        "phase": "play",
        "hands": [["2D", "3D"], ["KH"]],
        "pile": ["4C", "5C", "7C"],
    }
    moves = [{"seat": 0, "move": "discard 2D", "reshuffle": ["5C", "4C"]}, {"seat": 1, "move": "draw"}]
    found = answered({"position": position, "moves": moves})["position"]
    everywhere = [*found["stock"], *found["pile"], *found["hands"][0], *found["hands"][1]]
    assert sorted(everywhere) == sorted(["2D", "3D", "KH", "4C", "5C", "7C"])


@pytest.mark.parametrize("name", list(all_cases())[::7])
def test_the_cases_by_request(name: str) -> None:
    case = all_cases()[name]
    found = answered({"position": case["position"], "moves": case.get("moves", [])})
    assert found["moves"] == [entry.get("error", "ok") for entry in case.get("moves", [])]


# What cannot be read


@pytest.mark.parametrize(
    "line",
    ["", " ", "{", "nonsense", "{'position': {}}", "NaN", '{"position": Infinity}', "1 2", '{"a": 1,}', "[" * 10**5],
)
def test_what_is_no_json(line: str) -> None:
    assert error_of(line) == ("bad_json", None)


MOVE = {"seat": 0, "move": "draw"}


@pytest.mark.parametrize(
    ("request_", "key"),
    [
        (None, None),
        ([], None),
        ("draw", None),
        (5, None),
        ({}, "position"),
        ({"moves": []}, "position"),
        ({"position": BRIDGE, "move": MOVE}, "move"),
        ({"position": BRIDGE, "x" * 1000: 1}, "x" * 60),
        ({"position": BRIDGE, "moves": MOVE}, "moves"),
        ({"position": BRIDGE, "moves": "draw"}, "moves"),
        ({"position": BRIDGE, "moves": ["draw"]}, "moves"),
        ({"position": BRIDGE, "moves": [{}]}, "moves"),
        ({"position": BRIDGE, "moves": [{"seat": 0}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "move": None}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "move": ["draw"]}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "when": "now"}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "reshuffle": "5C"}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "reshuffle": ["5c"]}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "reshuffle": [5]}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "reshuffle": [["5C"]]}]}, "moves"),
        ({"position": BRIDGE, "moves": [{**MOVE, "reshuffle": ["4D"]}]}, "moves"),
        ({"position": BRIDGE, "moves": [MOVE] * (MOST_MOVES + 1)}, "moves"),
        ({"position": BRIDGE, "check": [{"seat": 0}]}, "check"),
        ({"position": BRIDGE, "check": {}}, "check"),
        ({"position": BRIDGE, "legal": 0}, "legal"),
        ({"position": BRIDGE, "legal": [2]}, "legal"),
        ({"position": BRIDGE, "legal": [-1]}, "legal"),
        ({"position": BRIDGE, "legal": ["0"]}, "legal"),
        ({"position": BRIDGE, "legal": [True]}, "legal"),
        ({"position": BRIDGE, "legal": [0.0]}, "legal"),
        ({"position": BRIDGE, "legal": [None]}, "legal"),
    ],
)
def test_what_is_no_request(request_: object, key: str | None) -> None:
    assert error_of(json.dumps(request_)) == ("bad_request", key)


def test_a_position_and_its_rules() -> None:
    assert error_of(json.dumps({"position": {**BRIDGE, "pile": ["4c"]}})) == ("bad_position", "pile")
    assert error_of(json.dumps({"position": {**BRIDGE, "piles": []}})) == ("bad_position", "piles")
    assert error_of(json.dumps({"position": []})) == ("bad_position", "position")
    assert error_of(json.dumps({"position": {**BRIDGE, "hands": [[]]}})) == ("bad_position", "hands")
    assert error_of(json.dumps({"position": {**BRIDGE, "rules": "snap"}})) == ("impossible_rules", "rules")
    assert error_of(json.dumps({"position": {**BRIDGE, "rules": {"target": None}}})) == ("impossible_rules", "rules")


@pytest.mark.parametrize("seat", [None, -1, 2, "0", True, 0.0, [], {}])
def test_a_seat_that_is_not_there_is_bad_notation(seat: object) -> None:
    entry = {"seat": seat, "move": "draw"}
    found = answered({"position": BRIDGE, "moves": [entry, MOVE], "check": [entry]})
    assert found["moves"] == ["bad_notation", "ok"]
    assert found["check"] == ["bad_notation"]


def test_a_move_without_a_seat_is_bad_notation() -> None:
    assert answered({"position": BRIDGE, "moves": [{"move": "draw"}]})["moves"] == ["bad_notation"]


def test_the_end_comes_before_everything() -> None:
    entries = [{"seat": 7, "move": "draw"}, {"seat": 0, "move": "dance"}, {"seat": 1, "move": {"type": None}}]
    found = answered({"position": OVER, "moves": entries, "check": entries})
    assert found["moves"] == found["check"] == ["deal_over"] * 3


@pytest.mark.parametrize("depth", [100, 900, 960, 975, 985, 990])
@pytest.mark.parametrize(
    "request_",
    [
        '{"position": {"hands": [[], []], "rules": {"target": DEEP}}}',
        '{"position": {"hands": [[], []], "rules": DEEP}}',
        '{"position": {"hands": [[], []], "phase": DEEP}}',
        '{"position": {"hands": [[], []], "melds": DEEP}}',
        '{"position": {"hands": [[], []]}, "moves": [{"seat": DEEP, "move": "draw"}]}',
        '{"position": {"hands": [[], []]}, "moves": [{"seat": 0, "move": {"type": "take", "card": DEEP}}]}',
        '{"position": {"hands": [[], []]}, "legal": DEEP}',
    ],
)
def test_deep_nesting_is_answered(request_: str, depth: int) -> None:
    answer = json.loads(answer_line(request_.replace("DEEP", "[" * depth + "]" * depth)))
    assert "error" in answer or answer["moves"] == ["bad_notation"]


PARTS = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 9) | st.sampled_from(["draw", "7D", "X1=8H", "play", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["seat", "move", "type", "0"]), inner),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(["moves", "check", "legal", "position"]), PARTS, max_size=4))
def test_any_request_is_answered(request_: dict[str, Any]) -> None:
    found = answered({"position": EXAMPLE, **request_})
    assert set(found) in ({"error"}, {"moves", "position", "check", "legal", "deal_scores", "winners"})


@given(st.text(max_size=60))
def test_any_line_is_answered(line: str) -> None:
    assert "error" in json.loads(answer_line(line))
