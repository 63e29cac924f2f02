"""Who stands where on the board of a day: page by page, and around a player."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, NamedTuple, TypeAlias
from uuid import UUID

from django.db.models import F, Q, QuerySet, Sum

from games.models import Attempt, ResultCount
from games.selectors.around import in_the_middle
from games.selectors.games import player_fields

Result: TypeAlias = tuple[int, int]
"""A difference and the turns that it took."""


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


def portion_of(day: date, walk: Walk | None, limit: int, now: datetime) -> Portion:
    """The next `limit` rows of a walk, or the first: those that had come in when the walk began."""
    walk = walk or Walk(now)
    rows = _rows(day).filter(finished_at__lte=walk.as_of)
    if walk.attempt is not None:
        rows = rows.filter(_behind(walk.difference, walk.turns, walk.attempt))
    found = list(rows.order_by(*_ORDER)[: limit + 1])
    told = []
    for row in found[:limit]:
        place, is_level = walk.place + 1, (row.difference, row.turns) == (walk.difference, walk.turns)
        rank = walk.rank if is_level and walk.rank else place
        walk = Walk(walk.as_of, place, rank, row.difference or 0, row.turns or 0, row.id)
        told.append(_row_fields(row, rank))
    return Portion(told, walk.as_of, walk if len(found) > limit else None)


def around(day: date, player_id: UUID, limit: int, now: datetime) -> Portion:
    """The player's row in the middle of `limit` rows, as far as there are so many; none for who is not listed."""
    rows = _rows(day)
    own = rows.filter(player_id=player_id).first()
    if own is None or own.difference is None or own.turns is None:
        return Portion([], now, None)
    place = own.difference, own.turns, own.id
    above = list(rows.filter(_before(*place)).order_by("difference", "-turns", "-id")[: limit - 1])
    below = list(rows.filter(_behind(*place)).order_by(*_ORDER)[: limit - 1])
    found = in_the_middle(above, own, below, limit)
    ranks = ranks_in(day, [(row.difference, row.turns) for row in found])
    return Portion([_row_fields(row, ranks[row.difference, row.turns]) for row in found], now, None)


def ranks_in(day: date, results: Iterable[Result]) -> dict[Result, int]:
    """The rank of each of these results, in two statements: counted from how many have each, not from who has it."""
    wanted = set(results)
    differences = [difference for difference, _ in wanted]
    counts = ResultCount.objects.filter(day_id=day)
    better = counts.filter(difference__gt=max(differences)).aggregate(players=Sum("players"))["players"] or 0
    ranks = {}
    between = counts.filter(difference__range=(min(differences), max(differences))).order_by("-difference", "turns")
    for difference, turns, players in between.values_list("difference", "turns", "players"):
        ranks[difference, turns] = 1 + better
        better += players
    return {result: ranks[result] for result in wanted}


def listed_count(day: date, most: int) -> int:
    """How many are listed on the board of this day, counted up to so many."""
    return _listed(day)[:most].count()


_ORDER = ("-difference", "turns", "id")


# The plain bound on the difference lets the database start in the index at the right place.
def _behind(difference: int, turns: int, attempt: UUID) -> Q:
    level = Q(difference=difference)
    worse = Q(difference__lt=difference) | level & Q(turns__gt=turns) | level & Q(turns=turns, id__gt=attempt)
    return Q(difference__lte=difference) & worse


def _before(difference: int, turns: int, attempt: UUID) -> Q:
    level = Q(difference=difference)
    better = Q(difference__gt=difference) | level & Q(turns__lt=turns) | level & Q(turns=turns, id__lt=attempt)
    return Q(difference__gte=difference) & better


def _rows(day: date) -> QuerySet[Any]:
    """Those that are listed, with who has played, and whether the game is still sealed."""
    return _listed(day).select_related("player").annotate(sealed_day=F("game__sealed_day"))


def _listed(day: date) -> QuerySet[Attempt]:
    return Attempt.objects.filter(day_id=day, is_listed=True)


def _row_fields(row: Any, rank: int) -> dict[str, Any]:
    """Who stands there; which game it was is told when others may see it."""
    return {
        "rank": rank,
        "player": player_fields(row.player),
        "points": row.points,
        "difference": row.difference,
        "turns": row.turns,
        "finished_at": row.finished_at,
        "game": str(row.game_id) if row.sealed_day is None else None,
    }
