"""What waits for a player, and what a player is told."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.serializers.base import BooleanParameter, IdField, InstantField, IntegerParameter, StrictSerializer, list_of
from api.serializers.games.clocks import ClockPolicy
from api.serializers.games.events import DEFAULT_EVENTS, LONGEST_WAIT, MOST_EVENTS
from api.serializers.games.parts import CURSOR, MOST_SEATS, GameResult, PlayerSummary, seat_field, version_field
from api.serializers.pages import PageQuery, page_of
from games.chance import CODE_LENGTH
from games.selectors.my_stream_events import MOST_TURNS
from players.feed import MOST_UNREAD

TURN_REASONS = ("turn", "call_window", "offer")
_COUNTED = f"{MOST_UNREAD} at most."
_TYPE, _TEXT, _NAME = 40, 500, 40


class TurnSerializer(serializers.Serializer):
    """A game that waits for you."""

    game = serializers.UUIDField()
    version = version_field(help_text="Of the game, as it is now.")
    seat = seat_field(help_text="Yours.")
    waits_for = serializers.ListField(
        child=serializers.ChoiceField(choices=TURN_REASONS),
        min_length=1,
        max_length=len(TURN_REASONS),
        help_text="`turn`: you are to move; `call_window`: you may call or pass; `offer`: you are asked for something.",
    )
    deadline = InstantField(allow_null=True, help_text="The first that you must not miss; null: nothing is decided.")
    window = serializers.UUIDField(allow_null=True, help_text="The call window; a `call` or `pass` names it.")
    offer = serializers.UUIDField(allow_null=True, help_text="The offer that you have not answered.")
    preset = serializers.CharField(max_length=_NAME)
    rated = serializers.BooleanField()
    clock = ClockPolicy()
    others = list_of(PlayerSummary, MOST_SEATS, help_text="The other people at the table.")

    class Meta:
        ref_name = "WaitingGame"


class TurnPage(page_of("TurnPage", TurnSerializer)):  # type: ignore[misc]
    """One page of a list."""

    server_time = InstantField()


class _NewsSerializer(serializers.Serializer):
    """What events and notices have in common."""

    type = serializers.CharField(max_length=_TYPE)
    text = serializers.CharField(max_length=_TEXT, help_text="A sentence for people.")
    game = serializers.UUIDField(allow_null=True)
    preset = serializers.CharField(allow_null=True, max_length=_NAME, help_text="Of the game.")
    others = list_of(
        PlayerSummary, MOST_SEATS, allow_null=True, help_text="The other people of the game, as it is now."
    )
    version = version_field(allow_null=True, help_text="Of the game, when it happened.")
    seat = seat_field(allow_null=True, help_text="The seat concerned.")
    window = serializers.UUIDField(allow_null=True)
    offer = serializers.UUIDField(allow_null=True)
    result = GameResult(allow_null=True)
    next_game = serializers.UUIDField(allow_null=True, help_text="The rematch.")
    seek = serializers.UUIDField(allow_null=True)
    invite = serializers.CharField(
        allow_null=True, max_length=CODE_LENGTH, help_text="The code of an invitation to you."
    )


class PlayerEventSerializer(_NewsSerializer):
    """Something that you are told. Members that the type does not use are null; new types may come."""

    id = serializers.CharField(max_length=CURSOR, help_text="Its place; opaque.")
    at = InstantField()
    turns = list_of(TurnSerializer, MOST_TURNS, allow_null=True, help_text="Of a `snapshot`: what waits for you.")
    reason = serializers.CharField(max_length=_TYPE, allow_null=True, help_text="Of a `bye`; why a `snapshot` came.")
    server_time = InstantField(allow_null=True, help_text="Of `time` and `snapshot`.")

    class Meta:
        ref_name = "PlayerEvent"


class PlayerEventPage(serializers.Serializer):
    """Events in order."""

    results = list_of(PlayerEventSerializer, MOST_EVENTS)
    next_cursor = serializers.CharField(max_length=CURSOR, help_text="Send it as `after`.")
    has_more = serializers.BooleanField(help_text="More are there already.")
    complete = serializers.BooleanField(
        help_text="False: events behind `after` were forgotten, or it is no place known here; read `listMyTurns`."
    )
    server_time = InstantField()


class PlayerEventQuery(StrictSerializer):
    """Which events, and how long to wait for the first of them."""

    after = serializers.CharField(
        required=False, max_length=CURSOR, help_text="A place: the `id` of an event, or the `next_cursor` of a page."
    )
    wait = IntegerParameter(min_value=0, max_value=LONGEST_WAIT, default=0, help_text="Seconds to wait for news.")
    limit = IntegerParameter(min_value=1, max_value=MOST_EVENTS, default=DEFAULT_EVENTS)


class NotificationSerializer(_NewsSerializer):
    """Something to be found when you come back. Members that the type does not use are null; new types may come."""

    id = serializers.UUIDField()
    created_at = InstantField()
    read_at = InstantField(allow_null=True, help_text="Null: not read yet.")

    class Meta:
        ref_name = "Notification"


class NotificationPage(page_of("NotificationPage", NotificationSerializer)):  # type: ignore[misc]
    """One page of a list."""

    unread_count = serializers.IntegerField(min_value=0, max_value=MOST_UNREAD, help_text=_COUNTED)


class NotificationQuery(PageQuery):
    """Which notifications."""

    unread = BooleanParameter(required=False, help_text="`true`: those not read yet; `false`: those that are.")


class NotificationsRead(StrictSerializer):
    """What was read: these, or all up to one."""

    ids = serializers.ListField(child=IdField(), required=False, min_length=1, max_length=100)
    up_to = IdField(required=False, help_text="The newest that was read; all older ones are read with it.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if len(attrs) != 1:
            raise serializers.ValidationError({"ids": [gettext("Send either `ids` or `up_to`.")]})
        return attrs


class UnreadCount(serializers.Serializer):
    """How many are left."""

    unread_count = serializers.IntegerField(min_value=0, max_value=MOST_UNREAD, help_text=_COUNTED)
