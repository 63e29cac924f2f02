"""Games and their seats, and how they are asked for."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.serializers.base import (
    INT32,
    BooleanField,
    BooleanParameter,
    ChoiceField,
    IdField,
    InstantField,
    IntegerField,
    StrictSerializer,
    TextField,
    list_of,
)
from api.serializers.games.choices import (
    GAME_ORDERS,
    GAME_STATUSES,
    HISTORY_ORDERS,
    LEAVER_POLICIES,
    OPPONENTS,
    OUTCOMES,
    SEAT_KINDS,
    UNDO_POLICIES,
    VISIBILITIES,
)
from api.serializers.games.clocks import ClockPolicy, ClockRequest
from api.serializers.games.parts import (
    INT64,
    LEVEL,
    MOST_SEATS,
    PLAYER_NAME,
    GameResult,
    PlayerSummary,
    deal_number_field,
    scores_field,
    seat_field,
    version_field,
)
from api.serializers.includes import IncludeField
from api.serializers.pages import PageQuery, page_of
from api.serializers.players import PlayerSerializer
from api.serializers.rules import Rules, RulesField
from engine import PRESETS
from games.limits import MOST_SPECTATOR_DELAY_MOVES

_NAME, _LIST = 40, 200
MOST_TIMEOUTS = 100


def _timeouts() -> IntegerField:
    text = "How many time-outs are forgiven; with the next a player has left. 2, if nothing is said."
    return IntegerField(required=False, min_value=0, max_value=MOST_TIMEOUTS, help_text=text)


def _delay() -> IntegerField:
    text = "So many moves later the game is shown to those who do not play. 0, if nothing is said."
    return IntegerField(required=False, min_value=0, max_value=MOST_SPECTATOR_DELAY_MOVES, help_text=text)


class SeatSerializer(serializers.Serializer):
    """A place at the table."""

    seat = seat_field()
    kind = serializers.ChoiceField(choices=SEAT_KINDS, help_text="Who plays there now.")
    player = PlayerSummary(allow_null=True, help_text="Also of one who has resigned.")
    name = serializers.CharField(
        allow_null=True, max_length=PLAYER_NAME, help_text="Of an imported game: who sat there, as its record says."
    )
    bot_level = serializers.CharField(allow_null=True, max_length=LEVEL)
    reserved_until = InstantField(allow_null=True, help_text="Somebody is invited to this free seat.")
    ready = serializers.BooleanField(help_text="Somebody sits there; when all seats are, the game can start.")
    resigned = serializers.BooleanField(help_text="The player has left; a computer player plays on.")
    timeouts_used = serializers.IntegerField(min_value=0, max_value=INT32)
    connected = serializers.BooleanField(help_text="The person there follows the game now; see `presence_changed`.")
    card_count = serializers.IntegerField(min_value=0, max_value=INT32)
    on_table_points = serializers.IntegerField(min_value=-INT32, max_value=INT32, help_text="In this deal.")
    total = serializers.IntegerField(min_value=-INT32, max_value=INT32, help_text="In the game.")
    profile = PlayerSerializer(allow_null=True, help_text="All of `player`, with `include=seats.player`.")


class GameSerializer(serializers.Serializer):
    """A series of deals to the target; the same for everybody who may see it, but for a delay."""

    id = serializers.UUIDField()
    version = version_field()
    status = serializers.ChoiceField(choices=GAME_STATUSES)
    rules = Rules()
    rules_edition = serializers.IntegerField(min_value=1, max_value=INT32)
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    rated = serializers.BooleanField()
    imported = serializers.BooleanField(help_text="Played elsewhere, and made from its record; it counts nowhere.")
    clock = ClockPolicy()
    leaver_policy = serializers.ChoiceField(choices=LEAVER_POLICIES)
    takeover_level = serializers.CharField(max_length=LEVEL)
    max_timeouts = serializers.IntegerField(min_value=0, max_value=MOST_TIMEOUTS)
    returnable = serializers.BooleanField(help_text="A player who has left may take the seat back.")
    undo_policy = serializers.ChoiceField(choices=UNDO_POLICIES)
    spectator_delay_moves = serializers.IntegerField(
        min_value=0, max_value=MOST_SPECTATOR_DELAY_MOVES, help_text="Who does not play sees it so many moves later."
    )
    seats = list_of(SeatSerializer, MOST_SEATS)
    owner = PlayerSummary()
    deal_number = deal_number_field(help_text="0 before the start.")
    totals = scores_field(allow_null=True, help_text="Before the deal that goes on; null before the start.")
    result = GameResult(allow_null=True)
    previous_game = serializers.UUIDField(allow_null=True, help_text="Of a rematch: that which it follows.")
    next_game = serializers.UUIDField(allow_null=True, help_text="The rematch.")
    created_at = InstantField()
    started_at = InstantField(allow_null=True)
    finished_at = InstantField(allow_null=True)


class GameDetailQuery(StrictSerializer):
    """What the answer includes."""

    include = IncludeField("seats.player")


GamePage = page_of("GamePage", GameSerializer)


class SeatRequest(StrictSerializer):
    """Who is to sit at a seat: a computer player of a level, a certain player, or whoever comes."""

    kind = ChoiceField(choices=SEAT_KINDS, required=False, help_text="Follows from the rest.")
    bot_level = TextField(required=False, allow_null=True, max_length=LEVEL, help_text="See `listBotLevels`.")
    player = IdField(
        required=False,
        allow_null=True,
        help_text="Your own id, once, to choose your seat; another's, to invite that player.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Refuse a seat that is given to two, or a bot without a level."""
        kind, is_bot, player = attrs.get("kind"), bool(attrs.get("bot_level")), attrs.get("player")
        if is_bot and (player or kind in ("open", "person")):
            raise serializers.ValidationError({"bot_level": [gettext("The seat is for a person.")]})
        if kind == "bot" and not is_bot:
            raise serializers.ValidationError({"bot_level": [gettext("A computer player has a level.")]})
        return attrs


