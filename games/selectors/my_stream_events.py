"""What a player's own stream tells besides the events: what waits for the player, how late it is, and that it ends."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games.selectors.waiting import games_that_wait, waiting_fields
from players.feed import Told, stream_event

MOST_TURNS = 100


def turns_event(player_id: UUID, place: int, now: datetime, reason: str | None = None) -> Told:
    """The games that wait for the player; with `reason`, told in the place of events that cannot be."""
    waiting: Any = games_that_wait(player_id)
    turns = [waiting_fields(seat) for seat in waiting.order_by("deadline", "id")[:MOST_TURNS]]
    text = gettext("This waits for you.")
    return stream_event("snapshot", place, now, text, turns=turns, reason=reason, server_time=now)


def my_time_event(place: int, now: datetime) -> Told:
    """How late it is."""
    return stream_event("time", place, now, gettext("So late it is."), server_time=now)


def my_bye_event(place: int, reason: str, now: datetime) -> Told:
    """The last that the stream tells."""
    return stream_event("bye", place, now, gettext("This stream ends."), reason=reason)
