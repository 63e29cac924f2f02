"""`to_act` names the seats that have a move, and no others."""

from engine import legal_moves, observe, parse_move, play, position_from, to_act
from engine.cards import Seat

WINDOW = {
    "rules": {"preset": "classic", "top_card": "must_use", "lay_off": "own"},
    "turn": 0,
    "phase": "play",
    "hands": [["TS", "KD"], ["2C", "4D"], ["5H", "QC"]],
    "stock": [],
    "pile": ["2H"],
    "melds": [{"id": 1, "kind": "run", "cards": ["7S", "8S", "9S"], "by": [2, 2, 2], "owner": 2}],
}


def test_who_can_neither_draw_nor_take_nor_decline_waits_for_the_window() -> None:
    deal = play(position_from(WINDOW), Seat(0), parse_move("discard TS"))
    assert deal.table.turn == 1
    assert not legal_moves(observe(deal, Seat(1)))
    assert to_act(deal) == (2,)


def test_who_may_draw_need_not_wait() -> None:
    deal = play(position_from({**WINDOW, "stock": ["3C"]}), Seat(0), parse_move("discard TS"))
    assert to_act(deal) == (2, 1)


def test_the_end_of_the_window_decides() -> None:
    deal = play(position_from(WINDOW), Seat(0), parse_move("discard TS"))
    deal = play(deal, Seat(2), parse_move("pass"))
    assert deal.table.ended == "no_take"
    assert to_act(deal) == ()
