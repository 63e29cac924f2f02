"""Playouts: random moves are drawn uniformly from the legal ones, policies are followed, deals end."""

from collections import Counter
from random import Random

import pytest

from bots.kernel.exchange import deal_of, engine_move, world_of
from bots.kernel.legal import legal_moves
from bots.kernel.moves import Move
from bots.kernel.playouts import play_out, play_out_at_random, random_move
from bots.kernel.world import OVER, World
from engine import PRESETS, Seat, move_text, observe, start_deal
from engine import legal_moves as engine_moves
from tests.bots.kernel.compared import steps
from tests.engine.random_play import GAMES

DRAWS_EACH = 60
MOST_MOVES = 40


@pytest.mark.parametrize(("preset", "players"), [("classic", 2), ("pagat", 4), ("joker_swap", 2), ("new_meld_only", 2)])
def test_random_moves_are_uniform_over_the_legal_ones(preset: str, players: int) -> None:
    rng = Random(f"uniform {preset}")
    for step in steps(PRESETS[preset], players, rng, 0.1):
        world = world_of(step.before, rng)
        seat = world.callers[0] if world.callers else world.turn
        legal = {move_text(move) for move in engine_moves(observe(step.before, Seat(seat)))}
        if len(legal) > MOST_MOVES:
            continue
        drawn = Counter(
            move_text(engine_move(random_move(world, seat, rng.random))) for _ in range(len(legal) * DRAWS_EACH)
        )
        assert set(drawn) == legal
        expected = drawn.total() / len(legal)
        squares = sum((count - expected) ** 2 / expected for count in drawn.values())
        assert squares < len(legal) + 6 * (2 * len(legal)) ** 0.5


@pytest.mark.parametrize(("preset", "players"), GAMES[::5])
def test_a_random_playout_ends_and_keeps_all_cards(preset: str, players: int) -> None:
    rng = Random(f"ends {preset} {players}")
    deal = start_deal(PRESETS[preset], players, rng.randbytes(32))
    world = world_of(deal, rng)
    assert play_out_at_random(world, rng.random) > 0
    assert world.phase == OVER
    cards = len(world.stock) + len(world.pile) + sum(hand.bit_count() for hand in world.hands)
    assert cards + sum(len(meld.cards) for meld in world.layout.melds) == deal.table.rules.pack.bit_count()


def test_policies_are_asked_in_turn_for_so_many_turns() -> None:
    deal = start_deal(PRESETS["classic"], 3, bytes(32), dealer=Seat(0))
    world = world_of(deal, Random(1))
    asked: list[int] = []

    def policy(world: World, seat: int) -> Move:
        asked.append(seat)
        return legal_moves(world, seat)[0]

    play_out(world, [policy] * 3, 4)
    assert asked == [1, 1, 2, 2, 0, 0, 1, 1]
    assert deal_of(world, deal).table.turn == 2
    play_out(world, [policy] * 3, -1)
    assert world.phase == OVER
