"""Offers: how they are made, answered and listed."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.serializers.base import ChoiceField, InstantField, IntegerField, StrictSerializer
from api.serializers.games.choices import OFFER_ANSWERS, OFFER_KINDS
from api.serializers.games.parts import INT64, OfferSerializer, version_field
from api.serializers.pages import PageQuery, page_of

MOST_SECONDS = 7 * 24 * 3600


class OfferRequest(StrictSerializer):
    """What the others are asked for, and the version that it was made for."""

    kind = ChoiceField(choices=OFFER_KINDS)
    version = IntegerField(required=False, allow_null=True, min_value=0, max_value=INT64)
    to_version = IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=INT64,
        help_text="Of an undo: how far back; without it, your last move.",
    )
    seconds = IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_SECONDS, help_text="Of `add_time`, which needs it."
    )

    def validate(self, attrs: Any) -> Any:
        """Each kind with its own members."""
        for name, kind in (("to_version", "undo"), ("seconds", "add_time")):
            if attrs.get(name) is not None and attrs["kind"] != kind:
                message = gettext("Only with an offer of kind {kind}.").format(kind=kind)
                raise serializers.ValidationError({name: message})
        if attrs["kind"] == "add_time" and attrs.get("seconds") is None:
            raise serializers.ValidationError({"seconds": gettext("An offer of more time says how much.")})
        return attrs


class OfferAnswerRequest(StrictSerializer):
    """Yes or no."""

    answer = ChoiceField(choices=OFFER_ANSWERS)


class OfferResult(serializers.Serializer):
    """An offer, and the version of the game with it."""

    offer = OfferSerializer()
    version = version_field()
    server_time = InstantField()


class OfferPage(page_of("OfferPage", OfferSerializer)):  # type: ignore[misc]
    """One page of a list."""

    server_time = InstantField()


class OfferQuery(PageQuery):
    """How many offers, the newest first."""
