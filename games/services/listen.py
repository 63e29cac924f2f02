"""Waiting for the next events of a game, without holding a connection to the database meanwhile."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import connection

from games import bell
from games.cursors import Cursor
from games.models import Game
from games.selectors.access import viewer_of
from games.selectors.events import Event, events_after
from games.services.look import look_at

SHORTEST_NAP, LONGEST_NAP = 0.1, 1.0  # seconds between looks; the bell of this process ends a nap early


@dataclass(frozen=True)
class Heard:
    """Events, the place behind them, and whether more are there already."""

    events: list[Event]
    cursor: Cursor
    has_more: bool


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
    ends_at = time.monotonic() + wait_seconds
    while True:
        state = look_at(game_id=game_id, player_id=player_id, now=clock())
        heard = Heard(*events_after(state, viewer_of(state, player_id), after, limit))
        if heard.events or state.game.is_over:
            return heard
        if not _has_news(game_id, (state.game.version, state.game.notice_count), ends_at, clock):
            return heard


def _has_news(game_id: UUID, told: tuple[int, int], ends_at: float, clock: Callable[[], datetime]) -> bool:
    """Wait until something was told of the game or time has decided something; False when the time is over."""
    nap = SHORTEST_NAP
    while (left := ends_at - time.monotonic()) > 0:
        _let_go_of_database()
        bell.wait(game_id, min(nap, left))
        nap = min(nap * 1.5, LONGEST_NAP)
        row = Game.objects.filter(id=game_id).values_list("version", "notice_count", "due_at").first()
        if row is None or row[:2] != told or (row[2] is not None and row[2] <= clock()):
            return True
    return False


def _let_go_of_database() -> None:
    if not connection.in_atomic_block:
        connection.close()
