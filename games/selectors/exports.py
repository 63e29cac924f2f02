"""Finished games to be carried away, in the order in which they ended: the next export goes on where one ended."""

from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from games.models import Game, Seat, Status
from games.selectors.access import viewer_of, visible_games
from games.selectors.histories import HISTORY_ORDERS, history
from games.selectors.records import record_fields
from games.store import state_of, with_seats

SETTLED_AFTER = timedelta(minutes=1)
"""So long after its end a game is exported: by then all that ended before it are stored, too."""


def exported_games(
    *, player_id: UUID, now: datetime, of_player: UUID | None = None, **filters: Any
) -> tuple[QuerySet[Game] | QuerySet[Seat], tuple[str, ...]]:
    """The finished games that the player may see, all or one player's, and their order; imported ones are no part.

    `filters` are `preset`, `rated`, `finished_after`, `finished_before`. With `of_player` they are that player's seats.
    """
    until = min(now - SETTLED_AFTER, filters.pop("finished_before", now))
    if of_player is not None:
        order = "first_finished"
        seats = history(
            of_player=of_player,
            player_id=player_id,
            order=order,
            statuses=[Status.FINISHED],
            imported=False,
            finished_before=until,
            **filters,
        )
        return seats, HISTORY_ORDERS[order]
    wanted = {
        "preset": filters.get("preset"),
        "rated": filters.get("rated"),
        "finished_at__gt": filters.get("finished_after"),
    }
    games = visible_games(player_id).filter(status=Status.FINISHED, imported=False, finished_at__lt=until)
    games = games.filter(**{name: value for name, value in wanted.items() if value is not None})
    return with_seats(games.select_related("owner")), ("finished_at", "id")


def exported_fields(row: Game | Seat, player_id: UUID) -> dict[str, Any]:
    """The record of an exported game, as the player may see it."""
    state = state_of(row if isinstance(row, Game) else row.game)
    return {"type": "record"} | record_fields(state, viewer_of(state, player_id))
