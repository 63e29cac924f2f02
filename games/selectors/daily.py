"""Daily deals, their boards, and a player's attempts at them, as everybody or that player may know them."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import F, Q, QuerySet

import engine
from games.daily import BOT, LEVEL, OPTIONS, closes_at, ends_at, opens_at
from games.fairness import ALGORITHM, ALGORITHM_VERSION
from games.models import Attempt, DailyDeal
from games.selectors.games import player_fields

STATUSES = ("open", "closing", "closed")
_DAY = timedelta(days=1)


class Walk(NamedTuple):
    """How far a board was read: as of an instant, up to a place and its rank, and what stands there."""

    as_of: datetime
    place: int = 0
    rank: int = 0
    difference: int = 0
    turns: int = 0
    attempt: UUID | None = None

    @classmethod
    def of(cls, words: list[str]) -> "Walk":
        """The inverse of `words`."""
        as_of, place, rank, difference, turns, attempt = words
        return cls(datetime.fromisoformat(as_of), int(place), int(rank), int(difference), int(turns), UUID(attempt))

    @property
    def words(self) -> list[str]:
        """For a cursor."""
        return [self.as_of.isoformat(), *(str(one) for one in self[1:])]


class Portion(NamedTuple):
    """The next rows of a board as it stood at `as_of`, and the walk behind them, None at the end."""

    rows: list[dict[str, Any]]
    as_of: datetime
    walk: Walk | None


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


def portion_of(day: date, walk: Walk | None, limit: int, now: datetime) -> Portion:
    """The next `limit` rows of a walk, or the first: those that had come in when the walk began."""
    walk = walk or Walk(now)
    rows = _listed(day).filter(finished_at__lte=walk.as_of).select_related("player")
    rows = rows.annotate(sealed_day=F("game__sealed_day"))
    if walk.attempt is not None:
        level = Q(difference=walk.difference)
        behind = Q(difference__lt=walk.difference) | level & Q(turns__gt=walk.turns)
        behind |= level & Q(turns=walk.turns, id__gt=walk.attempt)
        rows = rows.filter(behind, difference__lte=walk.difference)
    found = list(rows.order_by("-difference", "turns", "id")[: limit + 1])
    told = []
    for row in found[:limit]:
        place, is_level = walk.place + 1, (row.difference, row.turns) == (walk.difference, walk.turns)
        rank = walk.rank if is_level and walk.rank else place
        walk = Walk(walk.as_of, place, rank, row.difference or 0, row.turns or 0, row.id)
        told.append(_row_fields(row, rank, is_open=row.sealed_day is None))
    return Portion(told, walk.as_of, walk if len(found) > limit else None)


def listed_count(day: date, most: int) -> int:
    """How many are listed on the board of this day, counted up to so many."""
    return _listed(day)[:most].count()


def _listed(day: date) -> QuerySet[Attempt]:
    return Attempt.objects.filter(day_id=day, is_listed=True)


def _row_fields(row: Attempt, rank: int, *, is_open: bool) -> dict[str, Any]:
    """Who stands there; which game it was is told when others may see it."""
    return {
        "rank": rank,
        "player": player_fields(row.player),
        "points": row.points,
        "difference": row.difference,
        "turns": row.turns,
        "finished_at": row.finished_at,
        "game": str(row.game_id) if is_open else None,
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
