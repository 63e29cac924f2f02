"""Hands of 25 cards with four wild cards, and what is asked of them.

`python -m tests.engine.big_hands` tells how long the answers take.
"""

import sys
from collections.abc import Callable
from itertools import islice
from time import perf_counter
from types import FrameType
from typing import Any

import engine
from engine import Observation, Seat, legal_moves, observe, parse_move

FIRST_MOVES = 1_000


def _cards(text: str) -> list[str]:
    return text.split()


_CLUBS_AND_MORE = _cards("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC AD 2D 3D 5D 6D 8D AH 4H 5H 9S")
_JOKERS = ["X1", "X2", "X3", "X4"]
_MELDS = [
    {"id": 1, "kind": "run", "cards": ["TH", "JH", "QH"], "by": [1, 1, 1], "owner": 1},
    {"id": 2, "kind": "set", "cards": ["KC", "KD", "KS"], "by": [1, 1, 1], "owner": 1},
]
_PLAY: dict[str, Any] = {
    "rules": {"preset": "no_call", "jokers_per_pack": 4},
    "turn": 0,
    "phase": "play",
    "hands": [[*_CLUBS_AND_MORE, *_JOKERS], ["2S", "7S"]],
    "stock": ["3S", "QS", "KH", "JS"],
    "pile": ["6S", "QD"],
    "melds": _MELDS,
}
_WILD_SEVENS: dict[str, Any] = {
    **_PLAY,
    "rules": "rummy_5000",
    "wild_rank": "7",
    "hands": [[*_CLUBS_AND_MORE[:6], *_CLUBS_AND_MORE[7:], "6H", "7C", "7D", "7H", "7S"], ["2S"]],
}
_SWAPS: dict[str, Any] = {
    **_PLAY,
    "rules": {"preset": "joker_swap", "jokers_per_pack": 4},
    "hands": [[*_CLUBS_AND_MORE, "9H", "3H", "X3", "X4"], ["2S", "7S"]],
    "melds": [
        {"id": 1, "kind": "run", "cards": ["7H", "8H", "X1=9H"], "by": [1, 1, 1], "owner": 1},
        {"id": 2, "kind": "set", "cards": ["4D", "4S", "X2=4"], "by": [1, 1, 1], "owner": 1},
    ],
}
_NO_USE_FOR_A_SWAP: dict[str, Any] = {
    **_PLAY,
    "rules": {"preset": "joker_swap", "jokers_per_pack": 4, "set_suits": "any", "ace_in_runs": "low", "call": "off"},
    "phase": "draw",
    "hands": [["4C", "5C", "7C", "3D", "AH", "2S"], ["6C", "QC", "AD", "2H", "5H", "QH", "4S"]],
    "stock": ["X4", "QD", "JC", "9H", "3H", "X2", "TD", "2C", "3C", "5D", "7D", "2D", "QS"],
    "pile": _cards("KH 8H 4D 9S 3S TS 8D TH 8S 6H 4H 6D AC AS 7H 9D 6S"),
    "melds": [
        {"id": 1, "kind": "set", "cards": ["KC", "KD", "KS", "X3=K"], "by": [0, 0, 0, 0], "owner": 0},
        {"id": 2, "kind": "run", "cards": ["5S", "X1=6S", "7S"], "by": [0, 0, 0], "owner": 0},
    ],
}

POSITIONS: dict[str, dict[str, Any]] = {
    "jokers": _PLAY,
    "jokers, an obliged card": {**_PLAY, "taken": ["5H", "9S"], "obliged": ["5H"]},
    "jokers, an obliged card for a new meld": {
        **_PLAY,
        "rules": {**_PLAY["rules"], "deep_card": "new_meld"},
        "taken": ["5H", "9S"],
        "obliged": ["5H"],
    },
    "jokers, the draw": {**_PLAY, "phase": "draw"},
    "jokers, a discard kept": {**_PLAY, "rules": {**_PLAY["rules"], "go_out": "discard"}},
    "two naturals a meld": {**_PLAY, "rules": {**_PLAY["rules"], "min_naturals": 2}},
    "runs round the corner": {**_PLAY, "rules": {**_PLAY["rules"], "ace_in_runs": "corner"}},
    "wild sevens": _WILD_SEVENS,
    "wild sevens, an obliged card": {**_WILD_SEVENS, "taken": ["5H", "9S"], "obliged": ["5H"]},
    "swaps": _SWAPS,
    "swaps, the draw": {**_SWAPS, "phase": "draw"},
    "swaps, two obliged cards": {**_SWAPS, "taken": ["5H", "9S"], "obliged": ["5H", "X3"]},
    "swaps that help nothing": _NO_USE_FOR_A_SWAP,
}

ASKED = (
    "draw",
    "take 6S",
    "take KH",
    "meld AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC X1=QC X2=KC",
    "meld X1 X2 X3 AC",
    "meld 5C 5D 5H",
    "meld 7C 7D 9S",
    "lay X1=9H on 1",
    "swap 9H for X1 on 1",
    "discard 9S",
    "call 6S",
)


def big_hand(name: str) -> Observation:
    """What the seat with the big hand sees."""
    return observe(engine.position_from(POSITIONS[name]), Seat(0))


def truth(name: str) -> bool:
    """Is there any legal move?"""
    return bool(legal_moves(big_hand(name)))


def membership(name: str) -> int:
    """How many of the moves above are legal."""
    return sum(parse_move(text) in legal_moves(big_hand(name)) for text in ASKED)


def first_moves(name: str) -> int:
    """How many moves there are, up to the thousandth."""
    return len(list(islice(legal_moves(big_hand(name)), FIRST_MOVES)))


QUESTIONS: tuple[Callable[[str], int], ...] = (truth, membership, first_moves)


def calls_made(act: Callable[[], object]) -> int:
    """The number of calls of Python functions (and turns of generators) that something takes."""
    made = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal made
        made += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        act()
    finally:
        sys.setprofile(before)
    return made


def main() -> None:
    """Prints a line a position: the answers, and the milliseconds that each took."""
    for name in POSITIONS:
        cells = []
        for question in QUESTIONS:
            begun = perf_counter()
            answer = question(name)
            milliseconds = 1_000 * (perf_counter() - begun)
            cells.append(f"{question.__name__} {int(answer):4} in {milliseconds:6.1f} ms")
        print(f"{name:40} {', '.join(cells)}")


if __name__ == "__main__":
    main()
