"""Score sheets: what is entered, and what is told."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import (
    BooleanField,
    ChoiceField,
    InstantField,
    IntegerField,
    StrictSerializer,
    TextField,
    list_of,
)
from api.serializers.games.parts import (
    INT64,
    MOST_SEATS,
    PlayerSummary,
    points_field,
    scores_field,
    seat_field,
    seats_field,
    version_field,
)
from api.serializers.pages import page_of
from api.serializers.rules import Rules, RulesField
from scoring.sheets.limits import LONGEST_CARDS, LONGEST_NAME, MOST_DEALS, MOST_ENTRIES, MOST_LINKS, MOST_POINTS

SHEET_STATUSES = ["running", "finished"]
SHEET_ROLES = ["owner", "write", "read"]
LINK_ACCESSES = ["read", "write"]
ENTRY_STATES = ["counted", "conflict", "after_end"]
CHANGE_KINDS = ["created", "updated", "deal_put", "deal_removed", "undone", "seat_changed"]
_RANK = "^[A2-9TJQK]$"
_SECRET = 60


def _seat_number(**options: Any) -> IntegerField:
    return IntegerField(min_value=0, max_value=MOST_SEATS - 1, **options)


def _entered_points(**options: Any) -> IntegerField:
    return IntegerField(default=None, allow_null=True, max_value=MOST_POINTS, **options)


def _cards(help_text: str) -> TextField:
    options: dict[str, Any] = {"allow_blank": True, "allow_null": True, "default": None, "max_length": LONGEST_CARDS}
    return TextField(help_text=help_text, **options)


def _names(**options: Any) -> serializers.ListField:
    return serializers.ListField(
        child=TextField(max_length=LONGEST_NAME), min_length=2, max_length=MOST_SEATS, **options
    )


class ScoreSheetRequest(StrictSerializer):
    """A new sheet: who sits where, clockwise, and by which rules the scores count."""

    name = TextField(max_length=LONGEST_NAME)
    rules = RulesField()
    names = _names(help_text="Of who sits there, a seat each.")
    first_dealer = _seat_number(default=0)
    own_seat = _seat_number(default=None, allow_null=True, help_text="Where you sit; null: nowhere.")


class ScoreSheetUpdate(StrictSerializer):
    """What is to be changed; what is absent stays."""

    name = TextField(max_length=LONGEST_NAME, required=False)
    rules = RulesField(required=False, help_text="All entries count anew.")
    names = _names(required=False)
    first_dealer = _seat_number(required=False)


class SheetSeatEntry(StrictSerializer):
    """What is entered for a seat: net `points` alone; or what was tabled and left, each as points or as cards."""

    points = _entered_points(min_value=-MOST_POINTS, help_text="The score of the deal as it is.")
    tabled = _entered_points(min_value=-MOST_POINTS, help_text="Points on the table.")
    left = _entered_points(min_value=-MOST_POINTS, help_text="Points left in the hand.")
    tabled_cards = _cards("Such as `AH low, KD KS KC`: a comma between melds.")
    left_cards = _cards("Such as `QS 4D`.")


class SheetDealRequest(StrictSerializer):
    """A deal as it is entered."""

    deal_number = IntegerField(min_value=1, max_value=MOST_DEALS)
    went_out = _seat_number(default=None, allow_null=True, help_text="Null: nobody.")
    wild_rank = serializers.RegexField(
        _RANK,
        max_length=1,
        default=None,
        allow_null=True,
        help_text="Of the dealer's upcard, where it makes wild cards.",
    )
    seats = list_of(SheetSeatEntry, MOST_SEATS, help_text="In the order of the seats.")
    seen_version = IntegerField(
        default=None,
        allow_null=True,
        min_value=0,
        max_value=INT64,
        help_text="The `version` of the entry as you know it; an entry that was changed since stays as it is.",
    )


class SheetUndoRequest(StrictSerializer):
    """Which change is taken back."""

    change = IntegerField(
        default=None,
        allow_null=True,
        min_value=1,
        max_value=INT64,
        help_text="Its number in the history; null: the newest of an entry. That of an undo brings the change back.",
    )


class SheetLinkRequest(StrictSerializer):
    """What the link is to be good for."""

    access = ChoiceField(choices=LINK_ACCESSES)


class SheetSeatClaim(StrictSerializer):
    """Whether the seat is yours."""

    claimed = BooleanField(default=True, help_text="False: nobody's; your own, or as the owner any.")


class SheetLink(serializers.Serializer):
    """A link by which others read or write the sheet without being anybody."""

    id = serializers.UUIDField()
    access = serializers.ChoiceField(choices=LINK_ACCESSES)
    created_at = InstantField()


class SheetLinkCreated(SheetLink):
    """A new link. Its secret is told this once."""

    secret = serializers.CharField(max_length=_SECRET, help_text="For the header `Sheet-Link`.")
    page = serializers.CharField(max_length=500, help_text="The page to read and print, for a browser.")


class SheetSeat(serializers.Serializer):
    """A seat, and the player who has claimed it."""

    seat = seat_field()
    name = serializers.CharField(max_length=LONGEST_NAME)
    player = PlayerSummary(allow_null=True)


class SheetSeatScore(serializers.Serializer):
    """What was entered for a seat, and what the rules make of it."""

    points = points_field(allow_null=True)
    tabled = points_field(allow_null=True)
    left = points_field(allow_null=True)
    tabled_cards = serializers.CharField(allow_null=True, max_length=LONGEST_CARDS)
    left_cards = serializers.CharField(allow_null=True, max_length=LONGEST_CARDS)
    melded = points_field(allow_null=True, help_text="Points on the table; null where net points were entered.")
    held = points_field(allow_null=True, help_text="Points of the hand, as far as they count.")
    bonus = points_field(help_text="For going out.")
    score = points_field()


class SheetDeal(serializers.Serializer):
    """An entry of a deal."""

    client_id = serializers.UUIDField()
    version = version_field(help_text="That of the sheet with the last change of the entry.")
    state = serializers.ChoiceField(
        choices=ENTRY_STATES, help_text="Of several entries for one deal, all in `conflict`, none counts."
    )
    deal_number = serializers.IntegerField(min_value=1, max_value=MOST_DEALS)
    dealer = seat_field(allow_null=True)
    went_out = seat_field(allow_null=True)
    wild_rank = serializers.RegexField(_RANK, max_length=1, allow_null=True)
    seats = list_of(SheetSeatScore, MOST_SEATS)
    totals = scores_field(allow_null=True, help_text="After the deal; null where it does not count.")
    created_at = InstantField()
    changed_at = InstantField()


def _deal_numbers(help_text: str) -> serializers.ListField:
    number = serializers.IntegerField(min_value=1, max_value=MOST_DEALS)
    return serializers.ListField(child=number, max_length=MOST_DEALS, help_text=help_text)


class ScoreSheetSummary(serializers.Serializer):
    """A sheet of a list."""

    id = serializers.UUIDField()
    version = version_field()
    name = serializers.CharField(max_length=LONGEST_NAME)
    preset = serializers.CharField(max_length=40, allow_null=True)
    names = serializers.ListField(child=serializers.CharField(max_length=LONGEST_NAME), max_length=MOST_SEATS)
    owner = PlayerSummary()
    role = serializers.ChoiceField(choices=SHEET_ROLES)
    own_seat = seat_field(allow_null=True)
    status = serializers.ChoiceField(choices=SHEET_STATUSES)
    totals = scores_field()
    leaders = seats_field(help_text="Several where the highest total is shared.")
    winners = seats_field(help_text="Several for a side, or a shared win; none while the game goes on.")
    conflicts = _deal_numbers("Deals with several entries: remove all but one.")
    missing = _deal_numbers("Deals without an entry before one that has.")
    next_deal = serializers.IntegerField(allow_null=True, min_value=1, max_value=MOST_DEALS + 1)
    next_dealer = seat_field(allow_null=True)
    ended_with = serializers.IntegerField(
        allow_null=True, min_value=1, max_value=MOST_DEALS, help_text="The number of the deal that ended the game."
    )
    created_at = InstantField()
    changed_at = InstantField()


class ScoreSheet(ScoreSheetSummary):
    """A sheet with its entries."""

    rules = Rules()
    first_dealer = seat_field()
    seats = list_of(SheetSeat, MOST_SEATS)
    deals = list_of(SheetDeal, MOST_ENTRIES)
    links = list_of(SheetLink, MOST_LINKS, help_text="For the owner; for others empty.")


class SheetSeatContent(serializers.Serializer):
    """What was entered for a seat."""

    points = points_field(allow_null=True)
    tabled = points_field(allow_null=True)
    left = points_field(allow_null=True)
    tabled_cards = serializers.CharField(allow_null=True, max_length=LONGEST_CARDS)
    left_cards = serializers.CharField(allow_null=True, max_length=LONGEST_CARDS)


class SheetContent(serializers.Serializer):
    """An entry as it was."""

    deal_number = serializers.IntegerField(min_value=1, max_value=MOST_DEALS)
    went_out = seat_field(allow_null=True)
    wild_rank = serializers.RegexField(_RANK, max_length=1, allow_null=True)
    seats = list_of(SheetSeatContent, MOST_SEATS)


class SheetChange(serializers.Serializer):
    """A line of the history."""

    number = version_field(help_text="The version of the sheet that it made.")
    kind = serializers.ChoiceField(choices=CHANGE_KINDS)
    at = InstantField()
    by = PlayerSummary(allow_null=True, help_text="Null for who came by a link, and for who was erased.")
    link = serializers.UUIDField(allow_null=True)
    client_id = serializers.UUIDField(allow_null=True)
    before = SheetContent(allow_null=True)
    after = SheetContent(allow_null=True)
    undoes = version_field(allow_null=True)
    undone = serializers.BooleanField()


ScoreSheetPage = page_of("ScoreSheetPage", ScoreSheetSummary)
SheetHistoryPage = page_of("SheetHistoryPage", SheetChange)
