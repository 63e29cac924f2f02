"""Players as the API shows them, and what they say about themselves."""

from typing import Any

from rest_framework import serializers

from api.serializers.base import InstantField, StrictSerializer, TextField
from players.names import NAME_LENGTH, BadName, clean_name

COUNTRY = r"^[A-Z]{2}$"
TOKEN_LENGTH = 60


class NameField(TextField):
    """A player's name, in the form in which it is stored."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=200, trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        """The clean name."""
        try:
            return clean_name(super().to_internal_value(data))
        except BadName as error:
            raise serializers.ValidationError(str(error), code="bad_name") from None


class CountryField(serializers.RegexField):
    """A country by its two letters (ISO 3166-1), or null."""

    def __init__(self, **options: Any) -> None:
        super().__init__(COUNTRY, max_length=2, allow_null=True, help_text="ISO 3166-1, two capitals.", **options)


class PlayerSerializer(serializers.Serializer):
    """Who plays: a guest, an account or a bot."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=["guest", "account", "bot"])
    name = serializers.CharField(max_length=NAME_LENGTH)
    country = CountryField()
    created_at = InstantField()


class ProfileChanges(StrictSerializer):
    """What a player may change; what is absent stays, null clears."""

    name = NameField(required=False, help_text="2 to 24 letters, digits, spaces and . - _ '")
    country = CountryField(required=False)


class GuestRequest(StrictSerializer):
    """What a guest may say about themselves; all of it may be left out."""

    name = NameField(required=False, allow_null=True, help_text="2 to 24 characters; made up if left out.")
    country = CountryField(required=False)
    device_name = TextField(
        required=False, allow_blank=True, max_length=60, help_text="For the player's own list of devices."
    )


class GuestSerializer(serializers.Serializer):
    """A new guest and the token, which is shown this once."""

    player = PlayerSerializer()
    token = serializers.CharField(max_length=TOKEN_LENGTH, help_text="Send it as `Authorization: Bearer`.")
    token_expires_at = InstantField(allow_null=True)
    scopes = serializers.ListField(child=serializers.CharField(max_length=60), max_length=30)
    server_time = InstantField()
