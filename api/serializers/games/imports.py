"""Records that are sent to be imported."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.base import (
    BooleanField,
    ChoiceField,
    InstantField,
    IntegerField,
    StrictSerializer,
    TextField,
    list_of,
)
from api.serializers.games.choices import AUTHORS, ENDINGS, GAME_STATUSES, VISIBILITIES
from api.serializers.games.parts import (
    LEVEL,
    MOST_SEATS,
    MOVE_TEXT,
    PLAYER_NAME,
    GameResult,
    card_field,
    cards_field,
    deal_number_field,
    digest_field,
    scores_field,
    seat_field,
)
from api.serializers.moves import MoveField
from api.serializers.players import NameField
from api.serializers.rules import RulesField
from games.recorded import MOST_DEALS, MOST_MOVES

_LONGEST = 2**21
_FORMS = ("record", "text", "lines")


class PlayerToImport(serializers.Serializer):
    """Who sat there."""

    name = serializers.CharField(max_length=PLAYER_NAME)


class SeatToImport(serializers.Serializer):
    """A person by name, or a bot by its level."""

    player = PlayerToImport(required=False, allow_null=True)
    name = serializers.CharField(required=False, allow_null=True, max_length=PLAYER_NAME)
    bot_level = serializers.CharField(required=False, allow_null=True, max_length=LEVEL)


class MoveToImport(serializers.Serializer):
    """A move, when and by whom it was made, and what it must have come to."""

    seat = seat_field()
    move = MoveField()
    author = serializers.ChoiceField(choices=AUTHORS, required=False, help_text="`person`, if nothing is said.")
    bot_level = serializers.CharField(required=False, allow_null=True, max_length=LEVEL)
    at = InstantField(required=False, allow_null=True)
    deal_number = deal_number_field(required=False, allow_null=True)
    text = serializers.CharField(required=False, allow_null=True, max_length=MOVE_TEXT)
    drawn = card_field(required=False, allow_null=True)
    undone = BooleanField(required=False, allow_null=True, help_text="False: what was taken back is no part.")


class HandsToImport(serializers.ListField):
    """The cards dealt to each seat."""

    child = cards_field()


class DealToImport(serializers.Serializer):
    """A deal with its moves, and what they must have come to."""

    seed = digest_field()
    dealer = seat_field()
    moves = list_of(MoveToImport, MOST_MOVES, help_text="Of all deals together no more than so many.")
    started_at = InstantField(required=False, allow_null=True)
    number = deal_number_field(required=False, allow_null=True)
    commitment = digest_field(required=False, allow_null=True, help_text="SHA-256 of the seed.")
    hands = HandsToImport(max_length=MOST_SEATS, required=False, allow_null=True)
    scores = scores_field(required=False, allow_null=True)
    totals = scores_field(required=False, allow_null=True, help_text="After this deal.")
    out = seat_field(required=False, allow_null=True, help_text="Who went out.")
    ended = serializers.ChoiceField(choices=ENDINGS, required=False, allow_null=True)


class RecordToImport(serializers.Serializer):
    """What is read of a record as `getRecord` answers it, and what its moves must have come to; all else may stay."""

    rules = RulesField()
    players = serializers.IntegerField(min_value=2, max_value=MOST_SEATS)
    deals = list_of(DealToImport, MOST_DEALS, min_length=1)
    seats = list_of(SeatToImport, MOST_SEATS, required=False, allow_null=True)
    status = serializers.ChoiceField(choices=GAME_STATUSES, required=False, allow_null=True, help_text="`finished`.")
    totals = scores_field(required=False, allow_null=True)
    result = GameResult(required=False, allow_null=True)


@extend_schema_field(RecordToImport)
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
        child=NameField(),
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
