"""What attempts at daily deals came to, and which of them are listed."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import F

from games.daily import BOT, PLAYER
from games.models import Attempt, ResultCount, Status
from games.store import GameState


def note_attempt(state: GameState, status: Status, now: datetime) -> None:
    """The locked game has ended with this status: as an attempt it counts, counts for nothing, or was never made."""
    attempt = Attempt.objects.select_for_update().filter(game=state.game).first()
    if attempt is None:
        return
    is_new, was_listed = attempt.finished_at is None, attempt.is_listed
    if is_new:
        attempt.finished_at = now
    if is_new and status == Status.FINISHED:
        _note_result(attempt, state)
        attempt.is_listed = attempt.is_ranked
    if status == Status.VOIDED:
        attempt.is_ranked = attempt.is_listed = False
    attempt.save()
    _count(attempt, attempt.is_listed - was_listed)


def _note_result(attempt: Attempt, state: GameState) -> None:
    totals = state.game.totals
    assert totals is not None, "a finished game has totals"
    attempt.points, attempt.difference = totals[PLAYER], totals[PLAYER] - totals[BOT]
    attempt.turns = state.seats[PLAYER].turns


@transaction.atomic
def leave_boards(player_id: UUID) -> None:
    """The player's attempts are listed nowhere any more."""
    listed = Attempt.objects.select_for_update().filter(player_id=player_id, is_listed=True)
    for attempt in listed.order_by("day_id"):
        attempt.is_listed = False
        attempt.save(update_fields=["is_listed"])
        _count(attempt, -1)


def _count(attempt: Attempt, change: int) -> None:
    """So many more have the result of this attempt on the board of its day."""
    if not change:
        return
    result = {"day_id": attempt.day_id, "difference": attempt.difference, "turns": attempt.turns}
    ResultCount.objects.bulk_create([ResultCount(**result)], ignore_conflicts=True)
    ResultCount.objects.filter(**result).update(players=F("players") + change)


def told_attempts(player_id: UUID) -> list[dict[str, Any]]:
    """For the player's export."""
    own = Attempt.objects.filter(player_id=player_id).order_by("id")
    names = ("day_id", "game_id", "is_ranked", "points", "difference", "turns", "started_at", "finished_at")
    return list(own.values(*names))
