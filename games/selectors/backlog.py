"""How far behind the workers are, as the rows tell it: what is due and not done."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Min

from games.models import Game, Heartbeat
from players.selectors import deliveries_due


@dataclass(frozen=True)
class Due:
    """How many games or messages wait for something whose time has come, and for how long, in seconds, the first."""

    count: int
    oldest_seconds: float


@dataclass(frozen=True)
class Backlog:
    """What time has decided, the bots that should have moved, what webhooks should have been told; the seconds since
    a worker was last seen.
    """

    deadlines: Due
    bot_turns: Due
    deliveries: Due
    heartbeat_seconds: float | None


def backlog(now: datetime) -> Backlog:
    """The backlog in four statements, each by an index of what waits."""
    count, oldest = deliveries_due(now=now)
    beat = Heartbeat.objects.values_list("at", flat=True).first()
    return Backlog(
        deadlines=_due("due_at", now),
        bot_turns=_due("bot_due_at", now),
        deliveries=Due(count, _seconds(oldest or now, now)),
        heartbeat_seconds=None if beat is None else _seconds(beat, now),
    )


def _due(column: str, now: datetime) -> Due:
    games = Game.objects.filter(**{f"{column}__lte": now})
    found = games.aggregate(count=Count("id"), oldest=Min(column))
    return Due(found["count"], _seconds(found["oldest"] or now, now))


def _seconds(since: datetime, now: datetime) -> float:
    return max(0.0, (now - since).total_seconds())
