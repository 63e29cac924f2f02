"""Cards to points, for every value rule of RULES 3 (and 13.3, 14.2, 14.3); and what cannot be read."""

from typing import Any

import pytest

import engine
from players.errors import DomainError
from scoring.sheets.entries import FORMS, result_of

PERSIAN = {"preset": "persian"}
FIVE_THOUSAND = {"preset": "rummy_5000"}


def content(*seats: dict[str, Any], out: int | None = None, wild: str | None = None) -> dict[str, Any]:
    return {
        "deal_number": 1,
        "went_out": out,
        "wild_rank": wild,
        "seats": [dict.fromkeys(FORMS) | seat for seat in seats],
    }


def result(rules: Any, *seats: dict[str, Any], **more: Any) -> list[dict[str, Any]]:
    return result_of(engine.options_from(rules), len(seats), content(*seats, **more))


def tabled(rules: Any, text: str, **more: Any) -> int:
    """What the first seat's cards on the table are worth."""
    others = 3 if engine.options_from(rules).partners else 1
    return int(result(rules, {"tabled_cards": text}, *[{"points": 0}] * others, **more)[0]["melded"])


def left(rules: Any, text: str, **more: Any) -> int:
    others = 3 if engine.options_from(rules).partners else 1
    return int(result(rules, {"left_cards": text}, *[{"points": 0}] * others, **more)[0]["held"])


@pytest.mark.parametrize(
    ("rules", "text", "points"),
    [
        # 3.1
        ("pagat", "2C 3C 4C, 7H 7S 7D", 9 + 21),
        ("pagat", "TC JC QC KC", 40),
        ("pagat", "10♥ 10♠ 10d", 30),
        ("pagat", "10♥\ufe0f 10♠\ufe0f 10♦\ufe0f", 30),
        ("five_ten_fifteen", "2C 3C 9C TC KC", 15 + 20),
        # 3.2
        ("pagat", "7H X1 7S", 14 + 15),
        ("pagat", "7H X1=8H 9H", 16 + 15),
        ("pagat", "X, X", 30),
        ({"joker_points": 40}, "X 5C", 45),
        ({"joker_on_table": "represented"}, "7H X=8H 9H", 24),
        ({"joker_on_table": "represented"}, "KH X=K KS", 30),
        ({"joker_on_table": "represented"}, "X=AH 2H 3H", 1 + 2 + 3),
        ({"joker_on_table": "represented"}, "X=AH low", 1),
        ({"joker_on_table": "represented"}, "QH KH X=AH", 35),
        ({"joker_on_table": "represented"}, "AC AD X=A", 45),
        ({"joker_on_table": "represented", "bonus_cards": {"X1": 70}}, "X1=4C 5C", 75),
        # 3.3
        ("pagat", "AH low", 1),
        ("pagat", "AH low, KD KS KC", 31),
        ("pagat", "AH 2H 3H", 6),
        ("pagat", "3H 2H AH", 6),
        ("pagat", "AH 2H", 3),
        ("pagat", "AH", 15),
        ("pagat", "AH AD AS", 45),
        ("pagat", "QH KH AH", 35),
        ("pagat", "AH high", 15),
        ({"ace_points": 20, "ace_low_points": 5}, "AS low, AD AC", 45),
        ({"ace_in_runs": "corner"}, "QH KH AH 2H 3H", 10 + 10 + 15 + 2 + 3),
        ({"ace_in_runs": "corner"}, "AH 2H 3H", 6),
        # 3.4
        ("pagat", "X1=AH 2H 3H", 15 + 5),
        ("pagat", "AH X1=2H 3H", 1 + 15 + 3),
        # 3.5
        ("pagat", "JH QH KH AH", 45),
        # 3.6
        ({"bonus_cards": {"QS": 40}}, "QS QD", 50),
        ({"bonus_cards": {"AH": 50}}, "AH low", 50),
        ({"bonus_cards": {"2C": -7}}, "2C", -7),
    ],
)
def test_cards_on_the_table(rules: Any, text: str, points: int) -> None:
    assert tabled(rules, text) == points


@pytest.mark.parametrize(
    ("rules", "text", "points"),
    [
        ("pagat", "AH 2H X1", 15 + 2 + 15),
        ("five_ten_fifteen", "9H TH AH", 5 + 10 + 15),
        ({"bonus_cards": {"QS": 40}}, "QS, QD", 50),
        ({"joker_on_table": "represented", "joker_points": 25}, "X", 25),
    ],
)
def test_cards_in_the_hand(rules: Any, text: str, points: int) -> None:
    assert left(rules, text) == points


@pytest.mark.parametrize(("wild", "text", "points"), [("7", "7H 8C", 105), ("A", "AH 2H", 205), ("7", "AH 2H 3H", 110)])
def test_wild_ranks(wild: str, text: str, points: int) -> None:
    assert tabled(FIVE_THOUSAND, text, wild=wild) == points


def test_a_card_of_the_wild_rank_keeps_its_points_as_what_it_stands_for() -> None:
    assert tabled(FIVE_THOUSAND, "7H=2C 3C 4C", wild="7") == 110


def test_persian_jokers_and_doubles() -> None:
    assert tabled(PERSIAN, "X1 X2 X3") == 60
    assert tabled(PERSIAN, "X X X X double") == 160
    assert tabled(PERSIAN, "KC KD KH KS double, QC QD QH QS") == 120


