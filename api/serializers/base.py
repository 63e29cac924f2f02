"""Serializers that refuse what they do not know, and fields that convert nothing silently."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any
from uuid import UUID

from django.conf import settings
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail, ValidationError

from api.ids import parse_id
from api.times import instant_text

INT32 = 2**31 - 1
_DIGITS = re.compile("-?[0-9]{1,19}")
_TRUTH = {"true": True, "false": False}


class StrictSerializer(serializers.Serializer):
    """The base of every body and query: a key that no field has is an error (`unknown_field`)."""

    def to_internal_value(self, data: Any) -> Any:
        """The validated members, with all faults told at once."""
        unknown = [key for key in data if key not in self.fields] if isinstance(data, Mapping) else []
        faults: dict[str, Any] = {
            key: [ErrorDetail(gettext("This key is not known here."), "unknown_field")] for key in unknown
        }
        try:
            value = super().to_internal_value(data)
        except ValidationError as error:
            faults |= error.detail if isinstance(error.detail, dict) else {}
        if faults:
            raise ValidationError(faults)
        return value


def reader(serializer: type[serializers.Serializer]) -> serializers.Serializer:
    """One serializer of this kind for all requests in a language, of which only `run_validation` may be called.

    It keeps nothing of what it reads, but the words of its refusals: REST framework translates some of them once.
    Making one means to copy all of its fields, which takes longer than reading.
    """
    return _reader(serializer, get_language() or settings.LANGUAGE_CODE)


@cache
def _reader(serializer: type[serializers.Serializer], language: str) -> serializers.Serializer:
    made: serializers.Serializer = serializer()
    assert made.fields is not None  # made now, not by several threads at once
    return made


@cache
def defaults(serializer: type[serializers.Serializer]) -> Mapping[str, Any]:
    """What comes of reading nothing. Raises `ValidationError` where something has to be given."""
    return dict(reader(serializer).run_validation({}))


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
    """A JSON string; no number in its place. The schema says where it may not be empty."""

    def __init__(self, **options: Any) -> None:
        if not options.get("allow_blank"):
            options.setdefault("min_length", 1)
        super().__init__(**options)

    def to_internal_value(self, data: Any) -> str:
        """The text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class ChoiceField(serializers.ChoiceField):
    """One of some texts; what was sent instead is not told back."""

    default_error_messages = {"invalid_choice": _("Choose one of {known}.")}

    def to_internal_value(self, data: Any) -> Any:
        """The text."""
        if not isinstance(data, str) or data not in self.choices:
            self.fail("invalid_choice", known=", ".join(map(str, self.choices)))
        return data


class IdField(serializers.UUIDField):
    """An id as it is written everywhere; no number in its place, and no other form of it."""

    def to_internal_value(self, data: Any) -> UUID:
        """The id."""
        try:
            return parse_id(data)
        except (TypeError, ValueError):
            self.fail("invalid", value="")


class IntegerParameter(serializers.IntegerField):
    """A number in a query: ASCII digits and nothing else."""

    def to_internal_value(self, data: Any) -> int:
        """The number."""
        if not _DIGITS.fullmatch(data):
            self.fail("invalid")
        return int(data)


class BooleanParameter(serializers.BooleanField):
    """`true` or `false` in a query."""

    def to_internal_value(self, data: Any) -> bool:
        """The truth value."""
        if data not in _TRUTH:
            self.fail("invalid", input="")
        return _TRUTH[data]


class InstantField(serializers.DateTimeField):
    """An instant in UTC with milliseconds."""

    def to_representation(self, value: Any) -> Any:
        """Such as `2026-01-05T10:00:00.123Z`."""
        return None if value is None else instant_text(value)