class SeatChange(SeatRequest):
    """Sit down yourself (an empty object), or seat a computer player."""

    player = IdField(required=False, allow_null=True, help_text="Your own id, if any; others sit down by themselves.")


class GameRequest(StrictSerializer):
    """A game as it is wanted. You sit at the first seat that is open to people, unless another names you."""

    rules = RulesField()
    seats = list_of(SeatRequest, MOST_SEATS, min_length=2)
    visibility = ChoiceField(choices=VISIBILITIES, required=False)
    leaver_policy = ChoiceField(choices=LEAVER_POLICIES, required=False)
    takeover_level = TextField(required=False, max_length=LEVEL, help_text="The bot that plays on for a leaver.")
    clock = ClockRequest(required=False)
    rated = BooleanField(required=False, help_text="A rated game needs a clock.")
    max_timeouts = _timeouts()
    returnable = BooleanField(required=False, help_text="Whether one who has left may take the seat back; so it is.")
    undo_policy = ChoiceField(choices=UNDO_POLICIES, required=False)
    spectator_delay_moves = _delay()
    start = BooleanField(required=False, help_text="Start at once; every seat must be filled.")


class GameChange(StrictSerializer):
    """What the owner may change before the start; what is absent stays."""

    rules = RulesField(required=False)
    visibility = ChoiceField(choices=VISIBILITIES, required=False)
    leaver_policy = ChoiceField(choices=LEAVER_POLICIES, required=False)
    takeover_level = TextField(required=False, max_length=LEVEL)
    clock = ClockRequest(required=False)
    rated = BooleanField(required=False)
    max_timeouts = _timeouts()
    returnable = BooleanField(required=False)
    undo_policy = ChoiceField(choices=UNDO_POLICIES, required=False)
    spectator_delay_moves = _delay()


class GamesBaseQuery(PageQuery):
    """What every list of games can be filtered by."""

    status = serializers.CharField(required=False, max_length=_LIST, help_text="One or several, with commas.")
    preset = serializers.CharField(required=False, max_length=_NAME)
    rated = BooleanParameter(required=False)
    imported = BooleanParameter(required=False)
    created_after = serializers.DateTimeField(required=False)
    created_before = serializers.DateTimeField(required=False)

    def validate_status(self, value: str) -> list[str]:
        """The statuses as a list."""
        statuses = value.split(",")
        if not set(statuses) <= set(GAME_STATUSES):
            raise serializers.ValidationError(gettext("Choose from {known}.").format(known=", ".join(GAME_STATUSES)))
        return statuses

    def validate_preset(self, value: str) -> str:
        """The name of a preset."""
        return validated_preset(value)


