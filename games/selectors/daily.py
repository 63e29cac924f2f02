"""Daily deals, and a player's attempts at them, as everybody or that player may know them."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

import engine
from games.daily import BOT, LEVEL, OPTIONS, closes_at, ends_at, opens_at
from games.fairness import ALGORITHM, ALGORITHM_VERSION
from games.models import Attempt, DailyDeal

STATUSES = ("open", "closing", "closed")
_DAY = timedelta(days=1)


def daily_fields(deal: DailyDeal, now: datetime, player_id: UUID | None) -> dict[str, Any]:
    """A daily deal: its commitment, and its seed when it is closed; `you` is about the player who asks."""
    day, is_closed = deal.date, deal.closed_at is not None
    return {
        "date": day.isoformat(),
        "status": "closed" if is_closed else "closing" if now >= closes_at(day) else "open",
        "rules": engine.options_json(OPTIONS),
        "opponents": [{"seat": BOT, "bot_level": LEVEL}],
        "opens_at": opens_at(day),
        "closes_at": closes_at(day),
        "ends_at": ends_at(day),
        "closed_at": deal.closed_at,
        "algorithm": ALGORITHM,
        "algorithm_version": ALGORITHM_VERSION,
        "commitment": deal.commitment,
        "seed": bytes(deal.seed).hex() if is_closed else None,
        **_neighbours(day),
        "you": None if player_id is None else _of_player(deal, player_id),
        "server_time": now,
    }


def attempt_fields(attempt: Attempt) -> dict[str, Any]:
    """An attempt, for its player."""
    played = attempt.difference is not None
    return {
        "game": str(attempt.game_id),
        "date": attempt.day_id.isoformat(),
        "ranked": attempt.is_ranked,
        "status": "running" if attempt.finished_at is None else "finished" if played else "aborted",
        "points": attempt.points,
        "difference": attempt.difference,
        "turns": attempt.turns,
        "started_at": attempt.started_at,
        "finished_at": attempt.finished_at,
    }


def _neighbours(day: date) -> dict[str, str | None]:
    """The days before and after it that had a daily deal."""
    before = DailyDeal.objects.filter(date__lt=day).order_by("-date").values_list("date", flat=True).first()
    after = DailyDeal.objects.filter(date__gt=day).order_by("date").values_list("date", flat=True).first()
    return {"previous": before.isoformat() if before else None, "next": after.isoformat() if after else None}


def _of_player(deal: DailyDeal, player_id: UUID) -> dict[str, Any]:
    """The player's attempts of the day, the newest first, and the streak up to it."""
    own = Attempt.objects.filter(player_id=player_id)
    attempts = own.filter(day=deal).order_by("-id")[:MOST_ATTEMPTS]
    played = own.filter(is_ranked=True, difference__isnull=False, day_id__lte=deal.date)
    days = played.order_by("day_id").values_list("day_id", flat=True)
    return {"attempts": [attempt_fields(attempt) for attempt in attempts], "streak": streak(days, deal.date)}


MOST_ATTEMPTS = 100
"""So many of a player's attempts of one day are told; of more, the latest."""


def streak(days: Iterable[date], until: date) -> dict[str, int]:
    """How many days in a row a player has played, of these days in order: the latest and the most.

    The latest goes on until a whole day was missed: on the day itself there is still time.
    """
    current = longest = 0
    last = None
    for day in days:
        current = current + 1 if last is not None and day - last == _DAY else 1
        longest, last = max(longest, current), day
    return {"current": current if last is not None and until - last <= _DAY else 0, "longest": longest}
