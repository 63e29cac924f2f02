"""The ratings of players, and how they came about."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from games.models import Visibility
from games.selectors.access import has_seat_of
from scoring.ledger import LEAST_GAMES
from scoring.models import ALL_TIME, RatingChange, Standing
from scoring.selectors.ranks import rank_in
from scoring.skills import BEGINNERS, Skill

HISTORY_ORDER = ("-finished_at", "-game_id")


def rating_in(player_id: UUID, pool: str) -> int:
    """The player's rating in this pool, that of a beginner before the first game."""
    held = _ratings(player_id=player_id, board__pool=pool).values_list("rating", flat=True).first()
    return BEGINNERS if held is None else held


def rating_summaries(player_ids: Collection[UUID]) -> dict[UUID, list[dict[str, Any]]]:
    """For each of these players the ratings in short, in one statement."""
    told: dict[UUID, list[dict[str, Any]]] = defaultdict(list)
    for row in _ratings(player__in=player_ids).order_by("board__pool"):
        told[row.player_id].append(
            {"key": row.board.pool_id, "rating": row.rating, "provisional": row.games < LEAST_GAMES}
        )
    return {player_id: told[player_id] for player_id in player_ids}


def ratings_of(player_id: UUID) -> list[dict[str, Any]]:
    """All ratings of a player, in full; the rank of who is listed."""
    return [rating_fields(row) for row in _ratings(player_id=player_id).order_by("board__pool")]


def rating_fields(row: Standing) -> dict[str, Any]:
    """A rating in full."""
    return {
        "key": row.board.pool_id,
        "rating": row.rating,
        "deviation": Skill(row.mu, row.sigma).deviation,
        "provisional": row.games < LEAST_GAMES,
        "games": row.games,
        "rank": rank_in(row.board_id, row.rating) if row.is_listed else None,
        "algorithm": row.algorithm,
    }


def rating_changes(*, of_player: UUID, pool: str) -> QuerySet[RatingChange]:
    """How the rating came about, the games read along; to be listed in HISTORY_ORDER."""
    return RatingChange.objects.filter(player_id=of_player, pool=pool).select_related("game")


def change_fields(change: RatingChange, visible: Collection[UUID]) -> dict[str, Any]:
    """One change. The game is named if it is one of the visible ones."""
    before = Skill(change.mu_before, change.sigma_before).rating if change.number > 1 else BEGINNERS
    after = Skill(change.mu, change.sigma)
    return {
        "game": change.game_id if change.game_id in visible else None,
        "at": change.finished_at,
        "place": change.place,
        "seats": change.game.seat_count,
        "before": before,
        "rating": after.rating,
        "deviation": after.deviation,
        "provisional": change.number < LEAST_GAMES,
        "games": change.number,
    }


def visible_changes(changes: Collection[RatingChange], player_id: UUID | None) -> set[UUID]:
    """The games among these changes that a list may name to this player."""
    ids = [change.game_id for change in changes]
    seen = Q(game__visibility=Visibility.PUBLIC)
    if player_id is not None:
        seen |= Q(game__owner_id=player_id) | Q(has_seat_of(player_id, "game_id"))
    return set(RatingChange.objects.filter(seen, game__in=ids).values_list("game_id", flat=True))


def _ratings(**whose: Any) -> QuerySet[Standing]:
    return Standing.objects.filter(board__season=ALL_TIME, until=None, **whose).select_related("board")
