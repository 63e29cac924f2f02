"""Invitations: how they are made, told and listed."""

from rest_framework import serializers

from api.serializers.base import ChoiceField, IdField, InstantField, IntegerField, StrictSerializer
from api.serializers.games.choices import INVITE_DIRECTIONS, OFFER_STATUSES
from api.serializers.games.games import GameSerializer
from api.serializers.games.parts import MOST_SEATS, PlayerSummary, seat_field
from api.serializers.pages import PageQuery, page_of

FEWEST_SECONDS, MOST_SECONDS = 60, 7 * 24 * 3600
CODE = r"^[0-9A-HJKMNP-TV-Z]{10}$"


class InviteRequest(StrictSerializer):
    """Who is invited, to which seat, and for how long."""

    player = IdField(required=False, allow_null=True, help_text="Without one, whoever has the code may come.")
    seat = IntegerField(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MOST_SEATS - 1,
        help_text="Else the first free one.",
    )
    valid_seconds = IntegerField(
        required=False, min_value=FEWEST_SECONDS, max_value=MOST_SECONDS, help_text="A day, if absent."
    )


class InviteSerializer(serializers.Serializer):
    """A seat that is kept for a player, or for whoever has the code."""

    code = serializers.RegexField(CODE, max_length=10, help_text="Lower case is as good, and I, L and O for 1, 1, 0.")
    status = serializers.ChoiceField(choices=OFFER_STATUSES)
    game_id = serializers.UUIDField()
    game = GameSerializer(allow_null=True, help_text="While the invitation is open.")
    seat = seat_field()
    by = PlayerSummary(help_text="Who made it.")
    player = PlayerSummary(allow_null=True, help_text="Who is invited; null: whoever has the code.")
    created_at = InstantField()
    expires_at = InstantField()

    class Meta:
        ref_name = "Invite"


class InviteAnswer(InviteSerializer):
    """An invitation as it stands now."""

    server_time = InstantField()

    class Meta:
        ref_name = "InviteAnswer"


class InvitePage(page_of("InvitePage", InviteSerializer)):  # type: ignore[misc]
    """One page of a list."""

    server_time = InstantField()


class InviteQuery(PageQuery):
    """Which invitations are listed."""

    direction = ChoiceField(choices=INVITE_DIRECTIONS, required=False, help_text="`received`, if nothing is said.")
