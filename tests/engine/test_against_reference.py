"""The engine and the slow reference agree: the same code, or the same position, for random moves.

`REFERENCE_WALKS` is the number of random walks, with some dozens of moves tried in each; `REFERENCE_FIRST` is
the seed of the first one.
"""

import os
from random import Random
from typing import Any

import pytest

import engine
from tests.engine.reference import dealing, rules, scoring
from tests.engine.reference.candidates import candidates
from tests.engine.reference.listing import listed
from tests.engine.reference.play import play
from tests.engine.reference.positions import SEED, random_long_meld, random_position, random_rules
from tests.engine.reference.state import Refused, State, dump, load

WALKS = int(os.environ.get("REFERENCE_WALKS", "60"))
FIRST = int(os.environ.get("REFERENCE_FIRST", "0"))
STEPS, TRIES = 8, 8


def seeded(deal: engine.Deal) -> engine.Deal:
    """The deal with a seed, which a reshuffle needs and a position does not give."""
    return engine.deal_from_snapshot(engine.snapshot_of(deal), deal.table.rules.options, seed=SEED)


def engine_answer(deal: engine.Deal, seat: int, text: str) -> tuple[str, engine.Deal]:
    """`ok` and the deal after the move, or the code and the same deal."""
    try:
        move = engine.parse_move(text)
    except engine.BadNotation:
        return ("deal_over" if deal.table.phase == "over" else "bad_notation"), deal
    try:
        after = engine.play(deal, seat, move)
    except engine.IllegalMove as refused:
        return str(refused.code), deal
    return "ok", after


def reference_answer(state: State, seat: int, text: str) -> tuple[str, State]:
    try:
        return "ok", play(state, seat, text, SEED)
    except Refused as refused:
        return refused.code, state


def compared(position: dict[str, Any]) -> dict[str, Any]:
    """A position in a form in which two of the same meaning are equal."""
    found = {key: value for key, value in position.items() if key not in ("rules", "totals")}
    found["melds"] = [_compared_meld(meld) for meld in position["melds"]]
    found["hands"] = [sorted(hand) for hand in position["hands"]]
    for key in ("callers", "obliged"):
        found[key] = sorted(position[key])
    return found


def _compared_meld(meld: dict[str, Any]) -> dict[str, Any]:
    cards = list(zip(meld["cards"], meld["by"], strict=True))
    if meld["kind"] == "set":
        cards.sort()
    return {
        "kind": meld["kind"],
        "cards": cards,
        "owner": meld["owner"],
        "doubled": sorted(meld.get("doubled", ())),
    }


def check_scores(deal: engine.Deal, state: State) -> None:
    assert list(engine.table_points(deal.table)) == scoring.points(state)
    if state.phase == "over":
        assert list(engine.deal_scores(deal) or ()) == scoring.deal_scores(state)
        assert list(engine.totals(deal) or ()) == scoring.totals(state)
        assert list(engine.winners(deal)) == scoring.winners(state)
        assert engine.next_dealer(deal) == scoring.next_dealer(state)
    else:
        assert engine.totals(deal) is None
        assert not engine.winners(deal)


@pytest.mark.parametrize("number", range(FIRST, FIRST + WALKS))
def test_the_engine_answers_as_the_reference_does(number: int) -> None:
    rng = Random(number)
    position = random_position(rng)
    state, deal = load(position), seeded(engine.position_from(position))
    for _ in range(STEPS):
        followed = []
        for seat, text in candidates(state, rng, TRIES):
            expected, state_after = reference_answer(state, seat, text)
            found, deal_after = engine_answer(deal, seat, text)
            case = {"position": {"rules": position["rules"], **dump(state)}, "seat": seat, "move": text}
            assert found == expected, case
            assert compared(engine.position_of(deal_after)) == compared(dump(state_after)), case
            if expected not in ("bad_notation", "deal_over"):
                is_legal = engine.parse_move(text) in engine.legal_moves(engine.observe(deal, seat))
                assert is_legal == (expected == "ok"), case
            if expected == "ok" and text != "decline":
                followed.append((state_after, deal_after))
        if not followed:
            break
        state, deal = rng.choice(followed)
        check_scores(deal, state)
        if state.phase == "over":
            break


@pytest.mark.parametrize("number", range(FIRST, FIRST + WALKS))
def test_the_engine_lists_every_legal_move_once(number: int) -> None:
    rng = Random(f"listing {number}")
    position = random_position(rng)
    state, deal = load(position), seeded(engine.position_from(position))
    for _ in range(3):
        for seat in range(len(state.hands)):
            moves = [engine.move_text(move) for move in engine.legal_moves(engine.observe(deal, seat))]
            case = {"position": {"rules": position["rules"], **dump(state)}, "seat": seat}
            assert len(set(moves)) == len(moves), case
            assert set(moves) == listed(state, seat), case
            assert bool(engine.legal_moves(engine.observe(deal, seat))) == bool(moves), case
        seat, text = rng.choice(candidates(state, rng, TRIES))
        _, state = reference_answer(state, seat, text)
        _, deal = engine_answer(deal, seat, text)


@pytest.mark.parametrize("number", range(FIRST, FIRST + WALKS))
def test_long_melds_are_read_alike(number: int) -> None:
    rng = Random(f"long {number}")
    for _ in range(5):
        position, text = random_long_meld(rng)
        expected, state = reference_answer(load(position), 0, text)
        found, deal = engine_answer(engine.position_from(position), 0, text)
        assert found == expected, (position, text)
        assert compared(engine.position_of(deal)) == compared(dump(state)), (position, text)


@pytest.mark.parametrize("number", range(FIRST, FIRST + max(WALKS // 5, 1)))
def test_fresh_deals_are_the_same(number: int) -> None:
    rng = Random(f"deal {number}")
    chosen = random_rules(rng)
    options = rules.all_options(chosen)
    players = rng.randint(options["min_players"], options["max_players"])
    if not dealing.can_be_dealt(rules.rules_for(chosen, players)):
        return
    seed = rng.randbytes(32)
    deal = engine.start_deal(engine.options_from(chosen), players, seed)
    expected = dealing.dealt(chosen, players, seed, dealing.first_dealer(players, seed))
    found = engine.position_of(deal)
    assert {
        **{key: found[key] for key in expected},
        "hands": [sorted(hand) for hand in found["hands"]],
    } == expected


@pytest.mark.parametrize("number", range(FIRST, FIRST + WALKS))
def test_the_same_combinations_of_options_are_impossible(number: int) -> None:
    rng = Random(f"options {number}")
    chosen = random_rules(rng, possible=False)
    options = rules.all_options(chosen)
    wrong = rules.impossible(options)
    named: set[str] = set()
    try:
        engine.options_from(chosen)
    except engine.ImpossibleRules as refused:
        named = set(refused.options)
    assert bool(named) == bool(wrong), (chosen, named, wrong)
    assert not wrong or named & wrong, (chosen, named, wrong)
