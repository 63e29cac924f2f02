"""What a stream tells besides the events of its game: where it begins, how late it is, and that it ends."""

from datetime import datetime
from typing import Any

from games.cursors import Cursor
from games.selectors.event_texts import event_text
from games.selectors.events import Event, blank_event
from games.selectors.games import game_fields
from games.selectors.views import view_fields
from games.sight import Viewer
from games.store import GameState
from games.times import instant

UNKNOWN_PLACE = "unknown_place"
"""Why a snapshot comes: nothing was told up to the place that was named."""


def snapshot_event(state: GameState, viewer: Viewer, now: datetime, reason: str | None = None) -> Event:
    """The game and the viewer's view; with `reason`, told in the place of events that cannot be."""
    told = {"type": "snapshot", "game": game_fields(state), "view": None, "reason": reason, "server_time": instant(now)}
    if state.deal is not None:
        told["view"] = view_fields(state, viewer, now)
    return _event(state.cursor, now, seat=viewer.seat, **told)


def time_event(place: Cursor, now: datetime) -> Event:
    """How late it is. `place` is that of the last event."""
    return _event(place, now, type="time", server_time=instant(now))


def bye_event(place: Cursor, reason: str, now: datetime) -> Event:
    """The last that a stream tells."""
    return _event(place, now, type="bye", reason=reason)


def _event(place: Cursor, now: datetime, **members: Any) -> Event:
    event = blank_event(version=place.version, at=now, **members)
    return event | {"id": place.text, "text": event_text(event)}
