"""Every case passes, and a case with any wrong expectation fails."""

import json
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from engine.cases import case_failures
from tests.engine.case_files import CASES, all_cases

ROUND_THE_END: dict[str, Any] = {
    "id": "8.1-last-cards",
    "clause": "8.1",
    "position": {
        "rules": {"preset": "classic", "out_bonus": 25},
        "turn": 1,
        "hands": [["KH", "2C"], ["7H", "9C"]],
        "stock": ["TH", "4C"],
        "pile": ["5D"],
        "melds": [{"id": 1, "kind": "run", "cards": ["4H", "5H", "6H"], "by": [0, 0, 0], "owner": 0}],
        "scores": [100, 490],
    },
    "moves": [
        {"seat": 1, "move": "draw"},
        {"seat": 1, "move": "lay TH on 1", "error": "does_not_fit"},
        {"seat": 1, "move": "lay 7H on 1"},
        {"seat": 1, "move": "discard 9C"},
        {"seat": 0, "move": "draw"},
    ],
    "legal": {"seat": 0, "has": ["discard KH", "discard 4C"], "lacks": ["lay KH on 1", "discard TH"]},
    "then": {
        "turn": 0,
        "phase": "play",
        "hands": {"0": ["4C", "KH", "2C"], "1": ["TH"]},
        "stock": [],
        "pile": ["5D", "9C"],
        "melds": {"1": ["4H", "5H", "6H", "7H"]},
        "points": [15, 7],
        "last_discard_by": 1,
        "callers": [],
        "over": False,
        "winners": [],
    },
}
WENT_OUT: dict[str, Any] = {
    "id": "10.3-out",
    "clause": "10.3",
    "position": {
        "rules": {"preset": "classic", "out_bonus": 25},
        "turn": 1,
        "phase": "play",
        "hands": [["KH", "2C"], ["9C"]],
        "scores": [100, 480],
    },
    "moves": [{"seat": 1, "move": "discard 9C"}],
    "then": {
        "over": True,
        "out": 1,
        "ended": "out",
        "deal_scores": [-12, 25],
        "totals": [88, 505],
        "winners": [1],
    },
}


@pytest.mark.parametrize("name", all_cases())
def test_case(name: str) -> None:
    assert case_failures(all_cases()[name]) == []


def test_case_names_its_clause() -> None:
    for name, case in all_cases().items():
        assert case["id"].startswith(case["clause"].split(".")[0]), name
        assert case["about"], name


@pytest.mark.parametrize("case", [ROUND_THE_END, WENT_OUT], ids=lambda case: case["id"])
def test_the_cases_that_are_spoilt_below_pass(case: dict[str, Any]) -> None:
    assert case_failures(case) == []


SPOILT: dict[str, tuple[dict[str, Any], list[Any], Any]] = {
    "a refusal expected where the move is accepted": (ROUND_THE_END, ["moves", 2, "error"], "does_not_fit"),
    "another refusal": (ROUND_THE_END, ["moves", 1, "error"], "not_a_meld"),
    "a move that is refused": (ROUND_THE_END, ["moves", 3, "move"], "discard TC"),
    "a code that does not exist": (ROUND_THE_END, ["moves", 1, "error"], "does_not_fti"),
    "legal has": (ROUND_THE_END, ["legal", "has"], ["discard KH", "draw"]),
    "legal lacks": (ROUND_THE_END, ["legal", "lacks"], ["discard KH"]),
    "legal of another seat": (ROUND_THE_END, ["legal", "seat"], 1),
    "turn": (ROUND_THE_END, ["then", "turn"], 1),
    "phase": (ROUND_THE_END, ["then", "phase"], "draw"),
    "one card more in a hand": (ROUND_THE_END, ["then", "hands", "0"], ["4C", "KH", "2C", "2D"]),
    "one card less in a hand": (ROUND_THE_END, ["then", "hands", "0"], ["4C", "KH"]),
    "a hand of nobody": (ROUND_THE_END, ["then", "hands", "2"], []),
    "all hands": (ROUND_THE_END, ["then", "hands"], [["TH"], ["4C", "KH", "2C"]]),
    "stock": (ROUND_THE_END, ["then", "stock"], ["4C"]),
    "the order of the pile": (ROUND_THE_END, ["then", "pile"], ["9C", "5D"]),
    "a meld": (ROUND_THE_END, ["then", "melds", "1"], ["4H", "5H", "6H"]),
    "a meld that is not there": (ROUND_THE_END, ["then", "melds", "2"], ["4H", "5H", "6H"]),
    "points": (ROUND_THE_END, ["then", "points"], [15, 8]),
    "callers": (ROUND_THE_END, ["then", "callers"], [0]),
    "last discard": (ROUND_THE_END, ["then", "last_discard_by"], 0),
    "over": (ROUND_THE_END, ["then", "over"], True),
    "winners of a game that goes on": (ROUND_THE_END, ["then", "winners"], [1]),
    "not over": (WENT_OUT, ["then", "over"], False),
    "who went out": (WENT_OUT, ["then", "out"], 0),
    "how it ended": (WENT_OUT, ["then", "ended"], "declined"),
    "deal scores": (WENT_OUT, ["then", "deal_scores"], [-12, 0]),
    "totals": (WENT_OUT, ["then", "totals"], [88, 480]),
    "winners": (WENT_OUT, ["then", "winners"], []),
}
UNREADABLE: dict[str, tuple[dict[str, Any], list[Any], Any]] = {
    "no position": (WENT_OUT, ["position"], None),
    "an impossible position": (WENT_OUT, ["position", "hands"], [["9C"], ["9C"]]),
    "impossible rules": (WENT_OUT, ["position", "rules"], "snap"),
    "a misspelt key of the case": (WENT_OUT, ["than"], {}),
    "a misspelt key of a move": (ROUND_THE_END, ["moves", 2, "eror"], "does_not_fit"),
    "a misspelt key under legal": (ROUND_THE_END, ["legal", "misses"], []),
    "a misspelt key under then": (ROUND_THE_END, ["then", "trun"], 0),
    "a move without a text": (ROUND_THE_END, ["moves", 0], {"seat": 1}),
    "a move that is no object": (ROUND_THE_END, ["moves", 0], "draw"),
    "moves that are no list": (ROUND_THE_END, ["moves"], 1),
    "legal that is no object": (ROUND_THE_END, ["legal"], ["draw"]),
    "then that is no object": (ROUND_THE_END, ["then"], [1]),
    "a hand of a seat that is no number": (ROUND_THE_END, ["then", "hands"], {"zero": []}),
    "a reshuffle of other cards": (ROUND_THE_END, ["moves", 0, "reshuffle"], ["AS"]),
}


