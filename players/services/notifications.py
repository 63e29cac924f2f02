"""Notifications: posted for some of what players are told, and read."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from players.models import Notification, PlayerEvent
from players.services.pushes import order_pushes

NOTICED = (
    *("turn_started", "offer_made", "game_started", "game_over", "game_aborted", "game_voided", "rematch_made"),
    *("seek_matched", "invite_received", "notice_posted"),
)
_NOTICED_IF_DAILY = ("turn_started", "offer_made")
"""In other games whoever is to know it is there."""


def is_noticed(event: PlayerEvent) -> bool:
    """Whether a player is to find it later, too."""
    return event.type in NOTICED and (event.type not in _NOTICED_IF_DAILY or bool(event.facts.get("daily")))


def post_notifications(*, news: Sequence[PlayerEvent]) -> None:
    """Post those of the news that are to be found later; they take the place of unread ones of the same kind and game.

    At most two statements, and two more where they are pushed to devices; in the caller's transaction, in which these
    players are told nothing else.
    """
    last = {(event.player_id, event.type, event.game or event.number): event for event in news if is_noticed(event)}
    if not last:
        return
    older = Q()
    for event in last.values():
        if event.game is not None:
            older |= Q(player=event.player_id, type=event.type, game=event.game)
    if older:
        Notification.objects.filter(older, read_at=None).update(read_at=max(event.at for event in last.values()))
    posted = Notification.objects.bulk_create(
        Notification(
            player_id=event.player_id, type=event.type, game=event.game, facts=event.facts, created_at=event.at
        )
        for event in last.values()
    )
    order_pushes(notifications=posted)


def mark_read(*, player_id: UUID, ids: Collection[UUID] = (), up_to: UUID | None = None, now: datetime) -> None:
    """Those with these ids are read, or all up to one; what was read before stays as it is."""
    chosen = Q(pk__in=ids) if up_to is None else Q(pk__lte=up_to)
    Notification.objects.filter(chosen, player_id=player_id, read_at=None).update(read_at=now)
