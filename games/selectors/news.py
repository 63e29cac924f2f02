"""How the games that are waited for stand: read for all of them at once, over the thread's own connection."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from uuid import UUID

from django.db import connection

from games.cursors import Cursor
from games.models import Game

BATCH = 500  # ids in one statement


@dataclass(frozen=True)
class Standing:
    """The version of a game, how much was told since, and when time will next decide something."""

    version: int
    notice_count: int
    due_at: datetime | None

    def is_news(self, told: Cursor, since: datetime, now: datetime) -> bool:
        """Whether there is something to look at for one who was told all up to this place, and waits `since` then.

        What was due before that could not be decided when they looked, and is not looked at again and again.
        """
        is_told = (told.version, told.notice) == (self.version, self.notice_count)
        return not is_told or (self.due_at is not None and since < self.due_at <= now)


class Standings:
    """Reads how games stand. SQLite tells whether anything was committed since; if not, nothing is read.

    For one thread: SQLite tells each connection what the others have done.
    """

    def __init__(self) -> None:
        self._known: Mapping[UUID, Standing] = {}
        self._mark: int | None = None

    def of(self, ids: Collection[UUID]) -> Mapping[UUID, Standing]:
        """Those of the games that exist, and perhaps of others. Raises `DatabaseError`."""
        connection.close_if_unusable_or_obsolete()
        try:
            mark = _data_version()
            if mark is None or mark != self._mark or not self._known.keys() >= set(ids):
                self._known, self._mark = _read(ids), mark
        finally:
            connection.close_if_unusable_or_obsolete()  # gives it back to the pool, where there is one
        return self._known


def _data_version() -> int | None:
    """A number that changes when another connection commits; None where the database has no such thing."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def _read(ids: Collection[UUID]) -> dict[UUID, Standing]:
    found, left = {}, iter(ids)
    while batch := list(islice(left, BATCH)):
        rows = Game.objects.filter(id__in=batch).values_list("id", "version", "notice_count", "due_at")
        found.update({game_id: Standing(version, count, due_at) for game_id, version, count, due_at in rows})
    return found
