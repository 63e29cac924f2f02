"""Leaderboards: which there are, and who stands where. A walk over pages reads a board as it stood at its start."""

from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.pools import WITH_BOTS
from games.selectors.around import in_the_middle
from games.selectors.games import player_fields
from players.errors import DomainError
from scoring.ledger import least_games
from scoring.models import Board, Pool, Standing
from scoring.selectors.ranks import ranks_in
from scoring.skills import Skill

BOARD_ORDER = ("pool_id", "-season", "id")
_TRIES = 5


class Walk(NamedTuple):
    """How far a board was read: as of the change `number`, made at `computed_at`, up to a place and its rank."""

    number: int
    computed_at: datetime
    place: int = 0
    rank: int = 0
    rating: int = 0
    player_id: UUID | None = None


class Portion(NamedTuple):
    """The next rows, and the walk behind them, None at the end."""

    rows: list[dict[str, Any]]
    computed_at: datetime
    walk: Walk | None


def boards(*, family: str | None = None, speed: str | None = None, season: str | None = None) -> QuerySet[Board]:
    """The boards on which somebody stands, filtered; to be listed in BOARD_ORDER."""
    found = Board.objects.select_related("pool").filter(
        Exists(Standing.objects.filter(board=OuterRef("pk"), until=None))
    )
    if family is not None:
        found = found.filter(pool__key__startswith=f"{family}.")
    if speed is not None:
        found = found.filter(pool__key__contains=f".{speed}")
    return found if season is None else found.filter(season=season)


def board_named(name: str, now: datetime) -> Board:
    """The board of a pool and a season, empty where nobody has played yet."""
    pool, _, season = name.rpartition(".")
    board = Board.objects.select_related("pool").filter(pool=pool, season=season).first()
    return board or Board(pool=Pool(key=pool, at=now), season=season)


def board_fields(board: Board) -> dict[str, Any]:
    """What a board lists."""
    family, speed, *bots = board.pool_id.split(".")
    return {
        "id": f"{board.pool_id}.{board.season}",
        "family": family,
        "speed": speed,
        "against": "bots" if bots == [WITH_BOTS] else "people",
        "season": board.season,
        "least_games": least_games(board.season),
        "players": board.players,
        "computed_at": board.pool.at,
    }


def portion_of(board: Board, walk: Walk | None, limit: int) -> Portion:
    """The next `limit` rows of a walk, or the first. Raises `bad_cursor` where it is forgotten how the board stood."""
    if walk is None:
        walk = Walk(board.pool.number, board.pool.at)
    elif walk.number < board.pool.kept_from:
        raise DomainError("bad_cursor")
    rows = _standings(board).filter(Q(until=None) | Q(until__gt=walk.number), since__lte=walk.number)
    if walk.player_id is not None:
        behind = Q(rating__lt=walk.rating) | Q(rating=walk.rating, player__gt=walk.player_id)
        rows = rows.filter(behind, rating__lte=walk.rating)
    found = list(rows.order_by("-rating", "player")[: limit + 1])
    told = []
    for row in found[:limit]:
        place = walk.place + 1
        rank = walk.rank if row.rating == walk.rating and walk.rank else place
        walk = walk._replace(place=place, rank=rank, rating=row.rating, player_id=row.player_id)
        told.append(row_fields(row, rank))
    return Portion(told, walk.computed_at, walk if len(found) > limit else None)


def around(board: Board, player_id: UUID, limit: int) -> Portion:
    """The player's row in the middle of `limit` rows, as far as there are so many; none for who is not listed."""
    if board.pk is None:
        return Portion([], board.pool.at, None)
    for _ in range(_TRIES):
        number, rows = board.pool.number, _around(board, player_id, limit)
        ranks = ranks_in(board.pk, (row.rating for row in rows))
        board.pool.refresh_from_db()
        if board.pool.number == number:  # else ranks and rows may be of two moments
            break
    told = [row_fields(row, ranks[row.rating]) for row in rows if row.rating in ranks]
    return Portion(told, board.pool.at, None)


def row_fields(row: Standing, rank: int) -> dict[str, Any]:
    """Who stands there."""
    return {
        "rank": rank,
        "player": player_fields(row.player),
        "rating": row.rating,
        "deviation": Skill(row.mu, row.sigma).deviation,
        "games": row.games,
    }


def _around(board: Board, player_id: UUID, limit: int) -> list[Standing]:
    now = _standings(board).filter(until=None)
    own = now.filter(player=player_id).first()
    if own is None:
        return []
    before = Q(rating__gt=own.rating) | Q(rating=own.rating, player__lt=own.player_id)
    behind = Q(rating__lt=own.rating) | Q(rating=own.rating, player__gt=own.player_id)
    above = list(now.filter(before, rating__gte=own.rating).order_by("rating", "-player")[: limit - 1])
    below = list(now.filter(behind, rating__lte=own.rating).order_by("-rating", "player")[: limit - 1])
    return in_the_middle(above, own, below, limit)


def _standings(board: Board) -> QuerySet[Standing]:
    return Standing.objects.filter(board=board.pk, is_listed=True).select_related("player")