@pytest.mark.parametrize("spoilt", SPOILT | UNREADABLE)
def test_a_case_with_a_wrong_expectation_fails(spoilt: str) -> None:
    case, path, value = (SPOILT | UNREADABLE)[spoilt]
    case = deepcopy(case)
    part: Any = case
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    assert case_failures(case)


def test_a_failure_says_what_was_expected_and_found() -> None:
    case = deepcopy(ROUND_THE_END)
    case["moves"][1]["error"] = "not_a_meld"
    case["then"]["points"] = [15, 8]
    assert case_failures(case) == [
        "move 2, 1: lay TH on 1: expected not_a_meld, found does_not_fit",
        "then points: expected [15, 8], found [15, 7]",
    ]


# The command


def check_cases(capsys: pytest.CaptureFixture[str], *files: Path | str) -> tuple[int, list[str]]:
    """The command's exit status and the lines it prints."""
    try:
        call_command("check_cases", *map(str, files))
    except SystemExit as error:
        return int(error.code or 0), capsys.readouterr().out.splitlines()
    except CommandError as error:
        return error.returncode, [str(error)]
    return 0, capsys.readouterr().out.splitlines()


def written(folder: Path, text: str) -> Path:
    file = folder / "cases.json"
    file.write_text(text, encoding="utf-8")
    return file


def test_the_command_passes_the_given_cases(capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(CASES.glob("*.json"))
    count = sum(len(json.loads(file.read_text())) for file in files)
    assert check_cases(capsys, *files) == (0, [f"{count} passed, 0 failed"])


def test_the_command_prints_one_line_a_failing_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = deepcopy(WENT_OUT)
    wrong["then"] |= {"out": 0, "winners": [0]}
    file = written(tmp_path, json.dumps([ROUND_THE_END, wrong, WENT_OUT]))
    assert check_cases(capsys, file) == (
        1,
        [
            f"{file}: 10.3-out: then out: expected 0, found 1; then winners: expected [0], found [1]",
            "2 passed, 1 failed",
        ],
    )


def test_no_case_is_no_success(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check_cases(capsys, written(tmp_path, "[]")) == (1, ["0 passed, 0 failed"])


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("{", "is no JSON"),
        ("", "is no JSON"),
        ("[" * 100_000, "is no JSON"),
        ("{}", "is no array of cases"),
        ("[1]", "is no array of cases"),
        ("null", "is no array of cases"),
    ],
    ids=["cut off", "empty", "deep", "object", "number", "null"],
)
def test_a_file_without_cases_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, problem: str
) -> None:
    status, (line,) = check_cases(capsys, written(tmp_path, text))
    assert status == 2
    assert problem in line


def test_a_missing_file_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, (line,) = check_cases(capsys, tmp_path / "none.json")
    assert (status, "No such file" in line) == (2, True)
    assert check_cases(capsys, tmp_path)[0] == 2


def test_an_unreadable_file_is_told_before_any_case_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    file = written(tmp_path, json.dumps([WENT_OUT]))
    status, (line,) = check_cases(capsys, file, tmp_path / "bytes.json")
    assert (status, "bytes.json" in line) == (2, True)
