"""The deals of a game: secret while they go on but for their commitment, in full when they are over."""

from typing import Any

from django.utils.translation import gettext

import engine
from engine.cards import CODES
from games.fairness import ALGORITHM, ALGORITHM_VERSION
from games.models import Deal
from games.public import hand_codes
from games.replay import reshuffles_of
from games.shown import deals_of, is_deal_open, is_deal_over
from games.store import GameState
from games.times import instant
from players.errors import DomainError


def deal_row(state: GameState, number: int) -> Deal:
    """The deal of this number. Raises `not_found`."""
    row = deals_of(state).filter(number=number).first()
    if row is None:
        raise DomainError("not_found", gettext("There is no such deal."))
    return row


def deal_fields(state: GameState, row: Deal) -> dict[str, Any]:
    """A deal as it is recorded, and what its scores are made of, when it is over."""
    results = row.results["seats"] if row.results and is_deal_over(state, row) else None
    return recorded_deal_fields(state, row) | {"results": results}


def recorded_deal_fields(state: GameState, row: Deal) -> dict[str, Any]:
    """A deal; its scores, how it ended and the seed when it is over."""
    return {
        "number": row.number,
        "dealer": row.dealer,
        "commitment": row.commitment,
        "started_at": instant(row.started_at),
        **(_end(state, row) if is_deal_over(state, row) else dict.fromkeys(_END)),
    }


_END = ("seed", "scores", "totals", "out", "ended", "finished_at")


def _end(state: GameState, row: Deal) -> dict[str, Any]:
    return {
        "seed": bytes(row.seed).hex() if is_deal_open(state, row) else None,
        "scores": row.scores,
        "totals": row.totals,
        "out": row.out,
        "ended": row.ended or None,
        "finished_at": instant(row.finished_at) if row.finished_at else None,
    }


def full_deal_fields(state: GameState, row: Deal) -> dict[str, Any]:
    """A deal with the cards that were dealt; until it is open, `hands`, `upcard` and `stock` are null.

    `breakdown` has the points of every card, null until then and where the deal has no scores.
    """
    hidden = dict.fromkeys(("hands", "upcard", "stock", "breakdown"))
    is_open = is_deal_open(state, row)
    told = _dealt(state, row) | {"breakdown": _breakdown(row)} if is_open else hidden
    return deal_fields(state, row) | told


def fairness_fields(state: GameState, row: Deal) -> dict[str, Any]:
    """All that is needed to check shuffle and dealing; seed and cards when the deal is over."""
    options, players = state.options, len(state.seats)
    told = {"seed": None, "pack": None, "hands": None, "upcard": None, "reshuffles": None}
    return {
        "deal_number": row.number,
        "algorithm": ALGORITHM,
        "algorithm_version": ALGORITHM_VERSION,
        "commitment": row.commitment,
        "players": players,
        "dealer": row.dealer,
        "packs": options.packs(players),
        "jokers_per_pack": options.jokers_per_pack,
        "hand_sizes": options.hand_sizes,
        **(_proof(state, row) if is_deal_open(state, row) else told),
    }


def _breakdown(row: Deal) -> dict[str, Any] | None:
    if row.results is None:
        return None
    return {name: row.results[name] for name in ("melds", "hands", "hands_count")}


def _proof(state: GameState, row: Deal) -> dict[str, Any]:
    """What is secret while the deal goes on; hands in the order in which their cards were dealt."""
    dealt = _dealt(state, row)
    pack = [CODES[card] for card in engine.shuffled_pack(state.options, len(state.seats), bytes(row.seed))]
    return {
        "seed": bytes(row.seed).hex(),
        "pack": pack,
        "hands": [sorted(hand, key=pack.index) for hand in dealt["hands"]],
        "upcard": dealt["upcard"],
        "reshuffles": [
            {
                "number": one.number,
                "pile": [CODES[card] for card in one.pile],
                "stock": [CODES[card] for card in one.stock],
            }
            for one in reshuffles_of(state, row)
        ],
    }


def _dealt(state: GameState, row: Deal) -> dict[str, Any]:
    start = engine.start_deal(state.options, len(state.seats), bytes(row.seed), dealer=engine.Seat(row.dealer))
    return {
        "hands": [hand_codes(start, seat) for seat in range(len(state.seats))],
        "upcard": CODES[start.table.pile[0]],
        "stock": [CODES[card] for card in start.stock],
    }
