"""What a lost bell left undone is found in the rows: games that are due, bots that should have moved."""

import logging
from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import QuerySet

from games import after_commit
from games.daily import ended_before
from games.models import Game
from games.services.deadlines import settle_game

log = logging.getLogger("games.sweep")

PATIENCE = timedelta(seconds=5)
"""How long after its time a bot, or who tells players their news, is rung for again."""
BATCH = 200
MOST = 20 * BATCH
"""So many games are looked at in one sweep; more than `BATCH` only where some cannot be settled."""


def settle_due_games(*, now: datetime) -> int:
    """Carry out what time has decided: windows, turns, offers. Returns in how many games.

    Games in which that fails stay due, and are no reason to leave others undone.
    """
    return _settle(Game.objects.filter(due_at__lte=now).order_by("due_at", "id"), now)


def break_off_late_attempts(*, now: datetime) -> int:
    """Settle attempts at the deals of days that have ended. Returns how many.

    Apart from what is due: all these are at the same moment.
    """
    late = Game.objects.filter(sealed_day__lt=ended_before(now), finished_at=None)
    return _settle(late.order_by("sealed_day"), now)


def _settle(games: QuerySet[Game], now: datetime) -> int:
    settled = 0
    for game_id in list(games.values_list("id", flat=True)[:MOST]):
        settled += _is_settled(game_id, now)
        if settled == BATCH:
            break
    return settled


def _is_settled(game_id: UUID, now: datetime) -> bool:
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


def ring_late_tellers(*, now: datetime) -> int:
    """Ring again for the games of which players should have been told something a while ago, each once in a while.

    Returns how many.
    """
    late = Game.objects.filter(untold_at__lte=now - PATIENCE).order_by("untold_at").values_list("id", "untold_at")
    rung = 0
    for game_id, since in late[:BATCH]:
        # The condition is the claim, as above; and those that cannot be told are behind the others next time.
        if Game.objects.filter(id=game_id, untold_at=since).update(untold_at=now):
            after_commit.ring_teller(game_id)
            rung += 1
    return rung
