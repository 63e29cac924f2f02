"""How what is waited for stands: read for all of it at once, over the thread's own connection."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from itertools import islice
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from players.models import PlayerEventCount

BATCH = 500  # ids in one statement


class FeedKind(StrEnum):
    """Whose events they are."""

    GAME = "game"
    PLAYER = "player"
    SEEK = "seek"


class Feed(NamedTuple):
    """The events of one game, or those that one player is told; or what becomes of one seek."""

    kind: FeedKind
    id: UUID


@dataclass(frozen=True)
class Standing:
    """How far a feed has come, and when time will next decide something.

    Of a game the version, and how much was told since; of a player the number of the last event; of a seek whether
    it is closed.
    """

    version: int
    notice_count: int = 0
    due_at: datetime | None = None

    def is_news(self, told: "Standing", since: datetime, now: datetime) -> bool:
        """Whether there is something to look at for one who was told all up to there, and waits `since` then."""
        return (told.version, told.notice_count) != (self.version, self.notice_count) or self.is_due(since, now)

    def is_due(self, since: datetime, now: datetime) -> bool:
        """Whether time has decided something meanwhile.

        What was due before could not be decided when they looked, and is not looked at again and again.
        """
        return self.due_at is not None and since < self.due_at <= now


Read = Callable[[Sequence[UUID]], Mapping[UUID, Standing]]


class Standings:
    """Reads how feeds of one kind stand. SQLite tells whether anything was committed since; if not, nothing is read.

    For one thread: SQLite tells each connection what the others have done.
    """

    def __init__(self, read: Read) -> None:
        self._read = read
        self._known: Mapping[UUID, Standing] = {}
        self._mark: int | None = None

    def of(self, ids: Collection[UUID]) -> Mapping[UUID, Standing]:
        """Those of the feeds that exist, and perhaps of others. Raises `DatabaseError`."""
        connection.close_if_unusable_or_obsolete()
        try:
            mark = _data_version()
            if mark is None or mark != self._mark or not self._known.keys() >= set(ids):
                self._known = {one: standing for batch in _batches(ids) for one, standing in self._read(batch).items()}
                self._mark = mark
        finally:
            connection.close_if_unusable_or_obsolete()  # gives it back to the pool, where there is one
        return self._known


def player_standings(ids: Sequence[UUID]) -> Mapping[UUID, Standing]:
    """Of these players; of those too who were told nothing yet."""
    told = PlayerEventCount.objects.filter(player_id__in=ids).values_list("player_id", "told")
    return {player_id: Standing(0) for player_id in ids} | {player_id: Standing(number) for player_id, number in told}


def _data_version() -> int | None:
    """A number that changes when another connection commits; None where the database has no such thing."""
    if connection.vendor != "sqlite":
        return None
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA data_version")
        return int(cursor.fetchone()[0])


def _batches(ids: Collection[UUID]) -> Iterator[list[UUID]]:
    left = iter(ids)
    while batch := list(islice(left, BATCH)):
        yield batch
