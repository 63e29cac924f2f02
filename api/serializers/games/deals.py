"""Deals, what proves them fair, and the record of a game."""

from rest_framework import serializers

from api.serializers.base import INT32, InstantField, list_of
from api.serializers.games.choices import (
    AUTHORS,
    ENDINGS,
    GAME_STATUSES,
    HAND_SIZES,
    UNDO_POLICIES,
    VIEWER_ROLES,
    VISIBILITIES,
)
from api.serializers.games.clocks import ClockPolicy
from api.serializers.games.games import SeatSerializer
from api.serializers.games.parts import (
    MOST_CARDS,
    MOST_SEATS,
    GameResult,
    card_field,
    cards_field,
    deal_number_field,
    digest_field,
    points_field,
    scores_field,
    seat_field,
    version_field,
)
from api.serializers.games.views import GameMove
from api.serializers.moves import CARD_AS_PLAYED
from api.serializers.pages import PageQuery, page_of
from api.serializers.rules import Rules

_NAME, _MOST_DEALS, _MOST_MOVES = 40, 100_000, 1_000_000
_MOST_JOKERS, _MOST_RESHUFFLES = 4, 9


class SeatResult(serializers.Serializer):
    """What the score of a seat is made of: `melded` less `left`, and `bonus`."""

    seat = seat_field()
    melded = points_field(help_text="The points of the cards that the seat has tabled.")
    left = points_field(help_text="The points of the cards left in the hand, as far as they count.")
    bonus = points_field(help_text="What was added for going out.")
    score = points_field()
    total = points_field(help_text="In the game, after this deal.")
    went_out = serializers.BooleanField()


class ScoredCard(serializers.Serializer):
    """A card in a hand, and what it counts."""

    card = card_field()
    points = points_field()


class TabledCard(serializers.Serializer):
    """A card on the table, who tabled it, and what it counts for them."""

    card = serializers.RegexField(CARD_AS_PLAYED, max_length=6, help_text="A wild card with what it stands for.")
    seat = seat_field()
    points = points_field()


class ScoredMeld(serializers.Serializer):
    """A meld as it lay when the deal ended."""

    id = serializers.IntegerField(min_value=1, max_value=INT32)
    kind = serializers.CharField(max_length=10, help_text="`set` or `run`.")
    owner = seat_field(help_text="Who put the meld down.")
    cards = list_of(TabledCard, MOST_CARDS)


class ScoredHand(serializers.ListField):
    """The cards left in one hand."""

    child = ScoredCard()


class DealBreakdown(serializers.Serializer):
    """Every card that counts in a deal's scores."""

    melds = list_of(ScoredMeld, MOST_CARDS)
    hands = serializers.ListField(child=ScoredHand(max_length=MOST_CARDS), max_length=MOST_SEATS)
    hands_count = serializers.BooleanField(help_text="Whether the cards in the hands count.")


class DealBaseSerializer(serializers.Serializer):
    """What is told of a deal everywhere."""

    number = deal_number_field()
    dealer = seat_field()
    commitment = digest_field(help_text="SHA-256 of the seed.")
    seed = digest_field(allow_null=True, help_text="When the deal is over.")
    scores = scores_field(allow_null=True)
    totals = scores_field(allow_null=True, help_text="After this deal.")
    out = seat_field(allow_null=True, help_text="Who went out.")
    ended = serializers.ChoiceField(choices=ENDINGS, allow_null=True)
    started_at = InstantField()
    finished_at = InstantField(allow_null=True)


class DealSerializer(DealBaseSerializer):
    """A deal and its scores."""

    results = list_of(SeatResult, MOST_SEATS, allow_null=True, help_text="The scores with their parts.")


class DealDetail(DealSerializer):
    """A deal with its cards, which are null while it goes on."""

    hands = serializers.ListField(child=cards_field(), max_length=MOST_SEATS, allow_null=True)
    upcard = card_field(allow_null=True)
    stock = cards_field(allow_null=True, help_text="The next card to be drawn first.")
    breakdown = DealBreakdown(allow_null=True, help_text="Why the scores are what they are.")


