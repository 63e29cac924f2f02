"""Seeks: how they are made, told and listed."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.serializers.base import (
    BooleanField,
    BooleanParameter,
    ChoiceField,
    InstantField,
    IntegerField,
    IntegerParameter,
    StrictSerializer,
    TextField,
)
from api.serializers.games.choices import SEEK_BOTS, SEEK_STATUSES, VISIBILITIES
from api.serializers.games.clocks import ClockPolicy, ClockRequest
from api.serializers.games.events import LONGEST_WAIT
from api.serializers.games.parts import LEVEL, MOST_SEATS, PlayerSummary
from api.serializers.pages import PageQuery, page_of
from api.serializers.rules import Rules, RulesField
from engine import PRESETS

FEWEST_SEATS = 2
LOWEST_RATING, HIGHEST_RATING = 0, 10_000
USUAL_LEVEL = "casual"
_NAME = 40


def _seats(field: Any, **options: Any) -> Any:
    return field(min_value=FEWEST_SEATS, max_value=MOST_SEATS, **options)


def _rating(field: Any, **options: Any) -> Any:
    return field(min_value=LOWEST_RATING, max_value=HIGHEST_RATING, allow_null=True, **options)


class SeekRequest(StrictSerializer):
    """A game as you wish it. Who wishes the same, and is of a rating that you ask for, plays with you."""

    rules = RulesField()
    min_seats = _seats(IntegerField, help_text="How many play, at least.")
    max_seats = _seats(IntegerField, required=False, help_text="How many play, at most; else as many as at least.")
    clock = ClockRequest(required=False)
    rated = BooleanField(required=False, help_text="Needs an account and a clock, and takes no computer players.")
    visibility = ChoiceField(
        choices=VISIBILITIES, required=False, help_text="Of the game; only public seeks are listed."
    )
    min_rating = _rating(IntegerField, required=False, help_text="Of the others.")
    max_rating = _rating(IntegerField, required=False, help_text="Of the others.")
    bots = ChoiceField(
        choices=SEEK_BOTS,
        required=False,
        help_text="When computer players fill the smallest table: `never`, if nothing is said; `on_expiry`, when the"
        " seek runs out; `at_once`, if not enough people wait.",
    )
    bot_level = TextField(required=False, allow_null=True, max_length=LEVEL, help_text=f"{USUAL_LEVEL}, if absent.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Ranges that hold something, and a level where there are bots."""
        attrs.setdefault("max_seats", attrs["min_seats"])
        if attrs["max_seats"] < attrs["min_seats"]:
            raise serializers.ValidationError({"max_seats": gettext("Not less than `min_seats`.")})
        lowest, highest = attrs.get("min_rating"), attrs.get("max_rating")
        if lowest is not None and highest is not None and highest < lowest:
            raise serializers.ValidationError({"max_rating": gettext("Not less than `min_rating`.")})
        level = attrs.pop("bot_level", None)
        if attrs.get("bots", "never") == "never":
            if level:
                raise serializers.ValidationError({"bot_level": gettext("Say in `bots` when there are to be some.")})
            return attrs
        return attrs | {"bot_level": level or USUAL_LEVEL}


class SeekSerializer(serializers.Serializer):
    """What a player seeks, and what has come of it."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=SEEK_STATUSES)
    player = PlayerSummary()
    rules = Rules()
    clock = ClockPolicy()
    rated = serializers.BooleanField()
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    min_seats = _seats(serializers.IntegerField)
    max_seats = _seats(serializers.IntegerField)
    rating = serializers.IntegerField(
        min_value=LOWEST_RATING, max_value=HIGHEST_RATING, help_text="The player's own, when this was made or renewed."
    )
    min_rating = _rating(serializers.IntegerField)
    max_rating = _rating(serializers.IntegerField)
    bots = serializers.ChoiceField(choices=SEEK_BOTS)
    bot_level = serializers.CharField(allow_null=True, max_length=LEVEL)
    game = serializers.UUIDField(allow_null=True, help_text="Of a seek that is `matched`.")
    created_at = InstantField()
    expires_at = InstantField(help_text="Renew it before, and it goes on.")

    class Meta:
        ref_name = "Seek"


class SeekAnswer(SeekSerializer):
    """A seek as it stands now."""

    server_time = InstantField()

    class Meta:
        ref_name = "SeekAnswer"


class SeekPage(page_of("SeekPage", SeekSerializer)):  # type: ignore[misc]
    """One page of a list."""

    server_time = InstantField()


class SeekQuery(PageQuery):
    """Which seeks are listed."""

    preset = serializers.CharField(required=False, max_length=_NAME)
    rated = BooleanParameter(required=False)
    seats = _seats(IntegerParameter, required=False, help_text="Where so many may play.")
    mine = BooleanParameter(required=False, help_text="Only your own.")

    def validate_preset(self, value: str) -> str:
        """The name of a preset."""
        if value not in PRESETS:
            raise serializers.ValidationError(gettext("There is no such preset."))
        return value


class SeekWaitQuery(StrictSerializer):
    """How long to wait."""

    wait = IntegerParameter(
        min_value=0, max_value=LONGEST_WAIT, default=0, help_text="Seconds to wait while the seek is open."
    )
