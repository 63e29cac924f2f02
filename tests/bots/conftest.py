from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from bots.registry import Choose
from engine import CODES, Deal, Move, Observation, Seat, observe, play, position_from, to_act
from engine.cards import PACK_SIZE
from tests.bots.kinds import MakeDeal, PlayOut, PlayTurn, Seen

MOST_MOVES = 20_000
STOCK = 12


@pytest.fixture
def position() -> MakeDeal:
    """A deal with seat 0 in its play phase, given by what matters in it; melds are seat 1's, the rest is
    stock.
    """

    def position(
        hand: str,
        *,
        pile: str = "",
        melds: Sequence[str] = (),
        other: str = "KC KD KH KS QC QD QH",
        **parts: Any,
    ) -> Deal:
        dealt = {card.split("=")[0] for text in (hand, other, pile, *melds) for card in text.split()}
        return position_from(
            {
                "turn": 0,
                "phase": "play",
                "hands": [hand.split(), other.split()],
                "stock": [code for code in CODES[:PACK_SIZE] if code not in dealt][:STOCK],
                "pile": pile.split(),
                "melds": [meld_json(number, text) for number, text in enumerate(melds, 1)],
            }
            | parts
        )

    return position


def meld_json(number: int, text: str) -> dict[str, Any]:
    """Meld "7C 8C X2=9C" of seat 1."""
    cards = text.split()
    ranks = {card.split("=")[-1][0] for card in cards}
    kind = "set" if len(ranks) == 1 else "run"
    return {"id": number, "kind": kind, "cards": cards, "by": [1] * len(cards), "owner": 1}


@pytest.fixture
def seen(position: MakeDeal) -> Seen:
    """What seat 0 sees of such a position."""

    def seen(hand: str, **parts: Any) -> Observation:
        return observe(position(hand, **parts), Seat(0))

    return seen


@pytest.fixture
def play_turn() -> PlayTurn:
    """The moves that a player makes until its turn is over."""

    def play_turn(deal: Deal, choose: Choose) -> list[Move]:
        moves: list[Move] = []
        seat, rng = deal.table.turn, Random(1)
        while deal.table.turn == seat and deal.table.phase != "over":
            moves.append(choose(observe(deal, seat), rng))
            deal = play(deal, seat, moves[-1])
        return moves

    return play_turn


@pytest.fixture
def play_out() -> PlayOut:
    """Plays a deal to its end with one player in every seat; the engine raises at the first move that it
    refuses.
    """

    def play_out(deal: Deal, choose: Choose) -> Deal:
        rng = Random(1)
        for _ in range(MOST_MOVES):
            seats = to_act(deal)
            if not seats:
                return deal
            deal = play(deal, seats[0], choose(observe(deal, seats[0]), rng))
        raise AssertionError("the deal does not end")

    return play_out