class DealReshuffle(serializers.Serializer):
    """A new stock in a deal, made of the pile without its top."""

    number = serializers.IntegerField(min_value=1, max_value=INT32)
    pile = cards_field(help_text="Without the top, the oldest card first.")
    stock = cards_field(help_text="The next card to be drawn first.")


class DealFairness(serializers.Serializer):
    """All that is needed to check that the deal was fixed before its first move. Cards are null while it goes on."""

    deal_number = deal_number_field()
    algorithm = serializers.CharField(max_length=_NAME)
    algorithm_version = serializers.IntegerField(min_value=1, max_value=INT32)
    commitment = digest_field()
    seed = digest_field(allow_null=True, help_text="When the deal is over.")
    players = serializers.IntegerField(min_value=2, max_value=MOST_SEATS)
    dealer = seat_field(help_text="Of the first deal of a game, the seed decides it.")
    packs = serializers.IntegerField(min_value=1, max_value=2)
    jokers_per_pack = serializers.IntegerField(min_value=0, max_value=_MOST_JOKERS)
    hand_sizes = serializers.ChoiceField(
        choices=HAND_SIZES, help_text="`fixed`: one card at a time to each; `upcard`: one hand after the other."
    )
    pack = cards_field(allow_null=True, help_text="The shuffled pack, dealt first card first.")
    hands = serializers.ListField(
        child=cards_field(),
        max_length=MOST_SEATS,
        allow_null=True,
        help_text="The cards dealt to each seat, in the order in which they were dealt.",
    )
    upcard = card_field(allow_null=True, help_text="The first card of the pile.")
    reshuffles = list_of(DealReshuffle, _MOST_RESHUFFLES, allow_null=True)


DealPage = page_of("DealPage", DealSerializer)


class DealQuery(PageQuery):
    """How many deals."""


class RecordedHands(serializers.ListField):
    """The cards dealt to each seat."""

    child = cards_field(allow_null=True)


class RecordedDeal(DealBaseSerializer):
    """A deal with its moves."""

    hands = RecordedHands(max_length=MOST_SEATS, help_text="As dealt; of others null while the deal goes on.")
    moves = list_of(GameMove, _MOST_MOVES)


class RecordedIncident(serializers.Serializer):
    """What happened to the play besides a move."""

    version = version_field()
    deal_number = deal_number_field()
    type = serializers.CharField(max_length=_NAME, help_text="As that of its event, such as `timed_out`.")
    seat = seat_field(allow_null=True)
    author = serializers.ChoiceField(choices=AUTHORS)
    to_version = version_field(allow_null=True, help_text="Of an undo: the version whose deal came back.")
    then = serializers.CharField(allow_null=True, max_length=_NAME, help_text="Of a time-out: what followed.")
    at = InstantField()


class GameRecord(serializers.Serializer):
    """Everything that happened in a game, as far as the viewer may know it."""

    id = serializers.UUIDField()
    viewer = serializers.ChoiceField(choices=VIEWER_ROLES)
    status = serializers.ChoiceField(choices=GAME_STATUSES)
    rules = Rules()
    rules_edition = serializers.IntegerField(min_value=1, max_value=INT32)
    visibility = serializers.ChoiceField(choices=VISIBILITIES)
    rated = serializers.BooleanField()
    imported = serializers.BooleanField(help_text="The game was played elsewhere.")
    clock = ClockPolicy()
    undo_policy = serializers.ChoiceField(choices=UNDO_POLICIES)
    players = serializers.IntegerField(min_value=2, max_value=MOST_SEATS)
    seats = list_of(SeatSerializer, MOST_SEATS)
    totals = scores_field(allow_null=True)
    result = GameResult(allow_null=True)
    created_at = InstantField()
    started_at = InstantField(allow_null=True)
    finished_at = InstantField(allow_null=True)
    deals = list_of(RecordedDeal, _MOST_DEALS)
    incidents = list_of(
        RecordedIncident, _MOST_MOVES, help_text="What happened besides moves; moves that were taken back are no part."
    )
