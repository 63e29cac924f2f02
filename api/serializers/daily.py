"""The daily deal as the API shows it."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import INT32, InstantField, list_of
from api.serializers.games.parts import LEVEL, MOST_SEATS, PlayerSummary, digest_field, points_field, seat_field
from api.serializers.pages import page_of
from api.serializers.rules import Rules
from games.selectors.daily import MOST_ATTEMPTS, STATUSES

ATTEMPT_STATUSES = ("running", "finished", "aborted")
_ALGORITHM = 40


def _count_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=INT32, **options)


class AttemptSerializer(serializers.Serializer):
    """A player's attempt at a daily deal."""

    game = serializers.UUIDField(help_text="The game in which it is played.")
    date = serializers.DateField()
    ranked = serializers.BooleanField(help_text="The first of a player; only this one is listed.")
    status = serializers.ChoiceField(choices=ATTEMPT_STATUSES)
    points = points_field(allow_null=True, help_text="The player's; null until it is finished.")
    difference = points_field(allow_null=True, help_text="The player's points less those of the computer player.")
    turns = _count_field(allow_null=True, help_text="Those that the player began.")
    started_at = InstantField()
    finished_at = InstantField(allow_null=True)


class DailyStreak(serializers.Serializer):
    """Days in a row on which a player has played the ranked attempt to its end."""

    current = _count_field()
    longest = _count_field()


class DailyPlayer(serializers.Serializer):
    """What a daily deal is to the player who asks."""

    attempts = list_of(AttemptSerializer, MOST_ATTEMPTS, help_text="The newest first.")
    streak = DailyStreak()


class DailyOpponent(serializers.Serializer):
    """A computer player at a daily deal."""

    seat = seat_field()
    bot_level = serializers.CharField(max_length=LEVEL)


class DailyDealSerializer(serializers.Serializer):
    """The deal of one day."""

    date = serializers.DateField(help_text="The day in UTC.")
    status = serializers.ChoiceField(choices=STATUSES, help_text="`closing`: last attempts are still played.")
    rules = Rules()
    opponents = list_of(DailyOpponent, MOST_SEATS)
    opens_at = InstantField()
    closes_at = InstantField(help_text="From then on no attempt is started.")
    ends_at = InstantField(help_text="Attempts that are not over then are broken off.")
    closed_at = InstantField(allow_null=True, help_text="When the seed was told.")
    algorithm = serializers.CharField(max_length=_ALGORITHM)
    algorithm_version = _count_field()
    commitment = digest_field(help_text="The SHA-256 of the seed.")
    seed = digest_field(allow_null=True, help_text="Null until the day is closed.")
    previous = serializers.DateField(allow_null=True, help_text="The last day before it that had a deal.")
    next = serializers.DateField(allow_null=True, help_text="The first day after it that had a deal.")
    you = DailyPlayer(allow_null=True, help_text="Null for somebody without a token.")
    server_time = InstantField()


class DailyRow(serializers.Serializer):
    """Who stands at a rank."""

    rank = serializers.IntegerField(min_value=1, max_value=INT32, help_text="Who have done the same share one.")
    player = PlayerSummary()
    points = points_field()
    difference = points_field()
    turns = _count_field()
    finished_at = InstantField()
    game = serializers.UUIDField(allow_null=True, help_text="Null until the day is closed.")


class DailyBoardPage(page_of("DailyRowPage", DailyRow)):  # type: ignore[misc]
    """A part of the board of a day."""

    daily = DailyDealSerializer()
    computed_at = InstantField(help_text="So the board stood then, on every page of a walk.")
