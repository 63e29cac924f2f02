"""Seeks, and who may see them: public ones everybody, the others their player; and nobody who is blocked."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.clocks import CLOCK_MEMBERS
from games.models import Seek, Visibility
from games.selectors.games import player_fields
from games.times import instant
from players.errors import DomainError
from players.selectors import kept_apart


def visible_seek(seek_id: UUID, player_id: UUID | None) -> Seek:
    """The seek. Raises `not_found` for one who may not see it."""
    seek = _visible(player_id).filter(id=seek_id).first()
    if seek is None:
        raise DomainError("not_found", gettext("There is no such seek."))
    return seek


def open_seeks(
    *,
    player_id: UUID | None,
    now: datetime,
    preset: str = "",
    rated: bool | None = None,
    seats: int | None = None,
    own: bool = False,
) -> QuerySet[Seek]:
    """The open seeks that this player may see, filtered; the order is the caller's.

    `seats`: a number of seats that would do; `own`: only the player's.
    """
    seeks = _visible(player_id).filter(closed_at=None, expires_at__gt=now)
    if preset:
        seeks = seeks.filter(preset=preset)
    if rated is not None:
        seeks = seeks.filter(rated=rated)
    if seats is not None:
        seeks = seeks.filter(min_seats__lte=seats, max_seats__gte=seats)
    if own:
        return seeks.none() if player_id is None else seeks.filter(player_id=player_id)
    return seeks


def seek_fields(seek: Seek) -> dict[str, Any]:
    """A seek, the same for everybody who may see it."""
    return {
        "id": str(seek.id),
        "status": seek.status,
        "player": player_fields(seek.player),
        "rules": seek.options,
        "clock": dict.fromkeys(CLOCK_MEMBERS) | seek.clock,
        "rated": seek.rated,
        "visibility": seek.visibility,
        "min_seats": seek.min_seats,
        "max_seats": seek.max_seats,
        "rating": seek.rating,
        "min_rating": seek.min_rating,
        "max_rating": seek.max_rating,
        "bots": seek.bots,
        "bot_level": seek.bot_level or None,
        "game": str(seek.game) if seek.game else None,
        "created_at": instant(seek.created_at),
        "expires_at": instant(seek.expires_at),
    }


def _visible(player_id: UUID | None) -> QuerySet[Seek]:
    seeks = Seek.objects.select_related("player")
    public = Q(visibility=Visibility.PUBLIC)
    if player_id is None:
        return seeks.filter(public)
    return seeks.filter(public | Q(player_id=player_id)).exclude(player_id__in=kept_apart(player_id))
