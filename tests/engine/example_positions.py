"""Positions that the tests of positions begin from."""

from typing import Any

RUN = {"id": 1, "kind": "run", "cards": ["7C", "8C", "X2=9C"], "by": [0, 0, 2], "owner": 0}
SET = {"id": 2, "kind": "set", "cards": ["9D", "9S", "X1=9"], "by": [1, 1, 1], "owner": 1}
EXAMPLE: dict[str, Any] = {
    "rules": {"preset": "pagat", "target": 300},
    "dealer": 0,
    "turn": 1,
    "phase": "play",
    "hands": [["2H", "4S"], ["5H", "6H", "JC", "7D"], ["KD"]],
    "stock": ["2C", "JD"],
    "pile": ["6S", "4D"],
    "melds": [RUN, SET],
    "taken": ["7D"],
    "obliged": [],
    "callers": [],
    "last_discard_by": 0,
    "scores": [0, 120, -15],
}
WINDOW: dict[str, Any] = {
    "rules": {"preset": "classic", "call_priority": "clockwise"},
    "dealer": 0,
    "turn": 1,
    "hands": [["2H"], ["3H"], ["4H"], ["5H"]],
    "stock": ["2C", "JD"],
    "pile": ["6S", "TC"],
    "melds": [{"id": 1, "kind": "run", "cards": ["7C", "8C", "9C"], "by": [0, 0, 0], "owner": 0}],
    "callers": [1],
    "calls": {"3": "call TC"},
    "last_discard_by": 0,
}
OVER: dict[str, Any] = {
    "rules": "classic",
    "turn": 0,
    "phase": "over",
    "out": 0,
    "ended": "out",
    "hands": [[], ["3H"]],
    "pile": ["6S"],
    "last_discard_by": 0,
}
