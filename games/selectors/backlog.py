"""How far behind the workers are, as the rows tell it: what is due and not done."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from games.models import Game, Heartbeat


@dataclass(frozen=True)
class Due:
    """How many games wait for something whose time has come, and for how many seconds the first of them."""

    count: int
    oldest_seconds: float


@dataclass(frozen=True)
class Backlog:
    """What time has decided, and the bots that should have moved; the seconds since a worker was last seen."""

    deadlines: Due
    bot_turns: Due
    heartbeat_seconds: float | None


def backlog(now: datetime) -> Backlog:
    """The backlog in three statements, each by an index of what waits."""
    beat = Heartbeat.objects.values_list("at", flat=True).first()
    return Backlog(
        deadlines=_due("due_at", now),
        bot_turns=_due("bot_due_at", now),
        heartbeat_seconds=None if beat is None else _seconds(beat, now),
    )


def _due(column: str, now: datetime) -> Due:
    games = Game.objects.filter(**{f"{column}__lte": now})
    found = games.aggregate(count=Count("id"), oldest=Min(column))
    return Due(found["count"], _seconds(found["oldest"] or now, now))


def _seconds(since: datetime, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds())
