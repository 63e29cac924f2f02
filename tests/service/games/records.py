"""Records of games that were never stored: played by the engine alone."""

from random import Random
from typing import Any

import engine
from tests.engine.random_play import TEMPERS, picked


def played_record(rules: Any = None, players: int = 2, number: int = 0) -> engine.GameRecord:
    """The record of a whole game, the same for the same number; of one deal, unless the rules say otherwise."""
    options = engine.options_from(rules or {"preset": "classic", "deal_limit": 1})
    rng = Random(f"{options} {players} {number}")
    deals, deal = [], engine.start_deal(options, players, rng.randbytes(32))
    while True:
        dealt, moves = deal, []
        while deal.table.phase != engine.OVER:
            seat, move = picked(rng, deal, TEMPERS["eager"])
            move = engine.settle(engine.observe(deal, seat), move)
            moves.append((seat, move))
            deal = engine.play_settled(deal, seat, move)
        deals.append(engine.DealRecord(dealt.seed or b"", dealt.table.dealer, tuple(moves)))
        if engine.winners(deal):
            return engine.GameRecord(options, players, tuple(deals))
        deal = engine.next_deal(deal, rng.randbytes(32))
