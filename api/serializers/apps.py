"""Apps, their secrets, tokens and players."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import BooleanField, InstantField, StrictSerializer, TextField
from api.serializers.pages import page_of
from api.serializers.players import EXTERNAL_ID_LENGTH, TOKEN_LENGTH, CountryField, NameField, PlayerSerializer
from players.names import BadName, check_app_name
from players.redirects import LONGEST_REDIRECT, MOST_REDIRECTS, BadRedirect, check_redirect

# No slash, and neither "." nor "..", which clients and proxies take out of a path.
EXTERNAL_ID = r"^(\.{0,2}[\x21-\x2d\x30-\x7e]|\.{3})[\x21-\x2e\x30-\x7e]*$"


class RedirectField(TextField):
    """Where players may be sent back to."""

    def __init__(self) -> None:
        super().__init__(max_length=LONGEST_REDIRECT, trim_whitespace=False)

    def to_internal_value(self, data: Any) -> str:
        """The address, to the letter."""
        uri = super().to_internal_value(data)
        try:
            check_redirect(uri)
        except BadRedirect as error:
            raise serializers.ValidationError(str(error), code="bad_redirect_uri") from None
        return uri


def redirects(**options: Any) -> serializers.ListField:
    """A field with the addresses of an app."""
    return serializers.ListField(
        child=RedirectField(),
        max_length=MOST_REDIRECTS,
        help_text="Where players may be sent back to who were asked for leave: https, `com.example.app:/…` of a"
        " native app, or http on the device itself (any port).",
        **options,
    )


class AppSerializer(serializers.Serializer):
    """An app of somebody else."""

    id = serializers.UUIDField(help_text="Also its `client_id`.")
    name = serializers.CharField(max_length=60)
    redirect_uris = redirects()
    active = serializers.BooleanField(source="is_active")
    created_at = InstantField()


AppPage = page_of("AppPage", AppSerializer)


class AppNameField(TextField):
    """What an app is called, on the page too where players are asked for leave."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=60, **options)

    def to_internal_value(self, data: Any) -> str:
        """The name. Nothing in it is unseen, turns the text around, or speaks for this service."""
        name = " ".join(super().to_internal_value(data).split())
        try:
            check_app_name(name)
        except BadName as error:
            raise serializers.ValidationError(str(error), code="bad_name") from None
        return name


class AppRequest(StrictSerializer):
    """A new app."""

    name = AppNameField()
    redirect_uris = redirects(required=False)


class AppChanges(StrictSerializer):
    """What may change of an app; what is absent stays."""

    name = AppNameField(required=False)
    redirect_uris = redirects(required=False)
    active = BooleanField(
        source="is_active",
        required=False,
        help_text="false: its tokens and secrets are good for nothing, and what players gave it ends.",
    )


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
