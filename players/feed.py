"""What one player is told, event by event: places in that list, and how each is told."""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext

from players.errors import DomainError
from players.event_texts import player_event_text
from players.models import Notification, PlayerEvent, PlayerEventCount
from players.news import Standing

Told = dict[str, Any]

MOST_UNREAD = 1000
_PLACE = re.compile(r"n(\d{1,18})", re.ASCII)
# Members that only some types of events have; null in the others.
_MEMBERS = (
    *("version", "seat", "window", "offer", "result", "next_game", "seek", "invite"),
    *("turns", "reason", "server_time"),
    *("preset", "others"),
)


@dataclass(frozen=True)
class PlayerNews:
    """Events, the place behind them, and whether more are there; how the list stood before it was read.

    `is_whole`: the place asked for was reached, and no event between it and the first of these has been forgotten.
    """

    events: list[Told]
    place: int
    has_more: bool
    is_whole: bool
    standing: Standing


def place_text(number: int) -> str:
    """The place behind the `number`th event, such as "n17"; opaque to clients."""
    return f"n{number}"


def parse_place(text: str) -> int:
    """The inverse of `place_text`. Raises `bad_cursor`."""
    found = _PLACE.fullmatch(text)
    if not found:
        raise DomainError("bad_cursor", gettext("This is no place in the events that you are told."))
    return int(found[1])


def player_news(player_id: UUID, after: int | None, limit: int) -> PlayerNews:
    """At most `limit` events behind that place; None: all that are kept. Two statements.

    Behind a place that was never reached there is nothing.
    """
    told = PlayerEventCount.objects.filter(player_id=player_id).values_list("told", flat=True).first() or 0
    place = min(after or 0, told)
    rows = PlayerEvent.objects.filter(player_id=player_id, number__gt=place).order_by("number")
    found = list(rows[: limit + 1])
    first = found[0].number if found else told + 1
    page = found[:limit]
    last = page[-1].number if page else max(place, told)
    is_whole = after is None or (after <= told and first == place + 1)
    return PlayerNews([_told(row) for row in page], last, len(found) > limit, is_whole, Standing(told))


def stream_event(kind: str, place: int, at: datetime, text: str, **members: Any) -> Told:
    """What a stream tells of itself behind this place: an event with these members, and null for the others."""
    event = {"id": place_text(place), "type": kind, "at": at, "text": text, "game": None}
    return {**event, **dict.fromkeys(_MEMBERS), **members}


def notification_fields(notification: Notification) -> Told:
    """A notification, its sentence in the language that is active."""
    return {
        "id": str(notification.pk),
        "type": notification.type,
        "created_at": notification.created_at,
        "read_at": notification.read_at,
        "text": player_event_text(notification.type, notification.facts),
        "game": notification.game,
        **_members(notification.facts),
    }


def notifications_of(player_id: UUID, *, unread: bool | None = None) -> QuerySet[Notification]:
    """The player's notifications: all, those that are unread, or those that are read."""
    found = Notification.objects.filter(player_id=player_id)
    return found if unread is None else found.filter(read_at__isnull=unread)


def unread_count(player_id: UUID) -> int:
    """How many notifications are unread; not more than `MOST_UNREAD` are counted."""
    return notifications_of(player_id, unread=True)[:MOST_UNREAD].count()


def _told(event: PlayerEvent) -> Told:
    return {
        "id": place_text(event.number),
        "type": event.type,
        "at": event.at,
        "text": player_event_text(event.type, event.facts),
        "game": event.game,
        **_members(event.facts),
    }


def _members(facts: Told) -> Told:
    """What the facts tell; an invitation is named by its code."""
    return {name: facts.get(name) for name in _MEMBERS} | {"invite": facts.get("code")}
