"""Pieces that several answers about games have in common."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import INT32, InstantField, list_of
from api.serializers.games.choices import OFFER_ANSWERS, OFFER_KINDS, OFFER_STATUSES
from api.serializers.moves import CARD, CARD_AS_PLAYED, MoveField

INT64 = 2**63 - 1
MOST_CARDS = 112
MOST_SEATS = 8
MOST_OFFERS = 8
CURSOR = 40
MOVE_TEXT = 200
LEVEL = 20
PLAYER_NAME = 24


def card_field(**options: Any) -> serializers.Field:
    """A card's code, such as `7H`."""
    return serializers.RegexField(CARD, max_length=3, **options)


def cards_field(**options: Any) -> serializers.ListField:
    """A list of cards."""
    return serializers.ListField(child=card_field(), max_length=MOST_CARDS, **options)


def version_field(**options: Any) -> serializers.IntegerField:
    """A game's version: the number of its entries."""
    return serializers.IntegerField(min_value=0, max_value=INT64, **options)


def seat_field(**options: Any) -> serializers.IntegerField:
    """The number of a seat, from 0 clockwise."""
    return serializers.IntegerField(min_value=0, max_value=MOST_SEATS - 1, **options)


def seats_field(**options: Any) -> serializers.ListField:
    """A list of seats."""
    return serializers.ListField(child=seat_field(), max_length=MOST_SEATS, **options)


def points_field(**options: Any) -> serializers.IntegerField:
    """A number of points, which may be negative."""
    return serializers.IntegerField(min_value=-INT32, max_value=INT32, **options)


def scores_field(**options: Any) -> serializers.ListField:
    """Points, one number a seat."""
    return serializers.ListField(child=points_field(), max_length=MOST_SEATS, **options)


def deal_number_field(**options: Any) -> serializers.IntegerField:
    """The number of a deal in its game, from 1; 0 before the first."""
    return serializers.IntegerField(min_value=0, max_value=INT32, **options)


def digest_field(**options: Any) -> serializers.Field:
    """32 bytes in lower-case hexadecimal."""
    return serializers.RegexField(r"^[0-9a-f]{64}$", max_length=64, **options)


class PlayerSummary(serializers.Serializer):
    """A player in short."""

    id = serializers.UUIDField()
    kind = serializers.CharField(max_length=10, help_text="`guest`, `account` or `bot`.")
    name = serializers.CharField(max_length=PLAYER_NAME)


class GameResult(serializers.Serializer):
    """How a game ended."""

    winners = seats_field(help_text="More than one for a shared win; none when the game was broken off.")
    totals = scores_field(allow_null=True)


class Clock(serializers.Serializer):
    """A seat's clock."""

    seat = seat_field()
    remaining_ms = serializers.IntegerField(
        min_value=0, max_value=INT32, help_text="For this turn or the next; at `as_of`, if the clock is running."
    )
    as_of = InstantField(help_text="When the clocks last changed.")
    running = serializers.BooleanField()
    vacation_days = serializers.IntegerField(min_value=0, max_value=INT32, help_text="Left to it; see the clock.")


class Deadline(serializers.Serializer):
    """What will happen of itself, and when."""

    seat = seat_field(allow_null=True)
    at = InstantField()
    kind = serializers.CharField(max_length=20, help_text="`turn`, `call_window` or `offer`; others may come.")
    then = serializers.CharField(
        max_length=20,
        help_text="`auto_move`: the turn is ended, or silent seats are passed for; `bot`: one takes over; `abandon`;"
        " `vacation`: a day of it is taken; of an offer `expire`.",
    )


class MeldSerializer(serializers.Serializer):
    """A meld on the table."""

    id = serializers.IntegerField(min_value=1, max_value=INT32, help_text="Its number in this deal.")
    kind = serializers.CharField(max_length=10, help_text="`set` or `run`.")
    cards = serializers.ListField(
        child=serializers.RegexField(CARD_AS_PLAYED, max_length=6),
        max_length=MOST_CARDS,
        help_text="As played; a run low to high.",
    )
    by = serializers.ListField(child=seat_field(), max_length=MOST_CARDS, help_text="Who tabled each card.")
    owner = seat_field(help_text="Who put the meld down.")
    doubled = cards_field(help_text="Cards that count double.")


class CallWindow(serializers.Serializer):
    """The time in which seats may call a card of the pile."""

    id = serializers.UUIDField(help_text="A `call` or `pass` names it as `window`.")
    opened_at_version = version_field()
    closes_at = InstantField(allow_null=True, help_text="Null: nobody waits for it.")
    seats = seats_field(help_text="Who was asked.")
    priority = serializers.CharField(max_length=10, help_text="`first` or `clockwise`.")
    answered_count = serializers.IntegerField(min_value=0, max_value=MOST_SEATS)
    answered = serializers.CharField(
        allow_null=True, max_length=MOVE_TEXT, help_text="Your own answer, in the notation of moves."
    )


class OfferAnswer(serializers.Serializer):
    """What one of those who were asked has answered."""

    seat = seat_field()
    answer = serializers.ChoiceField(choices=OFFER_ANSWERS, allow_null=True)


class OfferSerializer(serializers.Serializer):
    """What a player has asked the others for. It needs the consent of all."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=OFFER_KINDS)
    by = seat_field(help_text="Who made it.")
    made_at_version = version_field()
    to_version = version_field(allow_null=True, help_text="Of an undo: the version whose deal comes back.")
    seconds = serializers.IntegerField(
        allow_null=True, min_value=1, max_value=INT32, help_text="Of `add_time`: so much more for each seat."
    )
    made_at = InstantField()
    expires_at = InstantField()
    answers = list_of(OfferAnswer, MOST_SEATS)
    status = serializers.ChoiceField(choices=OFFER_STATUSES)

    class Meta:
        ref_name = "Offer"


class LegalMove(serializers.Serializer):
    """A move that would be accepted."""

    move = MoveField()
    text = serializers.CharField(max_length=MOVE_TEXT)
