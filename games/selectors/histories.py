"""The games of one player: found by the player's seats, which bear the times in whose order they are listed."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Prefetch, Q, QuerySet

from games.models import Seat, Visibility
from games.moments import with_shown_moments
from games.selectors.access import has_seat_of
from games.shown import with_shown_status
from games.store import SEATS

HISTORY_ORDERS = {
    "newest": ("-created_at", "-game_id"),
    "oldest": ("created_at", "game_id"),
    "last_finished": ("-finished_at", "-game_id"),
    "first_finished": ("finished_at", "game_id"),
}
"""By name; each has an index in which the database finds any page at once."""


def history(
    *,
    of_player: UUID,
    player_id: UUID | None,
    order: str = "newest",
    statuses: Sequence[str] = (),
    preset: str | None = None,
    rated: bool | None = None,
    imported: bool | None = None,
    opponent: UUID | None = None,
    result: str | None = None,
    created_after: datetime | None = None,
    created_before: datetime | None = None,
    finished_after: datetime | None = None,
    finished_before: datetime | None = None,
) -> QuerySet[Seat]:
    """The seats of a player in games that `player_id` may see, filtered; with the games, whose seats are read along.

    `order` is one of HISTORY_ORDERS, to be applied by the caller: by their end, games that are over are listed only.
    """
    wanted = {
        "game__preset": preset,
        "game__rated": rated,
        "game__imported": imported,
        "outcome": result,
        "created_at__gt": created_after,
        "created_at__lt": created_before,
        "finished_at__gt": finished_after,
        "finished_at__lt": finished_before,
        "finished_at__isnull": False if order.endswith("finished") else None,
    }
    seats = Seat.objects.filter(
        player_id=of_player, **{name: value for name, value in wanted.items() if value is not None}
    )
    if statuses:
        seats = with_shown_status(seats, statuses, player_id, "game__")
    if opponent is not None:
        seats = seats.filter(has_seat_of(opponent, "game_id"))
    if player_id != of_player:
        seats = seats.filter(_visible(player_id))
    seats = seats.select_related("game__owner").prefetch_related(Prefetch("game__seats", SEATS))
    return with_shown_moments(seats, "game__")


def _visible(player_id: UUID | None) -> Q:
    public = Q(game__visibility=Visibility.PUBLIC)
    if player_id is None:
        return public
    return public | Q(game__owner_id=player_id) | Q(has_seat_of(player_id, "game_id"))