def validated_preset(value: str) -> str:
    """The name of a preset. Raises ValidationError for any other."""
    if value not in PRESETS:
        raise serializers.ValidationError(gettext("There is no such preset."))
    return value


class GameQuery(GamesBaseQuery):
    """Which games are listed, and in which order."""

    player = IdField(required=False, help_text="Games in which this player sits or sat.")
    joinable = BooleanParameter(required=False, help_text="Those with a free seat that you may take.")
    sort = ChoiceField(choices=GAME_ORDERS, required=False, help_text="`newest`, if nothing is said.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Nobody may take a seat in games that are somebody's."""
        if attrs.get("joinable") and "player" in attrs:
            raise serializers.ValidationError({"joinable": gettext("Not together with `player`.")})
        return attrs


class PlayerGamesQuery(GamesBaseQuery):
    """Which games of a player are listed, and in which order."""

    opponent = IdField(required=False, help_text="Games in which this player sits or sat, too.")
    result = ChoiceField(choices=OUTCOMES, required=False, help_text="What the game came to for the player.")
    finished_after = serializers.DateTimeField(required=False)
    finished_before = serializers.DateTimeField(required=False)
    sort = ChoiceField(
        choices=HISTORY_ORDERS,
        required=False,
        help_text="`newest`, if nothing is said. `last_finished` and `first_finished` list games that are over only.",
    )


class StatisticsRow(serializers.Serializer):
    """How many finished games of one kind came to what; `games` is the sum."""

    preset = serializers.CharField(max_length=_NAME)
    against = ChoiceField(choices=OPPONENTS, help_text="`bots`: nobody else at the table was a person.")
    games = serializers.IntegerField(min_value=0)
    won = serializers.IntegerField(min_value=0)
    shared = serializers.IntegerField(min_value=0, help_text="Won together with others, who are no partners.")
    lost = serializers.IntegerField(min_value=0)
    left = serializers.IntegerField(min_value=0, help_text="A computer player had the seat at the end.")
    deals = serializers.IntegerField(min_value=0, help_text="At whose end the player sat there, in these games.")
    deal_points = serializers.IntegerField(help_text="The sum of their scores.")
    average_deal_score = serializers.FloatField(allow_null=True)
    outs = serializers.IntegerField(min_value=0, help_text="How often the player went out.")
    turns = serializers.IntegerField(min_value=0)
    turn_ms = serializers.IntegerField(min_value=0, max_value=INT64, help_text="What all turns took.")
    average_turn_ms = serializers.FloatField(allow_null=True)
    takes = serializers.IntegerField(min_value=0, help_text="Turns that began with the pile.")
    deep_takes = serializers.IntegerField(min_value=0, help_text="Of these, with more than its top card.")
    calls = serializers.IntegerField(min_value=0, help_text="How often the player called Rummy.")
    missed_calls = serializers.IntegerField(min_value=0, help_text="How often the player could have, and did not.")


class Streak(serializers.Serializer):
    """Games won in a row, alone or shared, in the order in which they ended."""

    against = ChoiceField(choices=OPPONENTS)
    current = serializers.IntegerField(min_value=0, help_text="Up to the last game.")
    longest = serializers.IntegerField(min_value=0)


class Completion(serializers.Serializer):
    """How many games that have ended the player has played to their end."""

    started = serializers.IntegerField(min_value=0, help_text="Games that were broken off included.")
    left = serializers.IntegerField(min_value=0, help_text="Of these, those that the player has left for good.")
    rate = serializers.FloatField(allow_null=True, help_text="0 to 1: the share of the others.")


class PlayerStatistics(serializers.Serializer):
    """How a player has done; of games that were played to their end."""

    player = PlayerSummary()
    results = list_of(StatisticsRow, 1000)
    streaks = list_of(Streak, len(OPPONENTS))
    completion = Completion()
