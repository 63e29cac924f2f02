"""Serializers that refuse what they do not know, and fields that convert nothing silently."""

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from api.times import instant_text

INT32 = 2**31 - 1


class StrictSerializer(serializers.Serializer):
    """The base of every body and query: a key that no field has is an error (`unknown_field`)."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated members, with all faults told at once."""
        unknown = [key for key in data if key not in self.fields] if isinstance(data, Mapping) else []
        faults: dict[str, Any] = {key: [ErrorDetail("This key is not known here.", "unknown_field")] for key in unknown}
        try:
            value = super().to_internal_value(data)
        except ValidationError as error:
            faults |= error.detail if isinstance(error.detail, dict) else {}
        if faults:
            raise ValidationError(faults)
        return value


def list_of(item: type[serializers.Serializer], longest: int, **options: Any) -> serializers.ListField:
    """A field with at most so many such objects."""
    return serializers.ListField(child=item(), max_length=longest, **options)


class EmptyBody(StrictSerializer):
    """The body of an operation that takes none."""


class IntegerField(serializers.IntegerField):
    """A JSON number without a fraction; neither "5" nor true nor 5.0."""

    def to_internal_value(self, data: Any) -> int:
        """The number."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class BooleanField(serializers.BooleanField):
    """true or false; neither "yes" nor 1."""

    def to_internal_value(self, data: Any) -> bool:
        """The truth value."""
        if not isinstance(data, bool):
            self.fail("invalid", input=type(data).__name__)
        return data


class TextField(serializers.CharField):
    """A JSON string; no number in its place."""

    def to_internal_value(self, data: Any) -> str:
        """The text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class InstantField(serializers.DateTimeField):
    """An instant in UTC with milliseconds."""

    def to_representation(self, value: Any) -> Any:
        """Such as `2026-01-05T10:00:00.123Z`."""
        return None if value is None else instant_text(value)
