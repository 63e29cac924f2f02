"""The kernel beside the engine: the same moves in a position, the same deal after a move, the same scores."""

from collections.abc import Iterator
from itertools import islice
from random import Random

from bots.kernel.exchange import deal_of, engine_move, world_of
from bots.kernel.hands import MOST
from bots.kernel.legal import actors
from bots.kernel.legal import legal_moves as kernel_moves
from bots.kernel.moves import Move
from bots.kernel.turns import play, renew_stock
from bots.kernel.world import World, scores_of
from engine import Deal, Options, Seat, legal_moves, move_text, observe, start_deal, table_points, to_act
from engine.scoring import deal_scores
from tests.engine.random_play import Step, walk

SAMPLE = 20


def compare(step: Step, rng: Random) -> None:
    """Everything about the position before the step, and after it."""
    world = world_of(step.before, rng)
    compare_position(world, step.before, rng)
    move = found_move(world, step)
    if move is None:
        return
    copy = world.copy()
    play_as_dealt(copy, step, move)
    compare_position(copy, step.after, rng)
    assert deal_of(world, step.before) == step.before, "a copy was played, and the world changed"


def compare_position(world: World, deal: Deal, rng: Random) -> None:
    """The world is the deal, with the same seats to act, moves, points and scores."""
    assert deal_of(world, deal) == deal
    assert tuple(actors(world)) == to_act(deal)
    assert tuple(world.points) == table_points(deal.table)
    if deal.table.ended:
        assert tuple(scores_of(world)) == deal_scores(deal)
    for seat in range(deal.table.players):
        compare_moves(world, deal, Seat(seat), rng)


def compare_moves(world: World, deal: Deal, seat: Seat, rng: Random) -> None:
    """The same moves. Of many, which the kernel does not list all, each that it lists is legal and listed once."""
    legal = legal_moves(observe(deal, seat))
    theirs = [move_text(move) for move in islice(legal, MOST)]
    ours = [engine_move(move) for move in kernel_moves(world, seat)]
    texts = [move_text(move) for move in ours]
    if len(theirs) < MOST:
        assert sorted(texts) == sorted(theirs)
        return
    assert len(set(texts)) == len(texts)
    assert len(texts) >= MOST
    for move in rng.sample(ours, SAMPLE):
        assert move in legal


def found_move(world: World, step: Step) -> Move | None:
    """The move of the step in the kernel's form, None where the kernel does not list it."""
    for move in kernel_moves(world, step.seat):
        if engine_move(move) == step.move:
            return move
    return None


def play_as_dealt(world: World, step: Step, move: Move) -> None:
    """Plays the move, with the new stock in the engine's order where the move makes one."""
    if step.move.type == "draw" and not world.stock:
        fresh = world_of(step.after, world.chance)
        drawn = (fresh.hands[step.seat] & ~world.hands[step.seat]).bit_length() - 1
        renew_stock(world, [*fresh.stock, drawn])
    play(world, step.seat, move)


def steps(options: Options, players: int, rng: Random, share: float) -> Iterator[Step]:
    """Some steps of a random deal of the engine; the last is always among them."""
    for step in walk(start_deal(options, players, rng.randbytes(32)), rng):
        if rng.random() < share or step.after.table.ended:
            yield step
