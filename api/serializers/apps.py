"""Apps, their secrets, tokens and players."""

from rest_framework import serializers

from api.serializers.base import BooleanField, InstantField, StrictSerializer, TextField
from api.serializers.pages import page_of
from api.serializers.players import EXTERNAL_ID_LENGTH, TOKEN_LENGTH, CountryField, NameField, PlayerSerializer

EXTERNAL_ID = r"^[\x21-\x2e\x30-\x7e]+$"


class AppSerializer(serializers.Serializer):
    """The back end of another service."""

    id = serializers.UUIDField()
    name = serializers.CharField(max_length=60)
    active = serializers.BooleanField(source="is_active")
    created_at = InstantField()


AppPage = page_of("AppPage", AppSerializer)


class AppRequest(StrictSerializer):
    """A new app."""

    name = TextField(max_length=60)


class AppChanges(StrictSerializer):
    """What may change of an app; what is absent stays."""

    name = TextField(max_length=60, required=False)
    active = BooleanField(required=False, help_text="false: its tokens and secrets are good for nothing.")


class SecretRotation(StrictSerializer):
    """How a secret is changed."""

    end_former = BooleanField(
        required=False,
        default=False,
        help_text="true: the former secret and all tokens end at once; else the secret is good for another day.",
    )


class NewAppSerializer(AppSerializer):
    """An app with its new secret, which is shown this once."""

    client_secret = serializers.CharField(max_length=TOKEN_LENGTH)


class AppTokenRequest(StrictSerializer):
    """The app's secret."""

    client_secret = TextField(max_length=TOKEN_LENGTH)


class AppTokenSerializer(serializers.Serializer):
    """A token of an app."""

    token = serializers.CharField(max_length=TOKEN_LENGTH, help_text="Send it as `Authorization: Bearer`.")
    token_expires_at = InstantField()
    server_time = InstantField()


class AppPlayerRequest(StrictSerializer):
    """What is said of a player who is new; it changes nothing of one who is not."""

    name = NameField(required=False, allow_null=True, help_text="2 to 24 characters; made up if left out.")
    country = CountryField(required=False)


class AppPlayerSerializer(PlayerSerializer):
    """A player of the app that asks, with the app's own id for them."""

    external_id = serializers.CharField(max_length=EXTERNAL_ID_LENGTH)
