"""Whether a turn can be ended (5.6) is found with bounded work: what is counted are the turns that are looked at."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import engine
from engine import finishing
from engine.requests import BadRequest, answer
from engine.work import TooMuchWork, at_most, spend
from tests.engine.hard_positions import FOUR_OBLIGED, FOUR_OBLIGED_AND_ANY_SUITS

SWAPPING = {"preset": "joker_swap", "jokers_per_pack": 4, "second_pack_from": 3, "min_naturals": 0, "hand_size": 12}
CHECK = {"seat": 0, "move": "swap TS2 for X8 on 6"}


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many turns were looked at for each question that needed a search."""
    counted: list[int] = []

    def started(turn: Any, seen: set[Any]) -> bool:
        is_first = not seen
        found = search(turn, seen)
        if is_first:
            counted.append(len(seen))
        return found

    search = finishing._search
    monkeypatch.setattr(finishing, "_search", started)
    return counted


def refused(request: dict[str, Any], most: int) -> BadRequest:
    with pytest.raises(BadRequest) as error:
        answer(request, most_steps=most)
    assert error.value.code == "too_much_work"
    return error.value


def cost(request: dict[str, Any], most: int = 1_000) -> int:
    """The fewest steps with which the request is answered."""
    least = 0
    while most - least > 1:
        middle = (least + most) // 2
        try:
            answer(request, most_steps=middle)
            most = middle
        except BadRequest:
            least = middle
    return most


def test_a_budget_is_spent_step_by_step() -> None:
    with at_most(2):
        spend()
        spend()
        with pytest.raises(TooMuchWork):
            spend()
    spend()
    with at_most(None):
        spend()


def test_made_up_positions_are_answered_with_few_steps(steps: list[int]) -> None:
    for position, most in ((FOUR_OBLIGED, 16_000), (FOUR_OBLIGED_AND_ANY_SUITS, 3_000)):
        steps.clear()
        assert answer({"position": position, "legal": [0]})["legal"] == {"0": []}
        assert sum(steps) < most
        assert max(steps) <= finishing.MOST_TURNS


def test_no_question_takes_more_than_it_may(steps: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finishing, "MOST_TURNS", 100)
    assert answer({"position": FOUR_OBLIGED, "legal": [0]})["legal"] == {"0": []}
    assert max(steps) == 100


def test_a_request_takes_no_more_than_it_may() -> None:
    request = {"position": FOUR_OBLIGED, "check": [CHECK], "legal": [0]}
    found = refused(request, 10_000)
    assert (found.key, found.index) == ("legal", 0)
    found = refused({**request, "check": [{"seat": 1, "move": "draw"}, CHECK]}, 5)
    assert (found.key, found.index) == ("check", 1)
    found = refused({**request, "moves": [CHECK]}, 5)
    assert (found.key, found.index) == ("moves", 0)


@pytest.mark.parametrize("key", ["moves", "check"])
def test_equal_questions_are_answered_once(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finishing, "MOST_TURNS", 100)
    once = cost({"position": FOUR_OBLIGED, key: [CHECK]})
    assert once == 1 + 100
    assert cost({"position": FOUR_OBLIGED, key: [CHECK] * 500}) == once + 499


def test_what_was_refused_is_asked_again_after_a_move() -> None:
    position = {"hands": [["7H", "7D", "7C", "2S"], ["KD"]], "stock": ["3C", "4C"], "pile": ["9S"], "turn": 0}
    moves = ["meld 7C 7D 7H", "draw", "draw", "meld 7C 7D 7H", "discard 2S"]
    asked = [{"seat": 0, "move": move} for move in moves]
    assert answer({"position": {**position, "phase": "draw"}, "moves": asked})["moves"] == [
        "wrong_phase",
        "ok",
        "wrong_phase",
        "ok",
        "ok",
    ]


def essence(hand: str, *melds: list[str], owes: str = "", obliged: str = "", by: int = 0) -> Any:
    """Of a turn of seat 0 with these runs on the table."""
    rows = [
        {"id": number, "kind": "run", "cards": cards, "by": [by] * len(cards), "owner": by}
        for number, cards in enumerate(melds, 1)
    ]
    position = {"rules": SWAPPING, "hands": [hand.split(), ["2S"], ["3S"]], "phase": "play", "turn": 0, "melds": rows}
    deal = engine.position_from({**position, "stock": ["4S"]})
    masks = [engine.mask_of(texts.split()) for texts in (obliged, owes)]
    table = deal.table
    return finishing._essence(finishing.Turn(table.rules, table.turn, table.melds, deal.hands[0], *masks, 0))


def test_turns_that_come_to_the_same_are_looked_at_once() -> None:
    clubs, diamonds = ["3C", "4C", "X1=5C"], ["3D", "4D", "X2=5D"]
    plain = essence("7H 8H X3", clubs, diamonds)
    assert essence("7H2 8H X4", diamonds, clubs, by=1) == plain
    assert essence("7H2 8H X1", ["3C", "4C2", "X3=5C"], diamonds) == plain
    assert essence("7H 8H X3", clubs, diamonds, obliged="7H") != plain
    assert essence("7H 8H X3", clubs, ["3D", "X2=4D", "5D"]) != plain
    assert essence("7H 8H X3", clubs) != plain
    assert essence("7H 7H2 X3", clubs, diamonds) != essence("7H X3", clubs, diamonds)


def test_a_wild_that_has_to_go_into_a_new_meld_is_like_no_other() -> None:
    here = essence("7H", ["3C", "4C", "X1=5C"], ["3D", "4D", "X2=5D"], owes="X1")
    assert here != essence("7H", ["3C", "4C", "X2=5C"], ["3D", "4D", "X1=5D"], owes="X1")
    assert here == essence("7H", ["3C", "4C", "X1=5C"], ["3D", "4D", "X3=5D"], owes="X1")


def swapping_play(seed: int) -> Iterator[list[engine.Move]]:
    """The legal moves at each step of a deal in which as much is taken, tabled and swapped as can be."""
    random = Random(seed)
    deal = engine.start_deal(engine.options_from(SWAPPING), 3, bytes([seed]) * 32)
    while deal.table.phase != "over":
        seat = engine.to_act(deal)[0]
        moves = list(engine.legal_moves(engine.observe(deal, seat)))
        yield moves
        liked = [move for move in moves if move.type in ("take", "swap", "lay_off", "meld")]
        deal = engine.play(deal, seat, random.choice(liked if liked and random.random() < 0.8 else moves))


def test_positions_of_play_need_little(steps: list[int]) -> None:
    swaps = sum(move.type == "swap" for seed in range(12) for moves in swapping_play(seed) for move in moves)
    assert swaps > 20
    assert len(steps) > 200
    assert max(steps) < 200


@pytest.mark.parametrize("most", [1, 2, 5])
def test_who_could_end_the_turn_always_can(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finishing, "MOST_TURNS", most)
    for seed in range(12):
        assert all(swapping_play(seed))
