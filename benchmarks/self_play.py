"""The engine, played at random: `python -m benchmarks.self_play SEED SECONDS` prints its figures as JSON.

E1 is whole play: observe, list the legal moves, choose, play. E2 is the legal moves alone, over positions of
such play: membership (`in`) and full iteration.
"""

import json
import sys
from collections.abc import Iterator
from random import Random
from time import process_time

import engine

DEALS = 12
"""Deals whose positions E2 is measured over."""

MOVES_A_POSITION = 4
"""Legal moves, and as many illegal ones, that are asked about in a position."""


def main(seed: int, seconds: float) -> None:
    """Print the figures a CPU second."""
    rng = Random(seed)
    figures = whole_play(rng, seconds)
    positions = [position for _ in range(DEALS) for position in random_deal("pagat", rng)]
    print(json.dumps({**figures, **membership(positions, rng, seconds), **iteration(positions, rng, seconds)}))


def random_deal(preset: str, rng: Random) -> Iterator[tuple[engine.Deal, engine.Seat]]:
    """Every position of a deal of two that is played at random to its end, with the seat that moves."""
    deal = engine.start_deal(engine.PRESETS[preset], 2, rng.randbytes(32))
    while deal.table.phase != "over":
        seat = engine.to_act(deal)[0]
        yield deal, seat
        deal = engine.play(deal, seat, rng.choice(list(engine.legal_moves(engine.observe(deal, seat)))))


def whole_play(rng: Random, seconds: float) -> dict[str, float]:
    """E1: deals of `classic` one after the other, each from a fresh seed."""
    deals = actions = 0
    start = process_time()
    while process_time() - start < seconds:
        actions += sum(1 for _ in random_deal("classic", rng))
        deals += 1
    spent = process_time() - start
    return {"deals": deals / spent, "actions": actions / spent}


def membership(positions: list[tuple[engine.Deal, engine.Seat]], rng: Random, seconds: float) -> dict[str, float]:
    """E2: `move in legal_moves(observation)`, each with an observation of its own that is made untimed."""
    calls, spent = 0, 0.0
    while spent < seconds:
        deal, seat = rng.choice(positions)
        moves = asked_moves(deal, seat, rng)
        asked = [(engine.observe(deal, seat), move) for move in moves]
        start = process_time()
        for observation, move in asked:
            move in engine.legal_moves(observation)  # noqa: B015 - the answer is not needed, the work is
        spent += process_time() - start
        calls += len(asked)
    return {"membership_calls": calls / spent}


def iteration(positions: list[tuple[engine.Deal, engine.Seat]], rng: Random, seconds: float) -> dict[str, float]:
    """E2: all legal moves of a position, from an observation that is made untimed."""
    moves, spent = 0, 0.0
    while spent < seconds:
        observation = engine.observe(*rng.choice(positions))
        start = process_time()
        moves += sum(1 for _ in engine.legal_moves(observation))
        spent += process_time() - start
    return {"iterated_moves": moves / spent}


def asked_moves(deal: engine.Deal, seat: engine.Seat, rng: Random) -> list[engine.Move]:
    """Legal moves and, in equal number, moves of the same phase that are refused.

    The legal ones are drawn from the list, kind by kind: with jokers nearly every move of a list is a meld.
    Refused ones are what a person tries: a take that cannot be used, cards that are no meld, a card laid off
    where it does not fit, a discard of a card that is not in the hand.
    """
    legal = list(engine.legal_moves(engine.observe(deal, seat)))
    by_type: dict[str, list[engine.Move]] = {}
    for move in legal:
        by_type.setdefault(move.type, []).append(move)
    found = [rng.choice(by_type[rng.choice(sorted(by_type))]) for _ in range(MOVES_A_POSITION)]
    refused = [
        move for move in tempting_moves(deal, seat, rng) if move not in engine.legal_moves(engine.observe(deal, seat))
    ]
    return found + refused[:MOVES_A_POSITION]


def tempting_moves(deal: engine.Deal, seat: engine.Seat, rng: Random) -> list[engine.Move]:
    """Moves of the phase in random order, some legal and some not."""
    table, hand = deal.table, engine.codes(deal.hands[seat])
    if table.phase == "draw":
        found: list[engine.Move] = [engine.Take(engine.code(card)) for card in table.pile]
        found += [engine.Decline(), engine.Pass()]
    else:
        found = [engine.LayOff(card, number + 1) for card in hand for number in range(len(table.melds))]
        found += [engine.NewMeld(tuple(rng.sample(hand, 3))) for _ in range(6) if len(hand) >= 3]
        found += [engine.Discard(engine.code(card)) for card in table.pile[-2:]]
    rng.shuffle(found)
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
