"""Decisions of the players that look: which source to draw from, when to call, swap, decline and overlook."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bots.appraisal import Appraisal
from bots.attention import CLUB, CLUB_WITHOUT_JOKERS
from bots.greedy import Greedy
from bots.registry import LEVELS
from bots.sight import Sight
from bots.weights import TUNED
from engine import (
    CODES,
    Call,
    Decline,
    Discard,
    Draw,
    LayOff,
    Move,
    NewMeld,
    Observation,
    Pass,
    Seat,
    Swap,
    Take,
    mask_of,
    observe,
)
from tests.bots.kinds import MakeDeal, PlayTurn, Seen

WINDOW: dict[str, Any] = {"phase": "draw", "callers": [0], "last_discard_by": 1}


def club(observation: Observation, seed: int = 1) -> Move:
    return LEVELS["club"].choose(observation, Random(seed))


def shares(level: str, observation: Observation, tries: int = 200) -> dict[str, float]:
    """How often each move is chosen, by its type."""
    types = [LEVELS[level].choose(observation, Random(seed)).type for seed in range(tries)]
    return {name: types.count(name) / tries for name in set(types)}


def test_calls_what_fits_the_table(seen: Seen) -> None:
    observation = seen("2D 5H JC", melds=["7S 8S 9S"], pile="3C TS", other="4C 4D", **WINDOW)
    assert club(observation) == Call("TS")


def test_calls_the_deepest_card_that_pays(seen: Seen) -> None:
    observation = seen("2D 5H JC", pile="KD QD JD", melds=["TD TC TH"], other="4C 4S", **WINDOW)
    assert club(observation) == Call("KD")


def test_calls_a_lay_off_of_the_top_card(seen: Seen) -> None:
    observation = seen("2D 5H", melds=["7S 8S 9S"], pile="TS", other="4C 4D", rules="top_call", **WINDOW)
    assert club(observation) == Call("TS", 1)


def test_novices_miss_half_of_their_calls(seen: Seen) -> None:
    observation = seen("2D 5H JC", melds=["7S 8S 9S"], pile="3C TS", other="4C 4D", **WINDOW)
    assert 0.4 < shares("novice", observation)["pass"] < 0.6
    assert shares("club", observation) == {"call": 1.0}


def test_passes_when_the_window_holds_nothing_for_it(seen: Seen) -> None:
    observation = seen("2D 5H", melds=["7S 8S 9S"], pile="TS", other="4C 4D", rules="top_call", **WINDOW)
    bare = observation._replace(table=observation.table.changed(melds=observation.table.melds.__class__()))
    assert club(bare) == Pass()


def test_novices_overlook_a_lay_off_in_four(seen: Seen) -> None:
    observation = seen("TS 2D 5H JC KH", melds=["7S 8S 9S"], other="3C 4C 5C 6D QC QD")
    assert 0.15 < shares("novice", observation)["discard"] < 0.35
    assert shares("casual", observation) == {"lay_off": 1.0}


def test_novices_overlook_nothing_that_they_must_table(seen: Seen) -> None:
    observation = seen("TS JS 2D 5H", melds=["7S 8S 9S"], taken=["JS", "2D"], obliged=["JS"])
    assert shares("novice", observation) == {"lay_off": 1.0}


def test_novices_seldom_look_below_the_top(seen: Seen) -> None:
    observation = seen("KC KD QS", pile="KH 3C", phase="draw", other="QD QH 5C", rules="classic")
    assert 0.03 < shares("novice", observation)["take"] < 0.2


def test_takes_deep_by_a_lay_off(seen: Seen) -> None:
    observation = seen("2D 5H JC", melds=["7S 8S 9S"], pile="TS 3C", phase="draw", other="4C 4D", rules="classic")
    assert club(observation) == Take("TS")


def test_takes_deep_with_a_joker_for_a_rich_pile(seen: Seen) -> None:
    observation = seen("KC X1 2D 4H 7S", pile="KH AC AD AH", phase="draw", other="5C 6D 8C 9D TH 3S 3C")
    assert isinstance(club(observation), Take)


def test_a_player_without_jokers_cannot_use_them_for_that(seen: Seen) -> None:
    observation = seen("KC X1 2D 4H 7S", pile="KH 3C 3D", phase="draw", other="5C 6D 8C 9D TH 3S QC")
    assert Greedy(CLUB_WITHOUT_JOKERS).choose(observation, Random(1)) == Draw()


def test_never_tables_a_joker_without_jokers(seen: Seen) -> None:
    observation = seen("X1 5H KC", melds=["9C 9D 9H"], other="KD")
    assert isinstance(Greedy(CLUB_WITHOUT_JOKERS).choose(observation, Random(1)), Discard)


def test_swaps_a_wild_out_and_tables_it_again(position: MakeDeal, play_turn: PlayTurn) -> None:
    melds = ["7S X1=8S 9S", "4C 4D 4H"]
    moves = play_turn(position("8S KD KH 2C", melds=melds, other="5C 5D", rules="joker_swap"), LEVELS["club"].choose)
    assert moves[:2] == [Swap("8S", "X1", 1), NewMeld(("KD", "KH", "X1=K"))]


def test_who_does_not_see_swaps_does_not_swap(seen: Seen) -> None:
    observation = seen("8S KD KH 2C", melds=["7S X1=8S 9S"], other="5C 5D", rules="joker_swap")
    assert not isinstance(Greedy(replace(CLUB, sees_swaps=False)).choose(observation, Random(1)), Swap)


def test_declines_where_a_take_would_only_cost(seen: Seen) -> None:
    observation = seen(
        "TH 9D", pile="8C KH KD 2S QC", melds=["8S 8D 8H"], phase="draw", stock=[], rules="must_use", other="3C 4C"
    )
    assert club(observation) == Decline()


def test_takes_where_it_pays_though_the_stock_is_out(seen: Seen) -> None:
    observation = seen("KC KD 2S", pile="KH", phase="draw", stock=[], other="3C 4C")
    assert club(observation) == Take("KH")


def test_keeps_a_card_to_discard_where_one_is_needed(position: MakeDeal, play_turn: PlayTurn) -> None:
    moves = play_turn(position("7S 8S 9S TS", rules="must_discard"), LEVELS["club"].choose)
    assert moves == [NewMeld(("8S", "9S", "TS")), Discard("7S")]


def test_discards_another_card_than_the_one_taken_alone(seen: Seen) -> None:
    observation = seen("KH KD 2C", taken=["2C"], other="5C 5D")
    assert club(observation) != Discard("2C")


def test_fears_the_cards_that_an_opponent_is_known_to_hold(position: MakeDeal) -> None:
    """Either nine may go; with two cards known that make a run with one of them, the other one goes."""
    deal = position("9S 9H KC", other="7H 8H 2D 3D 4C 5C", rules={"preset": "classic", "lay_off": "own"})
    known = deal._replace(table=deal.table.changed(known=(0, mask_of(["7H", "8H"]))))
    costs = [discard_costs(observe(each, Seat(0))) for each in (deal, known)]
    assert costs[1]["9H"] > costs[0]["9H"]
    assert costs[1]["9S"] == pytest.approx(costs[0]["9S"], abs=1.5)


def discard_costs(observation: Observation) -> dict[str, float]:
    appraisal = Appraisal(Sight(observation), CLUB, TUNED)
    costs = appraisal.discard_costs(appraisal.plan_of_turn()[0])
    return {CODES[card]: cost for card, cost in costs.items()}


def test_lays_off_on_the_meld_that_it_has_just_put_down(position: MakeDeal, play_turn: PlayTurn) -> None:
    moves = play_turn(position("7C 7D 7H X1", melds=["2S 3S 4S"]), LEVELS["club"].choose)
    assert isinstance(moves[0], NewMeld)
    assert all(isinstance(move, NewMeld | LayOff | Discard) for move in moves)
