"""Deals that were stored before are read, and scored, as they were then: games outlive the code that stored them."""

from typing import Any

import pytest

import engine
from engine import Deal, Seat

# As `snapshot_of` stored them. Whoever changes its form leaves these as they are, and lets both forms be read.
TABLE: dict[str, Any] = {
    "players": 4,
    "deal_number": 2,
    "wild_rank": None,
    "obliged": "0",
    "known": ["0", "0", "0", "0"],
    "taken": [],
    "by_call": False,
    "tabled": False,
    "quiet_turns": 0,
    "reshuffled": 0,
    "out": None,
    "ended": None,
}
SIDES: dict[str, Any] = {
    **TABLE,
    "dealer": 1,
    "turn": 2,
    "phase": "play",
    "last_discard_by": None,
    "scores": [30, 40, 30, 40],
    "pile": [15],
    "stock": [17, 18],
    "stock_count": 2,
    "window": [],
    "callers": [],
    "calls": [],
    "hands": ["10100", "2000000", "2", "4000000"],
    "card_counts": [2, 1, 1, 1],
    "melds": [
        ["set", 11, 0, ["QC", "QD", "QH", "QS"], [0, 0, 0, 0], 0, "4002001000800"],
        ["run", 0, 2, ["3C", "4C", "5C", "6C"], [2, 2, 2, 1], 2, "0"],
    ],
}
CALLED: dict[str, Any] = {
    **TABLE,
    "dealer": 3,
    "turn": 1,
    "phase": "draw",
    "last_discard_by": 0,
    "scores": [30, -5, 40, 0],
    "pile": [12, 35],
    "stock": [30, 31, 7],
    "stock_count": 3,
    "window": [1, 2, 3],
    "callers": [1, 2],
    "calls": [[3, "TH", None, None]],
    "hands": ["2000002", "10004", "80000040000", "1000400"],
    "card_counts": [2, 2, 2, 2],
    "melds": [
        ["run", 2, 6, ["7H", "X1=8H", "9H"], [1, 2, 1], 1, "0"],
        ["set", 0, 0, ["AC", "AD", "AS"], [3, 3, 0], 3, "0"],
    ],
}


def stored(snapshot: dict[str, Any], rules: Any) -> Deal:
    return engine.deal_from_snapshot(snapshot, engine.options_from(rules), seed=bytes(32))


def test_each_card_counts_for_who_put_it_there_doubled_where_it_was() -> None:
    """7.2, 10.1, 14.3: eighty for the four queens, three and five for the run's ends, less what is left."""
    ended = engine.play(stored(SIDES, "persian"), Seat(2), engine.parse_move("discard 2C"))
    assert engine.deal_scores(ended) == (67, -4, 12, -15)
    assert engine.totals(ended) == (97, 36, 42, 25)


def test_a_call_that_was_kept_is_carried_out() -> None:
    deal = stored(CALLED, {"preset": "pagat", "call_priority": "clockwise"})
    assert engine.table_points(deal.table) == (15, 16, 15, 30)
    assert engine.observe(deal, Seat(1)).held
    for seat in (1, 2):
        deal = engine.play(deal, Seat(seat), engine.parse_move("pass"))
    deal = engine.play(deal, Seat(3), engine.parse_move("lay TH on 1"))
    assert engine.table_points(deal.table) == (15, 16, 15, 40)


@pytest.mark.parametrize(("snapshot", "rules"), [(SIDES, "persian"), (CALLED, {"call_priority": "clockwise"})])
def test_what_is_stored_again_is_the_same(snapshot: dict[str, Any], rules: Any) -> None:
    assert engine.snapshot_of(stored(snapshot, rules)) == snapshot
