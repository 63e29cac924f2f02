"""What a lost bell left undone is found in the rows: windows that are due, bots that should have moved."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from games import after_commit, store
from games.models import Game
from games.services import windows
from games.services.transactions import in_transaction

log = logging.getLogger("games.sweep")

PATIENCE = timedelta(seconds=5)
"""How long after its time a bot is rung for again."""
BATCH = 200


def settle_due_windows(*, now: datetime) -> int:
    """Close the call windows whose time is over. Returns how many."""
    due = Game.objects.filter(window_closes_at__lte=now).order_by("window_closes_at")
    return sum(_settled(game_id, now) for game_id in due.values_list("id", flat=True)[:BATCH])


def _settled(game_id: UUID, now: datetime) -> bool:
    try:
        return settle_game(game_id=game_id, now=now)
    except Exception:  # one broken game must not keep the others waiting
        log.exception("The call window of game %s could not be closed.", game_id)
        return False


@in_transaction
def settle_game(*, game_id: UUID, now: datetime) -> bool:
    """Close the game's call window if its time is over. Returns whether that was so."""
    return windows.settle_if_due(store.lock(game_id), now)


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
