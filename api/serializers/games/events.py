"""Events: one schema for all of them, whatever their type."""

from rest_framework import serializers

from api.serializers.base import INT32, InstantField, StrictSerializer, list_of
from api.serializers.games.choices import AUTHORS, ENDINGS, GAME_STATUSES, PHASES, SEAT_KINDS
from api.serializers.games.parts import (
    CURSOR,
    LEVEL,
    MOST_CARDS,
    MOST_OFFERS,
    MOST_SEATS,
    MOVE_TEXT,
    CallWindow,
    Clock,
    Deadline,
    GameResult,
    MeldSerializer,
    OfferSerializer,
    PlayerSummary,
    card_field,
    cards_field,
    deal_number_field,
    digest_field,
    scores_field,
    seat_field,
    seats_field,
    version_field,
)
from api.serializers.moves import MoveField

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


class SeatChanges(serializers.Serializer):
    """What changed at a seat; what is absent stays."""

    seat = seat_field()
    card_count = serializers.IntegerField(min_value=0, max_value=INT32, required=False)
    on_table_points = serializers.IntegerField(min_value=-INT32, max_value=INT32, required=False)
    total = serializers.IntegerField(min_value=-INT32, max_value=INT32, required=False)
    kind = serializers.ChoiceField(choices=SEAT_KINDS, required=False)
    bot_level = serializers.CharField(allow_null=True, max_length=LEVEL, required=False)
    resigned = serializers.BooleanField(required=False)
    timeouts_used = serializers.IntegerField(min_value=0, max_value=INT32, required=False)


class ViewChanges(serializers.Serializer):
    """The fields of a view that are new; what is absent stays. Of melds and seats, those that differ."""

    deal_number = deal_number_field(required=False)
    dealer = seat_field(required=False)
    turn = seat_field(required=False)
    phase = serializers.ChoiceField(choices=PHASES, required=False)
    wild_rank = serializers.RegexField("^[A2-9TJQK]$", max_length=1, allow_null=True, required=False)
    last_discard_by = seat_field(allow_null=True, required=False)
    tabled = serializers.BooleanField(required=False)
    by_call = serializers.BooleanField(required=False)
    quiet_turns = serializers.IntegerField(min_value=0, max_value=INT32, required=False)
    reshuffled = serializers.IntegerField(min_value=0, max_value=INT32, required=False)
    known_cards = serializers.ListField(child=cards_field(), max_length=MOST_SEATS, required=False)
    stock_count = serializers.IntegerField(min_value=0, max_value=MOST_CARDS, required=False)
    pile = cards_field(required=False)
    melds = list_of(
        MeldSerializer,
        MOST_CARDS,
        required=False,
        help_text="By id; empty: there are none any more.",
    )
    taken = cards_field(required=False)
    obliged = cards_field(required=False)
    callers = seats_field(required=False)
    seats = list_of(SeatChanges, MOST_SEATS, required=False)
    removed_melds = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=INT32),
        max_length=MOST_CARDS,
        required=False,
        help_text="Ids of melds that an undo has removed.",
    )
    status = serializers.ChoiceField(choices=GAME_STATUSES, required=False)
    deadline = Deadline(allow_null=True, required=False)
    clocks = list_of(Clock, MOST_SEATS, required=False)
    offers = list_of(OfferSerializer, MOST_OFFERS, required=False)


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
    hand = cards_field(allow_null=True, help_text="Your own cards, where they changed.")
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
    changes = ViewChanges(allow_null=True)

    class Meta:
        ref_name = "Event"


class EventPage(serializers.Serializer):
    """Events in order."""

    results = list_of(EventSerializer, MOST_EVENTS)
    next_cursor = serializers.CharField(max_length=CURSOR, help_text="Send it as `after`.")
    has_more = serializers.BooleanField(help_text="More are there already.")
    server_time = InstantField()


class EventQuery(StrictSerializer):
    """Which events, and how long to wait for the first of them."""

    after = serializers.CharField(
        required=False,
        max_length=CURSOR,
        help_text="A place: the `cursor` of a view or the `id` of an event.",
    )
    wait = serializers.IntegerField(
        min_value=0, max_value=LONGEST_WAIT, default=0, help_text="Seconds to wait for news."
    )
    limit = serializers.IntegerField(min_value=1, max_value=MOST_EVENTS, default=DEFAULT_EVENTS)
