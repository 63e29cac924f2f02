"""Hearing the next events of a game, and waiting for news in a thread that holds no connection meanwhile."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from threading import BoundedSemaphore
from typing import TypeVar
from uuid import UUID

from django.db import connection

from games.cursors import Cursor
from games.selectors.access import viewer_of
from games.selectors.chat import listener_of
from games.selectors.events import Event, events_after
from games.selectors.news import game_standings, standing_of
from games.selectors.stream_events import UNKNOWN_PLACE, snapshot_event
from games.services.look import settled
from games.shown import shown_to
from players import bell
from players.news import Read, Standing

SHORTEST_NAP, LONGEST_NAP = 0.1, 1.0  # seconds between looks; the bell of this process ends a nap early
MOST_WAITING_THREADS = 8  # a quarter of a web process's threads: the others answer those who do not wait
Found = TypeVar("Found")
_places = BoundedSemaphore(MOST_WAITING_THREADS)


@dataclass(frozen=True)
class Heard:
    """Events, the place behind them, whether more are there; how the game stands, and whether it goes on."""

    events: list[Event]
    cursor: Cursor
    has_more: bool
    told: Standing
    goes_on: bool
    seat: int | None = None

    @property
    def is_worth_waiting(self) -> bool:
        """Whether there is nothing yet but that the listener has come or gone, and may be something later."""
        return self.goes_on and not self.has_more and all(map(self._is_own_presence, self.events))

    def _is_own_presence(self, event: Event) -> bool:
        return event["type"] == "presence_changed" and event["seat"] == self.seat


def hear(*, game_id: UUID, player_id: UUID | None, after: Cursor, limit: int, now: datetime) -> Heard:
    """The events behind `after` that are there; a snapshot, where the game has not come so far. Raises `not_found`."""
    present = settled(game_id=game_id, player_id=player_id, now=now)
    state = shown_to(present, player_id)
    viewer = viewer_of(state, player_id)
    if state.has_reached(after):
        events, cursor, has_more = events_after(state, viewer, after, limit, listener_of(state, player_id))
    else:
        events, cursor, has_more = [snapshot_event(state, viewer, now, UNKNOWN_PLACE)], state.cursor, False
    return Heard(events, cursor, has_more, standing_of(present.game), not present.game.is_over, viewer.seat)


def listen(
    *,
    game_id: UUID,
    player_id: UUID | None,
    after: Cursor,
    limit: int,
    wait_seconds: float,
    clock: Callable[[], datetime],
) -> Heard:
    """The events behind `after`; if there are none, those within `wait_seconds`. Raises `not_found`."""

    def heard_now() -> Heard:
        return hear(game_id=game_id, player_id=player_id, after=after, limit=limit, now=clock())

    def awaited(heard: Heard) -> Standing | None:
        return heard.told if heard.is_worth_waiting else None

    return wait_for(heard_now, awaited, game_standings, feed_id=game_id, wait_seconds=wait_seconds, clock=clock)


def wait_for(
    look: Callable[[], Found],
    awaited: Callable[[Found], Standing | None],
    standings: Read,
    *,
    feed_id: UUID,
    wait_seconds: float,
    clock: Callable[[], datetime],
) -> Found:
    """What `look` finds; if that is worth waiting, what it finds when there is news or the time is over.

    `awaited` tells how the feed stood at what was found, or None where nothing is waited for; `standings` how it
    stands. When too many threads of this process wait already, the answer is what there is.
    """
    ends_at = time.monotonic() + wait_seconds
    found = look()
    if awaited(found) is None or not _places.acquire(blocking=False):
        return found
    try:
        while (told := awaited(found)) is not None and _has_news(standings, feed_id, told, ends_at, clock):
            found = look()
    finally:
        _places.release()
    return found


def _has_news(standings: Read, feed_id: UUID, told: Standing, ends_at: float, clock: Callable[[], datetime]) -> bool:
    """Wait until the feed has gone on or time has decided something; False when the time is over."""
    nap, since = SHORTEST_NAP, clock()
    while (left := ends_at - time.monotonic()) > 0:
        _let_go_of_database()
        bell.wait(feed_id, min(nap, left))
        nap = min(nap * 1.5, LONGEST_NAP)
        standing = standings([feed_id]).get(feed_id)
        if standing is None or standing.is_news(told, since, clock()):
            return True
    return False


def _let_go_of_database() -> None:
    if not connection.in_atomic_block:
        connection.close()
