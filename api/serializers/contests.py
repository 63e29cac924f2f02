"""Ratings and leaderboards as the API shows them."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import INT32, ChoiceField, InstantField, list_of
from api.serializers.games.choices import OPPONENTS
from api.serializers.games.parts import MOST_SEATS, PlayerSummary
from api.serializers.pages import PageQuery, page_of
from api.serializers.players import MOST_RATINGS
from games.pools import FAMILIES, SPEEDS

_KEY, _SEASON, _ALGORITHM, _BOARD = 60, 7, 30, 80
_HIGHEST = 4000


def _rating_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=_HIGHEST, **options)


def _deviation_field() -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=_HIGHEST, help_text="How far off the rating may be.")


def _count_field(**options: Any) -> serializers.IntegerField:
    return serializers.IntegerField(min_value=0, max_value=INT32, **options)


class RatingSerializer(serializers.Serializer):
    """How strong a player is in one kind of game."""

    key = serializers.CharField(max_length=_KEY, help_text="Such as `classic.fast`; with `.bots`, computer players.")
    rating = _rating_field(help_text="1500 before the first game.")
    deviation = _deviation_field()
    provisional = serializers.BooleanField(help_text="Of few games, so that it may be far off.")
    games = _count_field()
    rank = _count_field(allow_null=True, help_text="On the board of all time; null for who is not listed there.")
    algorithm = serializers.CharField(max_length=_ALGORITHM)


class PlayerRatings(serializers.Serializer):
    """All ratings of a player."""

    player = PlayerSummary()
    results = list_of(RatingSerializer, MOST_RATINGS)


class RatingChangeSerializer(serializers.Serializer):
    """What one game did to a rating."""

    game = serializers.UUIDField(allow_null=True, help_text="Null where you may not know of it.")
    at = InstantField(help_text="When the game ended.")
    place = serializers.IntegerField(min_value=1, max_value=MOST_SEATS, help_text="The player's; ties share one.")
    seats = serializers.IntegerField(min_value=2, max_value=MOST_SEATS)
    before = _rating_field()
    rating = _rating_field(help_text="After the game.")
    deviation = _deviation_field()
    provisional = serializers.BooleanField()
    games = _count_field(help_text="The how manieth it was.")


RatingHistoryPage = page_of("RatingHistoryPage", RatingChangeSerializer)


class BoardSerializer(serializers.Serializer):
    """A leaderboard: one kind of game in one season."""

    id = serializers.CharField(max_length=_BOARD, help_text="Family, speed and season: `classic.fast.2026-11`.")
    family = serializers.ChoiceField(choices=FAMILIES)
    speed = serializers.ChoiceField(choices=SPEEDS)
    against = serializers.ChoiceField(choices=OPPONENTS)
    season = serializers.CharField(max_length=_SEASON, help_text="A month in UTC, or `all`.")
    least_games = _count_field(help_text="So many of the season it takes to be listed.")
    players = _count_field(help_text="Who are listed now.")
    computed_at = InstantField(help_text="When the last game was counted that changed it.")


BoardPage = page_of("BoardPage", BoardSerializer)


class BoardQuery(PageQuery):
    """Which boards are listed."""

    family = ChoiceField(choices=FAMILIES, required=False)
    speed = ChoiceField(choices=SPEEDS, required=False)
    season = serializers.RegexField(r"^(all|20[0-9]{2}-(0[1-9]|1[0-2]))$", max_length=_SEASON, required=False)


class LeaderboardRow(serializers.Serializer):
    """Who stands at a rank."""

    rank = serializers.IntegerField(min_value=1, max_value=INT32, help_text="Who have the same rating share one.")
    player = PlayerSummary()
    rating = _rating_field()
    deviation = _deviation_field()
    games = _count_field(help_text="Of this season.")


class LeaderboardPage(page_of("LeaderboardRowPage", LeaderboardRow)):  # type: ignore[misc]
    """A part of a leaderboard."""

    board = BoardSerializer()
    computed_at = InstantField(help_text="So the board stood then, on every page of a walk.")
