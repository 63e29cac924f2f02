"""Made-up positions with swaps, in which it takes long to find that the turn cannot be ended (docs/rules.md 4.8, 5.6).

Four natural cards are obliged, of which play never has more than one, and six or eight jokers are on the table.
"""

from typing import Any

FOUR_OBLIGED: dict[str, Any] = {
    "rules": {
        "preset": "pagat",
        "wild_swap": "reuse",
        "jokers_per_pack": 4,
        "second_pack_from": 3,
        "set_suits": "distinct",
        "min_naturals": 0,
        "go_out": "any",
        "top_card": "free",
        "deep_card": "use",
    },
    "hands": [["3S", "6H", "6S2", "7H", "8S2", "9D2", "AC2", "JH", "TD2", "TS2"], ["3D"], ["8D2"]],
    "pile": ["3H2", "KD2", "6D2"],
    "stock": ["2C"],
    "melds": [
        {"id": 1, "kind": "run", "cards": ["7S", "X5=8S", "9S", "TS"], "by": [0, 0, 0, 0], "owner": 0},
        {"id": 2, "kind": "run", "cards": ["JS", "QS", "X4=KS"], "by": [0, 0, 0], "owner": 0},
        {"id": 3, "kind": "set", "cards": ["7C", "7D", "X7=7"], "by": [0, 0, 0], "owner": 0},
        {"id": 4, "kind": "run", "cards": ["AS", "2S", "X2=3S"], "by": [0, 0, 0], "owner": 0},
        {"id": 5, "kind": "run", "cards": ["X1=4C", "5C", "6C", "7C2"], "by": [0, 0, 0, 0], "owner": 0},
        {"id": 6, "kind": "run", "cards": ["9S2", "X8=TS", "JS2", "QS2"], "by": [0, 0, 0, 0], "owner": 0},
        {"id": 7, "kind": "set", "cards": ["AH", "X3=A", "X6=A"], "by": [0, 0, 0], "owner": 0},
        {"id": 8, "kind": "run", "cards": ["8C", "9C", "TC", "JC", "QC"], "by": [0, 0, 0, 0, 0], "owner": 0},
    ],
    "turn": 0,
    "phase": "play",
    "obliged": ["3S", "9D2", "JH", "6S2"],
    "taken": ["3S", "9D2", "JH", "6S2"],
}

FOUR_OBLIGED_AND_ANY_SUITS: dict[str, Any] = {
    "rules": {
        "preset": "pagat",
        "wild_swap": "reuse",
        "jokers_per_pack": 4,
        "second_pack_from": 3,
        "set_suits": "any",
        "min_naturals": 1,
        "go_out": "float",
        "top_card": "new_meld",
        "deep_card": "new_meld",
    },
    "hands": [
        ["2D2", "2S", "3C", "3H", "4H", "4S2", "6C", "7S2", "8S2", "9D", "9S", "9S2", "QC2", "TH"],
        ["KS"],
        ["9H"],
    ],
    "pile": ["4S", "5D2", "QD2", "7H", "TH2", "KC", "6D", "JH"],
    "stock": ["3S2"],
    "melds": [
        {"id": 1, "kind": "run", "cards": ["6S", "X6=7S", "X3=8S", "X2=9S"], "by": [0, 0, 0, 0], "owner": 0},
        {"id": 2, "kind": "set", "cards": ["KD", "KH", "X8=K"], "by": [0, 0, 0], "owner": 0},
        {"id": 3, "kind": "run", "cards": ["2C", "X5=3C", "4C", "5C", "X7=6C"], "by": [0, 0, 0, 0, 0], "owner": 0},
        {"id": 4, "kind": "run", "cards": ["X1=4H", "5H", "6H"], "by": [0, 0, 0], "owner": 0},
    ],
    "turn": 0,
    "phase": "play",
    "obliged": ["4H", "6C", "QC2", "2S"],
    "taken": ["4H", "6C", "QC2", "2S"],
}
