"""Records that are sent to be imported."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.base import ChoiceField, IntegerField, StrictSerializer, TextField
from api.serializers.games.choices import VISIBILITIES
from api.serializers.games.deals import GameRecord
from api.serializers.games.parts import MOST_SEATS, PLAYER_NAME
from players.names import clean_name

_LONGEST = 2**21
_FORMS = ("record", "text", "lines")


@extend_schema_field(GameRecord)
class RecordField(serializers.Field):
    """A record as `getRecord` answers it. What is wrong inside is told with its place by who plays it."""

    def to_internal_value(self, data: Any) -> Any:
        """The record, unread."""
        if not isinstance(data, Mapping):
            raise serializers.ValidationError(gettext("A record is an object."))
        return data

    def to_representation(self, value: Any) -> Any:
        """Never written."""
        return value


class ImportRequest(StrictSerializer):
    """A record in one of its three forms, and who is to be at its table."""

    record = RecordField(required=False, allow_null=True, help_text="As `getRecord` answers it.")
    text = TextField(required=False, allow_null=True, max_length=_LONGEST, help_text="As `getRecordText` answers it.")
    lines = TextField(required=False, allow_null=True, max_length=_LONGEST, help_text="As `getRecordLines` answers it.")
    seat = IntegerField(
        required=False, allow_null=True, min_value=0, max_value=MOST_SEATS - 1, help_text="Where you sat, if you did."
    )
    names = serializers.ListField(
        child=TextField(max_length=PLAYER_NAME),
        required=False,
        max_length=MOST_SEATS,
        help_text="Who sat where, instead of the names in the record.",
    )
    visibility = ChoiceField(choices=VISIBILITIES, required=False, help_text="`private`, if nothing is said.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one form."""
        if sum(attrs.get(form) is not None for form in _FORMS) != 1:
            raise serializers.ValidationError(gettext("Send one of record, text and lines."))
        return attrs

    def validate_names(self, value: list[str]) -> list[str]:
        """Names as players may have them."""
        return [clean_name(name) for name in value]