def test_twins_of_two_packs() -> None:
    rules = engine.options_from({"bonus_cards": {"QS": 40, "QS2": 60}})
    seats = [{"tabled_cards": "QS QS"}, *[{"points": 0}] * 4]
    assert result_of(rules, 5, content(*seats))[0]["melded"] == 100
    seats = [{"tabled_cards": "QS"}, {"tabled_cards": "QS2"}, *[{"points": 0}] * 3]
    assert [one["melded"] for one in result_of(rules, 5, content(*seats))[:2]] == [40, 60]


@pytest.mark.parametrize(
    ("rules", "text"),
    [
        ("pagat", "1H"),
        ("pagat", "AH lower"),
        ("pagat", "low"),
        ("pagat", "7H 7H"),
        ("pagat", "7H2"),
        ("pagat", "X3"),
        ("pagat", "X X X"),
        ("pagat", "KH low"),
        ("pagat", "AH low AD"),
        ("pagat", "AH low high"),
        ("pagat", "7H=8H"),
        ("pagat", "KC KD KH KS double"),
        ("classic", "X1"),
        (PERSIAN, "X1=7H"),
        (PERSIAN, "AH low"),
        (PERSIAN, "KC KD KH double"),
        (PERSIAN, "KC KD KH QS double"),
        ({"joker_on_table": "represented"}, "7H X 9H"),
        ({"ace_in_runs": "low"}, "QH KH AH high"),
        ("pagat", "<b>"),
    ],
)
def test_cards_that_cannot_be(rules: Any, text: str) -> None:
    with pytest.raises(DomainError) as refusal:
        tabled(rules, text)
    assert refusal.value.facts["errors"][0]["pointer"] == "/seats/0/tabled_cards"


@pytest.mark.parametrize("text", ["AH low", "X1=7H", "7H 7D 7S 7C double"])
def test_in_the_hand_are_cards_alone(text: str) -> None:
    with pytest.raises(DomainError, match="cards alone"):
        left("pagat", text)


def test_a_card_is_at_one_place() -> None:
    with pytest.raises(DomainError, match="more often") as refusal:
        result("pagat", {"tabled_cards": "7H"}, {"left_cards": "7H"})
    assert refusal.value.facts["errors"][0]["pointer"] == "/seats/1/left_cards"


def test_the_joker_that_is_named_is_not_given_to_another() -> None:
    rules = {"bonus_cards": {"X1": 70}}
    assert [one["melded"] for one in result(rules, {"tabled_cards": "X"}, {"tabled_cards": "X1"})] == [15, 70]


def test_the_wild_rank_is_said_where_there_is_one() -> None:
    with pytest.raises(DomainError, match="Say which rank"):
        tabled(FIVE_THOUSAND, "7H")
    with pytest.raises(DomainError, match="no rank is wild"):
        tabled("pagat", "7H", wild="7")
    assert tabled("pagat", "") == 0


class TestForms:
    def test_net_points_are_the_score(self) -> None:
        one = result("pagat", {"points": -5}, {"points": 40}, out=1)
        assert [seat["score"] for seat in one] == [-5, 40]
        assert [seat["melded"] for seat in one] == [None, None]

    def test_tabled_and_left_may_be_said_in_different_ways(self) -> None:
        one = result("pagat", {"tabled": 30, "left_cards": "KH"}, {"tabled_cards": "KS KD", "left": 0}, out=1)
        assert [seat["score"] for seat in one] == [20, 20]

    @pytest.mark.parametrize(
        ("seat", "message"),
        [
            ({}, "Say the points"),
            ({"points": 5, "left": 0}, "said alone"),
            ({"tabled": 5, "tabled_cards": "5H"}, "not both"),
            ({"left": 5, "left_cards": "5H"}, "not both"),
        ],
    )
    def test_a_seat_says_it_in_one_way(self, seat: dict[str, Any], message: str) -> None:
        with pytest.raises(DomainError, match=message) as refusal:
            result("pagat", {"points": 0}, seat)
        assert refusal.value.facts["errors"][0]["pointer"] == "/seats/1"

    def test_every_seat_says_it(self) -> None:
        with pytest.raises(DomainError, match="each of the 3 seats"):
            result_of(engine.options_from("pagat"), 3, content({"points": 0}, {"points": 0}))

    def test_who_went_out_is_there_and_has_nothing_left(self) -> None:
        with pytest.raises(DomainError, match="no such seat"):
            result("pagat", {"points": 0}, {"points": 0}, out=2)
        with pytest.raises(DomainError, match="no cards left"):
            result("pagat", {"left": 5}, {"points": 0}, out=0)

    def test_hands_need_not_count_when_nobody_went_out(self) -> None:
        rules = {"stock_out_counts_hand": False}
        assert [one["score"] for one in result(rules, {"tabled": 9, "left": 5}, {"left": 7})] == [9, 0]
        assert [one["score"] for one in result(rules, {"tabled": 9}, {"left": 7}, out=0)] == [9, -7]

    def test_going_out_adds_the_bonus_and_what_others_have_left(self) -> None:
        rules = {"out_bonus": 25, "out_collects": True}
        one = result(rules, {"tabled": 9}, {"tabled": 3, "left": 7}, out=0)
        assert [seat["score"] for seat in one] == [9 + 25 + 7, -4]
        with pytest.raises(DomainError, match="Say what was left"):
            result(rules, {"tabled": 9}, {"points": -4}, out=0)
        assert result(rules, {"points": 41}, {"points": -4}, out=0)[0]["score"] == 41
