"""Events: one schema for all of them, whatever their type."""

from rest_framework import serializers

from api.serializers.base import InstantField, IntegerParameter, StrictSerializer, list_of
from api.serializers.games.chat import ChatMessage
from api.serializers.games.choices import AUTHORS, ENDINGS
from api.serializers.games.games import GameSerializer, SeatSerializer
from api.serializers.games.parts import (
    CURSOR,
    LEVEL,
    MOST_SEATS,
    MOVE_TEXT,
    CallWindow,
    GameResult,
    OfferSerializer,
    PlayerSummary,
    card_field,
    deal_number_field,
    digest_field,
    scores_field,
    seat_field,
    version_field,
)
from api.serializers.games.views import GameView
from api.serializers.moves import MoveField
from players.credentials import SECRET_LENGTH

LONGEST_WAIT, MOST_EVENTS, DEFAULT_EVENTS = 25, 100, 100
_TYPE, _TEXT = 40, 500


class WindowAnswer(serializers.Serializer):
    """What a seat answered to a call window."""

    seat = seat_field()
    text = serializers.CharField(max_length=MOVE_TEXT, help_text="`pass` or the call.")


class EventDeal(serializers.Serializer):
    """The deal that began or ended; its seed and what came of it when it has ended."""

    number = deal_number_field()
    dealer = seat_field()
    commitment = digest_field()
    seed = digest_field(allow_null=True)
    scores = scores_field(allow_null=True)
    totals = scores_field(allow_null=True)
    out = seat_field(allow_null=True, help_text="Who went out.")
    ended = serializers.ChoiceField(choices=ENDINGS, allow_null=True)


class SeatChanges(SeatSerializer):
    """What is new at a seat; what is absent stays."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """All but the number of the seat may be absent, and what is told on request is."""
        fields = _optional(super().get_fields(), always="seat")
        return {name: field for name, field in fields.items() if name != "profile"}


class ViewChanges(GameView):
    """The fields of a view that are new; what is absent stays. A seat is told in part, all else whole."""

    seats = list_of(SeatChanges, MOST_SEATS)

    def get_fields(self) -> dict[str, serializers.Field]:
        """All may be absent, and some always are."""
        fields = _optional(super().get_fields())
        return {name: field for name, field in fields.items() if name not in _NEVER_IN_CHANGES}


# The same for good, told by the event itself, or of the answer and not of the game.
_NEVER_IN_CHANGES = ("game", "version", "cursor", "server_time", "legal_moves")


def _optional(fields: dict[str, serializers.Field], always: str = "") -> dict[str, serializers.Field]:
    for name, field in fields.items():
        field.required = name == always
    return fields


class EventSerializer(serializers.Serializer):
    """Something that happened. Members that the type does not use are null; new types may come."""

    id = serializers.CharField(max_length=CURSOR, help_text="Its place; opaque.")
    version = version_field(allow_null=True)
    type = serializers.CharField(max_length=_TYPE)
    at = InstantField()
    seat = seat_field(allow_null=True)
    text = serializers.CharField(max_length=_TEXT, help_text="A sentence for people.")
    author = serializers.ChoiceField(choices=AUTHORS, allow_null=True)
    player = PlayerSummary(allow_null=True)
    move = MoveField(allow_null=True)
    drawn = card_field(allow_null=True, help_text="For its own seat; for all when the deal is over.")
    deal = EventDeal(allow_null=True)
    window = CallWindow(allow_null=True)
    answers = list_of(WindowAnswer, MOST_SEATS, allow_null=True)
    bot_level = serializers.CharField(allow_null=True, max_length=LEVEL)
    result = GameResult(allow_null=True)
    to_version = version_field(allow_null=True, help_text="Of an undo: the version whose deal has come back.")
    then = serializers.CharField(
        max_length=_TYPE, allow_null=True, help_text="Of a time-out: `auto_move`, `bot` or `abandon`."
    )
    offer = OfferSerializer(allow_null=True)
    next_game = serializers.UUIDField(allow_null=True, help_text="The rematch.")
    reserved_until = InstantField(allow_null=True, help_text="Of a seat that is kept for one who is invited.")
    message = ChatMessage(allow_null=True, help_text="Of the chat, as it is now.")
    changes = ViewChanges(allow_null=True)
    game = GameSerializer(allow_null=True, help_text="Of a `snapshot`.")
    view = GameView(allow_null=True, help_text="Of a `snapshot`; null before the first deal.")
    reason = serializers.CharField(max_length=_TYPE, allow_null=True, help_text="Of a `bye`; why a `snapshot` came.")
    server_time = InstantField(allow_null=True, help_text="Of `time` and `snapshot`.")

    class Meta:
        ref_name = "Event"


class EventPage(serializers.Serializer):
    """Events in order."""

    results = list_of(EventSerializer, MOST_EVENTS)
    next_cursor = serializers.CharField(max_length=CURSOR, help_text="Send it as `after`.")
    has_more = serializers.BooleanField(help_text="More are there already.")
    server_time = InstantField()


class StreamQuery(StrictSerializer):
    """Where a stream begins, and the ticket that opens it."""

    after = serializers.CharField(
        required=False, max_length=CURSOR, help_text="A place; `Last-Event-ID` is taken before it."
    )
    ticket = serializers.CharField(
        required=False, max_length=SECRET_LENGTH, help_text="Of `createStreamTicket`, in the place of a token."
    )


class EventQuery(StrictSerializer):
    """Which events, and how long to wait for the first of them."""

    after = serializers.CharField(
        required=False,
        max_length=CURSOR,
        help_text="A place: the `cursor` of a view or the `id` of an event.",
    )
    wait = IntegerParameter(min_value=0, max_value=LONGEST_WAIT, default=0, help_text="Seconds to wait for news.")
    limit = IntegerParameter(min_value=1, max_value=MOST_EVENTS, default=DEFAULT_EVENTS)
