"""Ids, rooms, boards and days in paths. What is no UUID, or no day, matches no path, and so is not found."""

import re
from datetime import date
from uuid import UUID

from django.urls.converters import StringConverter, UUIDConverter

from api.ids import PATTERN
from api.serializers.games.choices import CHAT_ROOMS
from games.pools import POOLS


class RoomConverter(StringConverter):
    """One of the rooms of a game's chat."""

    regex = "|".join(CHAT_ROOMS)


class PoolConverter(StringConverter):
    """Of which kind of games a rating is."""

    regex = "|".join(sorted(map(re.escape, POOLS), key=len, reverse=True))


class BoardConverter(StringConverter):
    """A pool and a season."""

    regex = rf"(?:{PoolConverter.regex})\.(?:all|20[0-9]{{2}}-(?:0[1-9]|1[0-2]))"


class DateConverter:
    """A day, as `2026-11-30`."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        """The day."""
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        """The same again."""
        return value.isoformat()


class IdConverter(UUIDConverter):
    """A UUID in either case."""

    regex = PATTERN

    def to_python(self, value: str) -> UUID:
        """The id."""
        return UUID(value)
