"""What a lost bell left undone is found in the rows: games that are due, bots that should have moved."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from games import after_commit
from games.models import Game
from games.services.deadlines import settle_game

log = logging.getLogger("games.sweep")

PATIENCE = timedelta(seconds=5)
"""How long after its time a bot is rung for again."""
BATCH = 200


def settle_due_games(*, now: datetime) -> int:
    """Carry out what time has decided: windows, turns, offers. Returns in how many games."""
    due = Game.objects.filter(due_at__lte=now).order_by("due_at")
    return sum(_settled(game_id, now) for game_id in due.values_list("id", flat=True)[:BATCH])


def _settled(game_id: UUID, now: datetime) -> bool:
    try:
        return settle_game(game_id=game_id, now=now)
    except Exception:  # one broken game must not keep the others waiting
        log.exception("What is due in game %s could not be carried out.", game_id)
        return False


def ring_late_bots(*, now: datetime) -> int:
    """Ring again for the bots that should have moved a while ago, each once in a while. Returns how many."""
    late = Game.objects.filter(bot_due_at__lte=now - PATIENCE).order_by("bot_due_at")
    rung = 0
    for game_id, version, due in late.values_list("id", "version", "bot_due_at")[:BATCH]:
        # The condition is the claim: of two sweeps at once, one rings.
        if Game.objects.filter(id=game_id, version=version, bot_due_at=due).update(bot_due_at=now):
            after_commit.ring_bot(game_id, version)
            rung += 1
    return rung
