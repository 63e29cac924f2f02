"""Ids in paths. What is no UUID matches no path, and so is not found."""

from uuid import UUID

from django.urls.converters import UUIDConverter

from api.ids import PATTERN


class IdConverter(UUIDConverter):
    """A UUID in either case."""

    regex = PATTERN

    def to_python(self, value: str) -> UUID:
        """The id."""
        return UUID(value)
