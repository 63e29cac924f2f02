"""What attempts at a daily deal came to. Whoever changes one holds the lock of its game."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import F

from games.daily import BOT, PLAYER
from games.models import Attempt, Status
from games.store import GameState


def note_attempt(state: GameState, status: Status, now: datetime) -> None:
    """The game has ended with this status: as an attempt it counts, counts for nothing, or was never made."""
    attempts = Attempt.objects.filter(game=state.game)
    if status == Status.VOIDED:
        attempts.update(is_ranked=False, is_listed=False)
    facts: dict[str, Any] = {"finished_at": now}
    if status == Status.FINISHED:
        totals = state.game.totals
        assert totals is not None, "a finished game has totals"
        facts |= {"points": totals[PLAYER], "difference": totals[PLAYER] - totals[BOT]}
        facts |= {"turns": state.seats[PLAYER].turns, "is_listed": F("is_ranked")}
    attempts.filter(finished_at=None).update(**facts)


def leave_boards(player_id: UUID) -> None:
    """The player's attempts are listed nowhere any more."""
    Attempt.objects.filter(player_id=player_id, is_listed=True).update(is_listed=False)


def told_attempts(player_id: UUID) -> list[dict[str, Any]]:
    """For the player's export."""
    own = Attempt.objects.filter(player_id=player_id).order_by("id")
    names = ("day_id", "game_id", "is_ranked", "points", "difference", "turns", "started_at", "finished_at")
    return list(own.values(*names))
