"""Positions as NOTATION describes them. The engine reads them; what stands here is their description."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.serializers.base import StrictSerializer, list_of
from api.serializers.moves import CARD, CARD_AS_PLAYED
from api.serializers.rules import RulesRequest

_MOST_CARDS, _MOST_ENTRIES, _TEXT = 112, 10_000, 200
_LARGEST = 10**9


def _cards(**options: Any) -> serializers.Field:
    return serializers.ListField(child=serializers.RegexField(CARD, max_length=3), max_length=_MOST_CARDS, **options)


def _seat(**options: Any) -> serializers.Field:
    return serializers.IntegerField(min_value=0, max_value=7, **options)


def _seats(**options: Any) -> serializers.Field:
    return serializers.ListField(child=_seat(), max_length=8, **options)


def _scores(**options: Any) -> serializers.Field:
    child = serializers.IntegerField(min_value=-_LARGEST, max_value=_LARGEST)
    return serializers.ListField(child=child, max_length=8, **options)


class PositionMeldSerializer(serializers.Serializer):
    """A meld on the table."""

    id = serializers.IntegerField(min_value=1)
    kind = serializers.ChoiceField(choices=["set", "run"])
    cards = serializers.ListField(
        child=serializers.RegexField(CARD_AS_PLAYED, max_length=6),
        max_length=_MOST_CARDS,
        help_text="A run low to high.",
    )
    by = serializers.ListField(child=_seat(), max_length=_MOST_CARDS, help_text="Who tabled each card.")
    owner = _seat(help_text="Who put the meld down.")
    doubled = _cards(required=False, help_text="The cards that count double.")


class PositionSerializer(serializers.Serializer):
    """A deal at a moment, with everything that a rule can depend on; answers hold every key."""

    rules = RulesRequest(required=False)
    dealer = _seat(required=False)
    turn = _seat(required=False)
    phase = serializers.ChoiceField(choices=["draw", "play", "over"], required=False)
    hands = serializers.ListField(child=_cards(), min_length=2, max_length=8)
    stock = _cards(required=False, help_text="The next card to be drawn first.")
    pile = _cards(required=False, help_text="The top last.")
    melds = list_of(PositionMeldSerializer, _MOST_CARDS, required=False)
    taken = _cards(required=False)
    obliged = _cards(required=False)
    by_call = serializers.BooleanField(required=False)
    tabled = serializers.BooleanField(required=False)
    callers = _seats(required=False)
    calls = serializers.DictField(child=serializers.CharField(max_length=_TEXT), required=False)
    last_discard_by = _seat(required=False, allow_null=True)
    wild_rank = serializers.RegexField("^[A2-9TJQK]$", max_length=1, required=False, allow_null=True)
    quiet_turns = serializers.IntegerField(min_value=0, required=False)
    reshuffled = serializers.IntegerField(min_value=0, required=False)
    deal_number = serializers.IntegerField(min_value=1, required=False)
    out = _seat(required=False, allow_null=True)
    ended = serializers.ChoiceField(
        choices=["out", "declined", "no_take", "quiet", "stock_end"], required=False, allow_null=True
    )
    scores = _scores(required=False, help_text="Totals before this deal.")
    totals = _scores(required=False, allow_null=True, help_text="In answers: totals after the deal.")


class SeatMoveSerializer(serializers.Serializer):
    """A move of a seat."""

    seat = _seat()
    move = serializers.CharField(max_length=_TEXT, help_text="In the notation of moves, such as `lay 8H on 3`.")
    reshuffle = _cards(required=False, help_text="The new stock's order where the move reshuffles.")


@extend_schema_field(PositionSerializer)
class PositionField(serializers.JSONField):
    """A position, unread."""


class UnreadListField(serializers.ListField):
    """A list whose entries the engine reads."""

    def to_internal_value(self, data: Any) -> Any:
        """The list as it is."""
        if not isinstance(data, list):
            self.fail("not_a_list", input_type=type(data).__name__)
        return data


def _unread(child: serializers.Field, longest: int, help_text: str) -> serializers.ListField:
    return UnreadListField(child=child, max_length=longest, required=False, allow_null=True, help_text=help_text)


class PositionRequest(StrictSerializer):
    """A position, moves to be played from it, and what is asked about the position after them."""

    position = PositionField()
    moves = _unread(
        SeatMoveSerializer(), _MOST_ENTRIES, help_text="Played one after the other; a refused one changes nothing."
    )
    check = _unread(SeatMoveSerializer(), _MOST_ENTRIES, help_text="Looked at after the moves, and not played.")
    legal = _unread(_seat(), 8, help_text="Seats whose legal moves are listed, the first 1,000 of each.")


class PositionAnswerSerializer(serializers.Serializer):
    """What came of it."""

    moves = serializers.ListField(
        child=serializers.CharField(max_length=60),
        max_length=_MOST_ENTRIES,
        help_text="`ok` or the code of the refusal.",
    )
    position = PositionSerializer(help_text="After the moves.")
    check = serializers.ListField(child=serializers.CharField(max_length=60), max_length=_MOST_ENTRIES)
    legal = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField(max_length=_TEXT), max_length=1000),
        help_text="Seat (as text) and its legal moves in notation.",
    )
    truncated = _seats(help_text="Seats of `legal` that have more legal moves than are listed.")
    deal_scores = _scores(allow_null=True, help_text="When the deal is over.")
    winners = _seats(help_text="Empty while the game goes on.")
