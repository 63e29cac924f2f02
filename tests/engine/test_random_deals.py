"""Random deals over all presets and numbers of players, and over random options, keep every invariant.

Some hundreds normally; 20,000 with SOAK=1 in the environment (see `sizes`).
"""

from itertools import count
from random import Random

import pytest

import engine
from engine import OVER, PLAY, PRESETS, Deal, DealRecord, GameRecord, Options, codes, start_deal
from tests.engine.invariants import check_cards, check_deal, check_moves, check_step, measure
from tests.engine.option_values import random_options
from tests.engine.points import check_points
from tests.engine.public_knowledge import Watcher
from tests.engine.random_play import GAMES, walk
from tests.engine.sizes import DEALS_EACH, RANDOM_OPTIONS, SEED, SIZED

pytestmark = SIZED

LOOKED_AT = 0.025
"""The share of the steps at which all moves are tried and all forms are written and read."""


def played_out(options: Options, players: int, rng: Random) -> Deal:
    """A random deal played to its end, with everything checked on the way."""
    seed = rng.randbytes(32)
    deal = start_deal(options, players, seed)
    check_deal(deal)
    check_moves(deal, rng)
    measured, watcher, moves = measure(deal), Watcher(deal), []
    for step in walk(deal, rng):
        moves.append((step.seat, step.move))
        deal = step.after
        check_step(step)
        check_cards(deal)
        watcher.see(step)
        assert watcher.known == deal.table.known
        if step.before.table.phase == PLAY and deal.table.phase != PLAY:
            assert measure(deal) < measured
            measured = measure(deal)
        if rng.random() < LOOKED_AT or deal.table.phase == OVER:
            check_deal(deal)
            check_moves(deal, rng)
    check_points(deal)
    record = GameRecord(options, players, (DealRecord(seed, deal.table.dealer, tuple(moves)),))
    assert engine.replay(engine.parse_record(engine.record_text(record)))[-1] == deal
    return deal


@pytest.mark.parametrize(("preset", "players"), GAMES)
def test_a_random_deal_of_a_preset_keeps_the_invariants(preset: str, players: int) -> None:
    for number in range(SEED, SEED + DEALS_EACH):
        deal = played_out(PRESETS[preset], players, Random(f"{preset} {players} {number}"))
        assert deal.table.phase == OVER, (number, codes(deal.hands[0]))


def test_all_presets_and_numbers_of_players_are_played() -> None:
    assert {preset for preset, _ in GAMES} == set(PRESETS)
    assert {players for _, players in GAMES} == set(range(2, 9))


@pytest.mark.parametrize("tenth", range(10))
def test_a_random_deal_of_random_options_keeps_the_invariants(tenth: int) -> None:
    for number in range(SEED + tenth, SEED + RANDOM_OPTIONS, 10):
        rng = Random(f"options {number}")
        players = rng.randint(2, 8)
        played_out(random_options(rng, players), players, rng)


def test_whole_games_end_with_winners() -> None:
    """11: the totals are carried from deal to deal until somebody has won, and the record of the game replays."""
    for preset in ("quick", "persian", "wikipedia"):
        options, rng = PRESETS[preset], Random(preset)
        players = options.min_players
        deals: list[DealRecord] = []
        deal = start_deal(options, players, rng.randbytes(32))
        for number in count(1):
            assert deal.table.deal_number == number
            moves = []
            for step in walk(deal, rng):
                moves.append((step.seat, step.move))
                deal = step.after
            deals.append(DealRecord(deal.seed or b"", deal.table.dealer, tuple(moves)))
            if engine.winners(deal):
                break
            deal = engine.next_deal(deal, rng.randbytes(32))
        record = GameRecord(options, players, tuple(deals))
        finals = engine.replay(engine.record_from_json(engine.record_json(record)))
        assert finals[-1] == deal
        assert [engine.winners(final) for final in finals[:-1]] == [()] * (len(finals) - 1)
        assert engine.totals(deal) == tuple(map(sum, zip(*map(engine.deal_scores, finals), strict=True)))
