"""Moves as NOTATION describes them: nine kinds of object, told apart by `type`."""

from typing import Any

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

CARD = r"^([A2-9TJQK][CDHS]2?|X[1-8])$"
CARD_AS_PLAYED = r"^([A2-9TJQK][CDHS]2?|X[1-8])(=[A2-9TJQK][CDHS]?)?$"


def _card(help_text: str) -> serializers.Field:
    return serializers.RegexField(CARD, max_length=3, help_text=help_text)


def _played(help_text: str) -> serializers.Field:
    return serializers.RegexField(CARD_AS_PLAYED, max_length=6, help_text=help_text)


def _meld(**options: Any) -> serializers.Field:
    return serializers.IntegerField(min_value=1, help_text="Number of the meld in this deal.", **options)


def _end() -> serializers.Field:
    return serializers.ChoiceField(
        choices=["low", "high"], required=False, allow_null=True, help_text="Where both ends of a run fit."
    )


class DrawMove(serializers.Serializer):
    """Draw the top of the stock."""

    type = serializers.CharField(max_length=20)


class TakeMove(serializers.Serializer):
    """Take a card of the pile and all above it."""

    type = serializers.CharField(max_length=20)
    card = _card("The lowest card that is taken.")


class MeldMove(serializers.Serializer):
    """Put down a new meld."""

    type = serializers.CharField(max_length=20)
    cards = serializers.ListField(child=_played("Such as `7H` or `X1=8H`."), min_length=1, max_length=30)


class LayOffMove(serializers.Serializer):
    """Lay a card off on a meld."""

    type = serializers.CharField(max_length=20)
    card = _played("Such as `7H` or `X1=8H`.")
    meld = _meld()
    end = _end()


class SwapMove(serializers.Serializer):
    """Put the card that a wild card stands for in its place."""

    type = serializers.CharField(max_length=20)
    card = _card("The card from the hand.")
    wild = _card("The wild card on the table.")
    meld = _meld()


class DiscardMove(serializers.Serializer):
    """Discard a card, which ends the turn."""

    type = serializers.CharField(max_length=20)
    card = _card("The card from the hand.")


class CallMove(serializers.Serializer):
    """Call Rummy on a card of the pile."""

    type = serializers.CharField(max_length=20)
    card = _played("The card that is called.")
    meld = _meld(required=False, allow_null=True)
    end = _end()


class PassMove(serializers.Serializer):
    """Give up the right to call in this window."""

    type = serializers.CharField(max_length=20)


class DeclineMove(serializers.Serializer):
    """Refuse to draw, the stock being empty."""

    type = serializers.CharField(max_length=20)


MOVE = PolymorphicProxySerializer(
    component_name="Move",
    serializers={
        "draw": DrawMove,
        "take": TakeMove,
        "meld": MeldMove,
        "lay_off": LayOffMove,
        "swap": SwapMove,
        "discard": DiscardMove,
        "call": CallMove,
        "pass": PassMove,
        "decline": DeclineMove,
    },
    resource_type_field_name="type",
)


@extend_schema_field(MOVE)
class MoveField(serializers.Field):
    """A move as it stands in the request or answer.

    It is read by the engine, not here: what is wrong inside a move is `bad_notation`, and is told only after
    the game, the seat and the version were looked at.
    """

    def to_internal_value(self, data: Any) -> Any:
        """The move, unread."""
        return data

    def to_representation(self, value: Any) -> Any:
        """The move, as `engine.move_json` wrote it."""
        return value
