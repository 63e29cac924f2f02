"""What one viewer may know of a deal, legal moves included, and how moves are sent."""

from rest_framework import serializers

from api.serializers.base import (
    INT32,
    IdField,
    InstantField,
    IntegerField,
    IntegerParameter,
    StrictSerializer,
    list_of,
)
from api.serializers.games.choices import AUTHORS, GAME_STATUSES, PHASES, VIEWER_ROLES
from api.serializers.games.games import SeatSerializer
from api.serializers.games.parts import (
    CURSOR,
    INT64,
    LEVEL,
    MOST_CARDS,
    MOST_OFFERS,
    MOST_SEATS,
    MOVE_TEXT,
    CallWindow,
    Clock,
    Deadline,
    GameResult,
    LegalMove,
    MeldSerializer,
    OfferSerializer,
    card_field,
    cards_field,
    deal_number_field,
    digest_field,
    seat_field,
    seats_field,
    version_field,
)
from api.serializers.includes import IncludeField
from api.serializers.moves import MoveField
from api.serializers.pages import PageQuery, page_of
from games.limits import MOST_LEGAL_MOVES, MOST_MOVES_IN_TURN

_NAME = 40


class Commitment(serializers.Serializer):
    """What fixes the deal before its first move: the SHA-256 of the seed, shown when the deal is over."""

    deal_number = deal_number_field()
    algorithm = serializers.CharField(max_length=_NAME)
    algorithm_version = serializers.IntegerField(min_value=1, max_value=INT32)
    commitment = digest_field()


class LegalMoves(serializers.Serializer):
    """The moves that your seat may make now. Of equal wild cards the lowest stands for all."""

    version = version_field()
    seat = seat_field(allow_null=True)
    moves = list_of(LegalMove, MOST_LEGAL_MOVES)
    truncated = serializers.BooleanField(
        help_text=f"There are more than {MOST_LEGAL_MOVES}. A move that is not listed may be legal too."
    )


class GameView(serializers.Serializer):
    """A deal as one viewer may know it."""

    game = serializers.UUIDField()
    version = version_field(help_text="Send it with your move.")
    cursor = serializers.CharField(max_length=CURSOR, help_text="Events after it give the later view.")
    status = serializers.ChoiceField(choices=GAME_STATUSES)
    viewer = serializers.ChoiceField(choices=VIEWER_ROLES)
    seat = seat_field(allow_null=True, help_text="Your own.")
    server_time = InstantField()
    deal_number = deal_number_field()
    dealer = seat_field()
    turn = seat_field()
    phase = serializers.ChoiceField(choices=PHASES)
    wild_rank = serializers.RegexField("^[A2-9TJQK]$", max_length=1, allow_null=True)
    last_discard_by = seat_field(allow_null=True)
    tabled = serializers.BooleanField(help_text="A card was tabled in this turn.")
    by_call = serializers.BooleanField(help_text="The cards taken were called.")
    quiet_turns = serializers.IntegerField(min_value=0, max_value=INT32)
    reshuffled = serializers.IntegerField(min_value=0, max_value=INT32)
    known_cards = serializers.ListField(
        child=cards_field(),
        max_length=MOST_SEATS,
        help_text="Of each seat, cards that all know to be in its hand.",
    )
    hand = cards_field(help_text="Your own cards, in the order of the pack.")
    stock_count = serializers.IntegerField(min_value=0, max_value=MOST_CARDS)
    pile = cards_field(help_text="Oldest first, the top last.")
    melds = list_of(MeldSerializer, MOST_CARDS)
    taken = cards_field(help_text="Taken from the pile in this turn.")
    obliged = cards_field(help_text="To be tabled before the turn may end.")
    callers = seats_field(help_text="For whom the open call window was opened.")
    seats = list_of(SeatSerializer, MOST_SEATS)
    window = CallWindow(allow_null=True)
    deadline = Deadline(allow_null=True)
    clocks = list_of(Clock, MOST_SEATS, help_text="Empty where nobody's time is limited.")
    offers = list_of(OfferSerializer, MOST_OFFERS, help_text="Those that are open.")
    fairness = Commitment()
    result = GameResult(allow_null=True)
    legal_moves = LegalMoves(allow_null=True, help_text="With `include=legal_moves`.")


class ViewQuery(StrictSerializer):
    """What a view includes."""

    include = IncludeField("legal_moves", "seats.player")


class MoveRequest(StrictSerializer):
    """A move, with the version of the game that it was made for; a `call` or `pass` with the window."""

    version = IntegerField(required=False, allow_null=True, min_value=0, max_value=INT64)
    window = IdField(required=False, allow_null=True)
    move = MoveField()


class PlayedMove(serializers.Serializer):
    """An accepted move, and the game after it."""

    version = version_field(help_text="Of the entry that the move made; the view may be further.")
    move = MoveField()
    text = serializers.CharField(max_length=MOVE_TEXT)
    view = GameView()
    server_time = InstantField()


class TurnRequest(StrictSerializer):
    """Moves of one turn, in order; the version they were made for, or the window if the first is a `call`."""

    version = IntegerField(required=False, allow_null=True, min_value=0, max_value=INT64)
    window = IdField(required=False, allow_null=True)
    moves = serializers.ListField(child=MoveField(), min_length=1, max_length=MOST_MOVES_IN_TURN)


class TurnMove(serializers.Serializer):
    """One move of a turn that was accepted."""

    version = version_field(help_text="Of the entry that the move made.")
    move = MoveField()
    text = serializers.CharField(max_length=MOVE_TEXT)


class PlayedTurn(serializers.Serializer):
    """An accepted turn, and the game after it."""

    version = version_field(help_text="Of the last move's entry; the view may be further.")
    moves = list_of(TurnMove, MOST_MOVES_IN_TURN)
    view = GameView()
    server_time = InstantField()


class CheckedMove(serializers.Serializer):
    """A move that would be accepted, with everything declared."""

    version = version_field()
    move = MoveField()
    text = serializers.CharField(max_length=MOVE_TEXT)


class GameMove(serializers.Serializer):
    """A move of the log."""

    version = version_field()
    deal_number = deal_number_field()
    seat = seat_field()
    author = serializers.ChoiceField(choices=AUTHORS)
    bot_level = serializers.CharField(allow_null=True, max_length=LEVEL, help_text="Of a computer player's move.")
    move = MoveField()
    text = serializers.CharField(max_length=MOVE_TEXT)
    undone = serializers.BooleanField(help_text="It was taken back.")
    drawn = card_field(allow_null=True, help_text="For its own seat; for all when the deal is over.")
    at = InstantField()


GameMovePage = page_of("GameMovePage", GameMove)


class MoveQuery(PageQuery):
    """Which moves are listed."""

    deal = IntegerParameter(required=False, min_value=1, max_value=INT32)
    seat = IntegerParameter(required=False, min_value=0, max_value=MOST_SEATS - 1)
