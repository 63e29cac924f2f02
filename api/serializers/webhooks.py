"""Webhooks, what they are told, and how that went."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import BooleanField, ChoiceField, IdField, InstantField, StrictSerializer, TextField, list_of
from api.serializers.games.events import EventSerializer
from api.serializers.games.parts import CURSOR, MOST_SEATS, seat_field, version_field
from api.serializers.pages import PageQuery, page_of
from api.serializers.players import EXTERNAL_ID_LENGTH
from players.hook_events import WEBHOOK_EVENTS

DELIVERY_STATUSES = ("waiting", "delivered", "failed")
LONGEST_URL, SECRET_LENGTH, _TYPE = 500, 60, 40


def _events(**options: Any) -> serializers.ListField:
    return serializers.ListField(
        child=ChoiceField(choices=WEBHOOK_EVENTS),
        min_length=1,
        max_length=len(WEBHOOK_EVENTS),
        help_text="What it is told of.",
        **options,
    )


def _url(**options: Any) -> TextField:
    return TextField(
        max_length=LONGEST_URL,
        trim_whitespace=False,
        help_text="Where it is told: https, a domain name, the port 443 or one from 1024 on.",
        **options,
    )


def _game(**options: Any) -> IdField:
    return IdField(allow_null=True, help_text="Only of this game; null: of all.", **options)


class WebhookSerializer(serializers.Serializer):
    """An address that is told of what happens to the players of its owner."""

    id = serializers.UUIDField()
    url = serializers.CharField(max_length=LONGEST_URL)
    events = _events()
    game = serializers.UUIDField(allow_null=True, help_text="Only of this game; null: of all.")
    active = serializers.BooleanField(source="is_active", help_text="false: it is told nothing.")
    failing_since = InstantField(allow_null=True, help_text="Since when it has taken nothing; null: all is well.")
    disabled_at = InstantField(allow_null=True, help_text="When it was stopped because it took nothing.")
    former_secret_until = InstantField(
        source="former_until", allow_null=True, help_text="So long the former secret signs along."
    )
    created_at = InstantField()

    class Meta:
        ref_name = "Webhook"


WebhookPage = page_of("WebhookPage", WebhookSerializer)


class WebhookSecretRotation(StrictSerializer):
    """How a secret is changed."""

    end_former = BooleanField(
        required=False,
        default=False,
        help_text="true: the former secret does not sign any more; else it signs along for another day.",
    )


class NewWebhookSerializer(WebhookSerializer):
    """A webhook with its new secret, which is shown this once."""

    secret = serializers.CharField(max_length=SECRET_LENGTH, help_text="It signs what is sent.")

    class Meta:
        ref_name = "NewWebhook"


class WebhookRequest(StrictSerializer):
    """A new webhook."""

    url = _url()
    events = _events()
    game = _game(required=False)


class WebhookChanges(StrictSerializer):
    """What may change of a webhook; what is absent stays."""

    url = _url(required=False)
    events = _events(required=False)
    game = _game(required=False)
    active = BooleanField(
        source="is_active", required=False, help_text="true: it is told again, at once also what still waits."
    )


class ConcernedPlayer(serializers.Serializer):
    """A player of the webhook's owner whom a message concerns."""

    id = serializers.UUIDField()
    external_id = serializers.CharField(allow_null=True, max_length=EXTERNAL_ID_LENGTH, help_text="Of an app's player.")
    seat = seat_field(allow_null=True, help_text="Where the player sits in `game`.")


class WebhookMessage(serializers.Serializer):
    """What is sent: the body of the request. `event` is that of the game, as spectators see it."""

    id = serializers.UUIDField(help_text="Of the delivery; the same each time that it is sent.")
    type = serializers.CharField(max_length=_TYPE)
    at = InstantField()
    game = serializers.UUIDField(allow_null=True)
    players = list_of(ConcernedPlayer, 2 * MOST_SEATS)
    event = EventSerializer(allow_null=True)
    subject = serializers.UUIDField(allow_null=True, help_text="What else it is about, such as the seek.")

    def to_representation(self, instance: Any) -> Any:
        """To the letter as it was sent."""
        return instance


class DeliverySerializer(serializers.Serializer):
    """One message to a webhook, and how sending it went."""

    id = serializers.UUIDField(help_text="Sent as `webhook-id`.")
    type = serializers.CharField(max_length=_TYPE)
    game = serializers.UUIDField(allow_null=True)
    event = serializers.CharField(allow_null=True, max_length=CURSOR, help_text="The `id` of the event of the game.")
    version = version_field(allow_null=True)
    status = serializers.ChoiceField(choices=DELIVERY_STATUSES)
    attempt_count = serializers.IntegerField(source="attempts", min_value=0, max_value=100)
    next_attempt_at = InstantField(source="due_at", allow_null=True)
    response_status = serializers.IntegerField(
        allow_null=True, min_value=100, max_value=999, help_text="Of the last answer; null where there was none."
    )
    error = serializers.CharField(allow_null=True, max_length=20, help_text="Why there was no answer.")
    created_at = InstantField()
    ended_at = InstantField(allow_null=True, help_text="When it was taken, or given up.")
    message = WebhookMessage()

    class Meta:
        ref_name = "Delivery"


DeliveryPage = page_of("DeliveryPage", DeliverySerializer)


class DeliveryQuery(PageQuery):
    """Which deliveries."""

    status = ChoiceField(choices=DELIVERY_STATUSES, required=False)
