"""Rated games that are over, as rows: who played them, and what they came to."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import engine
from games.models import Game, Seat
from players.models import Player
from tests.service.games.table import guest

BEGAN = datetime(2026, 1, 20, 12, tzinfo=UTC)
FAST = {"mode": "live", "turn_ms": 20_000}


def over(
    players: Sequence[Player | str],
    totals: Sequence[int],
    at: datetime,
    *,
    preset: str = "classic",
    pool: str = "classic.fast",
    left: Mapping[int, datetime] | None = None,
    **facts: Any,
) -> Game:
    """A game that has ended at this moment and is to be rated; a text among the players is a bot's level."""
    options = engine.PRESETS[preset]
    sides = {engine.side_of(options, len(players), seat) for seat in range(len(players))}
    best = max(sum(totals[seat] for seat in side) for side in sides)
    winners = sorted(seat for side in sides for seat in side if sum(totals[one] for one in side) == best)
    owner = next((one for one in players if isinstance(one, Player)), None) or guest("Owner")
    defaults: dict[str, Any] = {
        "rules_edition": 1,
        "preset": preset,
        "options": engine.options_json(options),
        "seat_count": len(players),
        "takeover_level": "casual",
        "status": "finished",
        "rated": True,
        "clock": FAST,
        "pool": pool,
        "owner": owner,
        "result": {"winners": winners, "totals": list(totals)},
        "totals": list(totals),
        "created_at": at,
        "started_at": at,
        "finished_at": at,
        "unscored_at": at,
    }
    game = Game.objects.create(**{**defaults, **facts})
    for number, player in enumerate(players):
        left_at = (left or {}).get(number)
        is_bot = isinstance(player, str)
        Seat.objects.create(
            game=game,
            seat=number,
            player=None if isinstance(player, str) else player,
            bot_level=player if isinstance(player, str) else "casual" if left_at else "",
            resigned_at=left_at,
            outcome="" if is_bot else "left" if left_at else "won" if number in winners else "lost",
            created_at=at,
            finished_at=at,
        )
    return game


def random_game(rng: Random, players: Sequence[Player], number: int, pool: str = "classic.fast") -> Game:
    """Some of the players in a game that ends about so many hours after the others began."""
    at = BEGAN + timedelta(hours=number // 2)  # some end at the same moment
    table = rng.sample(list(players), rng.choice([2, 2, 3, 4]))
    totals = [rng.randrange(-2, 10) * 50 for _ in table]
    seat, chance = rng.randrange(len(table)), rng.random()
    left = {seat: at - timedelta(minutes=5)} if chance < 0.15 else None
    if chance > 0.9:
        return over(table, totals, at, pool=pool, left={seat: at}, status="aborted", leaver_policy="abandon")
    return over(table, totals, at, pool=pool, left=left)
