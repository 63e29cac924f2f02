"""Ids in paths. What is no UUID matches no path, and so is not found."""

from uuid import UUID

from django.urls.converters import UUIDConverter


class IdConverter(UUIDConverter):
    """A UUID in either case."""

    regex = "[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}"

    def to_python(self, value: str) -> UUID:
        """The id."""
        return UUID(value)
