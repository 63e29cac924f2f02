"""Random play: which of its legal moves a seat picks, and whole deals played so."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from engine import PRESETS, Deal, Move, Observation, Seat, legal_moves, observe, play, to_act

GAMES = [
    (preset, players)
    for preset, options in PRESETS.items()
    for players in range(options.min_players, options.max_players + 1)
]
"""Every preset with every number of players."""
KINDS = ("call", "pass", "draw", "take", "decline", "meld", "lay_off", "swap", "discard")
MOST_MOVES = 5_000
MOST_LISTED = 300
"""Of more legal moves than this only the first are picked from."""


@dataclass(frozen=True)
class Temper:
    """How much a player likes each type of move, beside the others that are legal."""

    draw: int = 4
    take: int = 4
    meld: int = 8
    lay_off: int = 8
    swap: int = 8
    discard: int = 2
    call: int = 4
    decline: int = 1

    def weight(self, kind: str) -> int:
        """The weight of a type of move; a pass weighs 2."""
        return int(getattr(self, kind, 2))


TEMPERS = {
    "even": Temper(),
    "eager": Temper(meld=100, lay_off=100, swap=20, call=50, discard=1),
    "hoarder": Temper(meld=1, lay_off=1, swap=1, discard=50, call=1, decline=0),
    "taker": Temper(draw=1, take=200, meld=3, lay_off=3, decline=0),
    "drawer": Temper(draw=200, take=1, decline=0),
}


@dataclass(frozen=True)
class Step:
    """A move that was played: the deal before it, the seat, the move, the deal after it."""

    before: Deal
    seat: Seat
    move: Move
    after: Deal


def picked(rng: Random, deal: Deal, temper: Temper) -> tuple[Seat, Move]:
    """A seat that is to act and one of its moves."""
    seat = rng.choice(to_act(deal))
    return seat, picked_move(rng, observe(deal, seat), temper)


def picked_move(rng: Random, seen: Observation, temper: Temper) -> Move:
    """One of the legal moves, of which there are some: first a type by weight, then any move of that type."""
    listed: dict[str, list[Move]] = {}
    for move in islice(legal_moves(seen), MOST_LISTED):
        listed.setdefault(move.type, []).append(move)
    kinds = {kind: listed[kind] for kind in KINDS if kind in listed}  # in an order that is not the listing's
    weights = [temper.weight(kind) for kind in kinds]
    (kind,) = rng.choices(list(kinds), weights) if any(weights) else rng.choices(list(kinds))
    return rng.choice(kinds[kind])


def walk(deal: Deal, rng: Random, temper: Temper | None = None) -> Iterator[Step]:
    """Plays the deal to its end, the moves picked at random."""
    temper = temper or rng.choice(list(TEMPERS.values()))
    for _ in range(MOST_MOVES):
        if not to_act(deal):
            return
        seat, move = picked(rng, deal, temper)
        after = play(deal, seat, move)
        yield Step(deal, seat, move, after)
        deal = after
    raise AssertionError(f"the deal goes on after {MOST_MOVES} moves")
