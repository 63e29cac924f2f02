"""Ids and rooms in paths. What is no UUID, or no room, matches no path, and so is not found."""

from uuid import UUID

from django.urls.converters import StringConverter, UUIDConverter

from api.ids import PATTERN
from api.serializers.games.choices import CHAT_ROOMS


class RoomConverter(StringConverter):
    """One of the rooms of a game's chat."""

    regex = "|".join(CHAT_ROOMS)


class IdConverter(UUIDConverter):
    """A UUID in either case."""

    regex = PATTERN

    def to_python(self, value: str) -> UUID:
        """The id."""
        return UUID(value)
