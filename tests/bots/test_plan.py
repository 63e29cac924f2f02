"""Which melds and lay-offs are planned for a hand and a table."""

from __future__ import annotations

from typing import Any

import pytest

from bots.plan import Aim, best_plan, fulfils
from bots.sight import Sight
from engine import codes, mask_of, move_text
from tests.bots.kinds import Plan, Seen

HOLD = 20.0


@pytest.fixture
def plan(seen: Seen) -> Plan:
    """The moves planned for a hand, and the cards that stay in it."""

    def plan(
        hand: str,
        *,
        hold: float = HOLD,
        obliged: str = "",
        into_new_meld: bool = False,
        undiscardable: str = "",
        wilds: bool = True,
        **parts: Any,
    ) -> tuple[list[str], str]:
        observation = seen(hand, **({"other": "2C 2D"} | parts))
        aim = Aim(hold, mask_of(obliged.split()), into_new_meld, mask_of(undiscardable.split()), wilds)
        draft = best_plan(Sight(observation), observation.hand, aim)
        assert fulfils(draft, aim)
        return [move_text(step.move()) for step in draft.steps], " ".join(codes(draft.rest))

    return plan


def test_the_dearer_of_two_melds_that_share_a_card(plan: Plan) -> None:
    assert plan("7C 7D 7H 8H 9H KS") == (["meld 7H 8H 9H"], "7C 7D KS")


def test_a_set_of_four_gives_a_card_to_a_run(plan: Plan) -> None:
    assert plan("7C 7D 7H 7S 8H 9H KS") == (["meld 7C 7D 7S", "meld 7H 8H 9H"], "KS")


def test_a_run_gives_its_end_to_a_set(plan: Plan) -> None:
    assert plan("7C 7D 7H 8H 9H TH KS") == (["meld 7C 7D 7H", "meld 8H 9H TH"], "KS")


def test_an_ace_goes_where_it_counts_most(plan: Plan) -> None:
    assert plan("AS 2S 3S QS KS 5D") == (["meld QS KS AS"], "5D 2S 3S")


def test_lay_offs_follow_each_other_up_and_down_a_run(plan: Plan) -> None:
    assert plan("TS JS 6S KD 4H", melds=["7S 8S 9S"]) == (["lay TS on 1", "lay JS on 1", "lay 6S on 1"], "KD 4H")


def test_an_ace_that_fits_both_ends_names_its_end(plan: Plan) -> None:
    melds = ["2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"]
    assert plan("AS 4H 5D", melds=melds) == (["lay AS on 1 high"], "5D 4H")


def test_no_lay_off_on_the_melds_of_others(plan: Plan) -> None:
    rules = {"preset": "pagat", "lay_off": "own"}
    assert plan("TS JS KD", melds=["7S 8S 9S"], rules=rules) == ([], "KD TS JS")


def test_a_joker_waits_for_something_worth_it(plan: Plan) -> None:
    assert plan("4C 5C X1 KD 9H") == ([], "4C 5C KD 9H X1")
    assert plan("KC KD X1 4D 9H", hold=18) == (["meld KC KD X1=K"], "4D 9H")


def test_a_joker_fills_the_gap_of_a_run(plan: Plan) -> None:
    assert plan("9C TC QC X1 4D 2H", hold=18) == (["meld 9C TC X1=JC QC"], "4D 2H")


def test_a_joker_links_cards_to_a_run(plan: Plan) -> None:
    assert plan("JS X1 4D 2H", melds=["7S 8S 9S"], hold=8) == (["lay X1=TS on 1", "lay JS on 1"], "4D 2H")


def test_jokers_go_at_any_price_when_nothing_holds_them(plan: Plan) -> None:
    assert plan("X1 4D KH", melds=["9C 9D 9H"], hold=0) == (["lay X1=9 on 1"], "4D KH")


def test_a_player_without_jokers_keeps_them(plan: Plan) -> None:
    assert plan("X1 4D", melds=["9C 9D 9H"], hold=0, wilds=False) == ([], "4D X1")


def test_an_obliged_card_is_tabled_whatever_it_costs(plan: Plan) -> None:
    assert plan("2H 3H X1 KD QD", obliged="2H") == (["meld 2H 3H X1=4H"], "QD KD")


def test_an_obliged_card_that_must_go_into_a_new_meld(plan: Plan) -> None:
    hand, melds = "TS TD TH 4C", ["7S 8S 9S"]
    assert plan(hand, melds=melds, obliged="TS", into_new_meld=True) == (["meld TD TH TS"], "4C")
    assert plan("TS JS 4C", melds=melds, obliged="TS") == (["lay TS on 1", "lay JS on 1"], "4C")


def test_a_chain_leads_to_the_obliged_card(plan: Plan) -> None:
    assert plan("TS JS 4C", melds=["7S 8S 9S"], obliged="JS") == (["lay TS on 1", "lay JS on 1"], "4C")


def test_a_card_is_kept_for_the_discard_where_one_is_needed(plan: Plan) -> None:
    moves, rest = plan("7S 8S 9S TS", rules="must_discard")
    assert (moves, rest) == (["meld 8S 9S TS"], "7S")


def test_the_card_taken_alone_is_not_what_is_left(plan: Plan) -> None:
    moves, rest = plan("7S 8S 9S TS 4D", undiscardable="4D")
    assert (moves, rest) == (["meld 8S 9S TS"], "4D 7S")


def test_twins_make_two_runs_but_one_set(plan: Plan) -> None:
    rules = {"preset": "pagat", "second_pack_from": 3}
    more: dict[str, Any] = {"rules": rules, "hands": [["7S", "7S2", "8S", "8S2", "9S", "9S2", "KD"], ["2C"], ["2D"]]}
    assert plan("", **more) == (["meld 7S 8S 9S", "meld 7S2 8S2 9S2"], "KD")
    more["hands"][0] = ["7S", "7S2", "7H", "KD"]
    assert plan("", **more) == ([], "KD 7H 7S 7S2")


def test_the_very_twin_that_is_obliged_is_tabled(plan: Plan) -> None:
    rules = {"preset": "pagat", "second_pack_from": 3}
    hands = [["7S", "7S2", "7H", "7D", "KD"], ["2C"], ["2D"]]
    assert plan("", rules=rules, hands=hands, obliged="7S2") == (["meld 7D 7H 7S2"], "KD 7S")


def test_corner_runs_go_round_the_ace(plan: Plan) -> None:
    rules = {"preset": "pagat", "ace_in_runs": "corner"}
    assert plan("KD AD 2D 9C", rules=rules, other="2C") == (["meld KD AD 2D"], "9C")
    assert plan("2D 9C", rules=rules, melds=["QD KD AD"], other="2C") == (["lay 2D on 1"], "9C")


def test_cards_of_the_wild_rank(plan: Plan) -> None:
    parts: dict[str, Any] = {"rules": "rummy_5000", "wild_rank": "7"}
    assert plan("QH QS 7D 3C 9S", hold=10, **parts) == (["meld QH QS 7D=Q"], "3C 9S")
    assert plan("6H 7H 8H 3C 9S", hold=10, **parts) == (["meld 6H 7H 8H"], "3C 9S")
    assert plan("7C 7D 7H", hold=0, **parts) == (["meld 7C 7D 7H"], "")


def test_jokers_as_a_rank_form_sets(plan: Plan) -> None:
    hands = [["X1", "X2", "X3", "4D"], ["2C"], ["2D"], ["2H"]]
    assert plan("", rules="persian", hands=hands) == (["meld X1 X2 X3"], "4D")
