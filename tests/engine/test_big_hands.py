"""Big hands with many wild cards are answered with bounded work: no time is asserted, calls are counted."""

from collections.abc import Callable
from itertools import islice

import pytest

from engine import BadNotation, legal_moves, parse_move, settle
from tests.engine.big_hands import ASKED, FIRST_MOVES, POSITIONS, QUESTIONS, big_hand, calls_made, main

MOST_CALLS = {"truth": 10_000, "membership": 30_000, "first_moves": 300_000}
"""About three times what is needed; a list of all moves of such a hand would take millions."""


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_work_is_bounded(question: Callable[[str], int], name: str) -> None:
    assert calls_made(lambda: question(name)) < MOST_CALLS[question.__name__]


@pytest.mark.parametrize("name", POSITIONS)
def test_the_first_moves_are_different_and_legal(name: str) -> None:
    seen = big_hand(name)
    moves = list(islice(legal_moves(seen), FIRST_MOVES))
    assert len(set(moves)) == len(moves) > 0
    assert all(settle(seen, move) == move for move in moves[::37])


def test_the_hands_are_big() -> None:
    for name in POSITIONS:
        table, hand = big_hand(name).table, big_hand(name).hand
        on_table = sum(text.count("=") for meld in table.melds for text in meld.cards)
        pile = len(table.pile) if table.phase == "draw" else 0
        assert hand.bit_count() + pile >= 23
        assert (hand & table.rules.wilds).bit_count() + on_table in (2, 4)


def test_what_is_asked_can_be_read() -> None:
    for text in ASKED:
        try:
            parse_move(text)
        except BadNotation:
            pytest.fail(text)


def test_the_times_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    main()
    assert [line[:40].strip() for line in capsys.readouterr().out.splitlines()] == list(POSITIONS)
