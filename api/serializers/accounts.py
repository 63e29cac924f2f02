"""Accounts, sign-in and tokens: what is sent and answered."""

from typing import Any

from django.utils.translation import gettext
from rest_framework import serializers

from api.serializers.base import InstantField, StrictSerializer, TextField
from api.serializers.pages import page_of
from api.serializers.players import TOKEN_LENGTH, CountryField, MeSerializer, NameField, SecretField
from players.scopes import GRANTED_SCOPES

EMAIL_LENGTH = 254
TOKEN_KINDS = ("guest", "session", "personal", "oauth")


class EmailField(serializers.EmailField):
    """An address of mail."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=EMAIL_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """The address."""
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class DeviceNameField(TextField):
    """What a player calls a device."""

    def __init__(self) -> None:
        super().__init__(
            required=False, allow_blank=True, max_length=60, help_text="For the player's own list of devices."
        )


class AccountRequest(StrictSerializer):
    """A new account."""

    name = NameField(help_text="Unique, 2 to 24 characters; the account signs in with it.")
    password = SecretField(min_length=8, help_text="At least 8 characters, none of the common ones.")
    email = EmailField(required=False, allow_null=True, help_text="Counts when it is confirmed.")
    country = CountryField(required=False)
    device_name = DeviceNameField()


class UpgradeRequest(StrictSerializer):
    """What a guest needs to become an account."""

    name = NameField(required=False, help_text="Left out: the name stays, if an account may have it.")
    password = SecretField(min_length=8, help_text="At least 8 characters, none of the common ones.")
    email = EmailField(required=False, allow_null=True, help_text="Counts when it is confirmed.")


class LoginRequest(StrictSerializer):
    """Who signs in."""

    login = TextField(max_length=EMAIL_LENGTH, help_text="The account's name, or its confirmed address.")
    password = SecretField()
    device_name = DeviceNameField()


class RefreshRequest(StrictSerializer):
    """With what a token is renewed."""

    refresh_token = TextField(max_length=TOKEN_LENGTH)


class ResetRequest(StrictSerializer):
    """Whose password is forgotten."""

    email = EmailField()


class ResetConfirmation(StrictSerializer):
    """The code from the mail, and the new password."""

    token = TextField(max_length=TOKEN_LENGTH)
    password = SecretField(min_length=8)


class EmailConfirmation(StrictSerializer):
    """The code from the mail."""

    token = TextField(max_length=TOKEN_LENGTH)


class SessionSerializer(serializers.Serializer):
    """A device that has signed in, and its two tokens, which are shown this once."""

    player = MeSerializer()
    token = serializers.CharField(max_length=TOKEN_LENGTH, help_text="Send it as `Authorization: Bearer`.")
    token_expires_at = InstantField()
    refresh_token = serializers.CharField(max_length=TOKEN_LENGTH, help_text="Good for one `refreshSession`.")
    refresh_expires_at = InstantField()
    scopes = serializers.ListField(child=serializers.CharField(max_length=60), max_length=30)
    server_time = InstantField()


class TokenAppSerializer(serializers.Serializer):
    """An app of somebody else that the caller let in."""

    id = serializers.UUIDField()
    name = serializers.CharField(max_length=60)


class TokenSerializer(serializers.Serializer):
    """A device, a personal access token, or an app that the caller let in."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=TOKEN_KINDS)
    name = serializers.CharField(max_length=60, allow_blank=True, help_text="Of the device, the token or the app.")
    app = TokenAppSerializer(allow_null=True, help_text="Of kind `oauth`; else null.")
    scopes = serializers.ListField(child=serializers.CharField(max_length=60), max_length=30)
    created_at = InstantField()
    last_used_at = InstantField(help_text="To the hour.")
    expires_at = InstantField(allow_null=True, help_text="Null: it lasts until it is deleted.")
    current = serializers.BooleanField(help_text="Whether it is the one that asks.")


TokenPage = page_of("TokenPage", TokenSerializer)


class TokenRequest(StrictSerializer):
    """A new personal access token."""

    name = TextField(max_length=60, help_text="What it is for.")
    scopes = serializers.ListField(
        child=serializers.CharField(max_length=60),
        min_length=1,
        max_length=30,
        help_text="Of those that `getMeta` lists; `account` cannot be given.",
    )
    expires_at = InstantField(required=False, allow_null=True, help_text="Left out: it lasts until it is deleted.")

    def validate_scopes(self, scopes: list[str]) -> list[str]:
        """The scopes in their order, each once."""
        unknown = [scope for scope in scopes if scope not in GRANTED_SCOPES]
        if unknown:
            raise serializers.ValidationError(
                gettext("Choose from {known}.").format(known=", ".join(GRANTED_SCOPES)), code="unknown_scope"
            )
        return [scope for scope in GRANTED_SCOPES if scope in scopes]


class NewTokenSerializer(TokenSerializer):
    """A new personal access token, which is shown this once."""

    token = serializers.CharField(max_length=TOKEN_LENGTH, help_text="Send it as `Authorization: Bearer`.")


class TicketRequest(StrictSerializer):
    """Which stream is to be opened."""

    resource = serializers.RegexField(
        r"^/api/v1/(me|games/[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})/stream$",
        max_length=100,
        help_text="Its path, such as `/api/v1/me/stream`.",
    )


class TicketSerializer(serializers.Serializer):
    """A ticket for one stream, to be used once and soon."""

    ticket = serializers.CharField(max_length=TOKEN_LENGTH, help_text="Send it as the parameter `ticket`.")
    resource = serializers.CharField(max_length=100)
    expires_at = InstantField()
    server_time = InstantField()
