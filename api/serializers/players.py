"""Players as the API shows them, and what they say about themselves."""

from typing import Any
from uuid import UUID

from django.utils.translation import gettext
from rest_framework import serializers

from api.ids import parse_id
from api.serializers.base import InstantField, StrictSerializer, TextField, list_of
from api.serializers.pages import PageQuery, page_of
from players.credentials import SECRET_LENGTH
from players.names import NAME_LENGTH, BadName, clean_name

_EMAIL = "Once it is confirmed; null for a token without the scope `account`."
COUNTRY = r"^[A-Z]{2}$"
TOKEN_LENGTH = SECRET_LENGTH
PASSWORD_LENGTH = 128
MOST_IDS, MOST_RATINGS = 100, 60
EXTERNAL_ID_LENGTH = 100


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


class SecretField(TextField):
    """A password or another secret: taken as it is, never answered."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=PASSWORD_LENGTH, trim_whitespace=False, write_only=True, **options)


class CountryField(serializers.RegexField):
    """A country by its two letters (ISO 3166-1), or null."""

    def __init__(self, **options: Any) -> None:
        super().__init__(COUNTRY, max_length=2, allow_null=True, help_text="ISO 3166-1, two capitals.", **options)


class RatingSummary(serializers.Serializer):
    """How strong a player is in one kind of game."""

    key = serializers.CharField(max_length=60, help_text="Of which kind of game, such as `classic.fast`.")
    rating = serializers.IntegerField(min_value=0)
    provisional = serializers.BooleanField(help_text="Of few games, so that it may be far off.")


class PlayerSerializer(serializers.Serializer):
    """Who plays: a guest, an account or a bot."""

    id = serializers.UUIDField()
    kind = serializers.ChoiceField(choices=["guest", "account", "bot"])
    name = serializers.CharField(max_length=NAME_LENGTH)
    title = serializers.CharField(allow_null=True, max_length=20, help_text="Nobody has one so far.")
    country = CountryField()
    status = serializers.CharField(max_length=20, help_text="`active`, `closed` or `erased`; others may come.")
    ratings = list_of(RatingSummary, MOST_RATINGS, help_text="By kind of game; empty before the first rated one.")
    created_at = InstantField()
    external_id = serializers.CharField(
        allow_null=True, max_length=EXTERNAL_ID_LENGTH, help_text="For the app whose player it is; else null."
    )


class MeSerializer(PlayerSerializer):
    """The caller, with what is nobody else's business."""

    email = serializers.EmailField(allow_null=True, max_length=254, help_text=_EMAIL)


PlayerPage = page_of("PlayerPage", PlayerSerializer)


class IdsField(serializers.CharField):
    """Some ids, separated by commas."""

    def to_internal_value(self, data: Any) -> list[UUID]:  # type: ignore[override]
        """The ids."""
        texts = super().to_internal_value(data).split(",")
        if len(texts) > MOST_IDS:
            raise serializers.ValidationError(gettext("At most {most} ids.").format(most=MOST_IDS), code="max_length")
        try:
            return [parse_id(text) for text in texts]
        except ValueError:
            raise serializers.ValidationError(gettext("An id is a UUID."), code="invalid") from None


class PlayersQuery(PageQuery):
    """Whom to list: one of the two is needed."""

    ids = IdsField(required=False, max_length=37 * MOST_IDS, help_text="Up to 100 ids, separated by commas.")
    name = serializers.CharField(required=False, max_length=NAME_LENGTH, help_text="Whose name looks like this.")

    def validate(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """One of the two, so that nobody gets a list of all."""
        if ("ids" in wanted) == ("name" in wanted):
            raise serializers.ValidationError({"ids": [gettext("Give either `ids` or `name`.")]}, code="required")
        return wanted


class ProfileChanges(StrictSerializer):
    """What a player may change; what is absent stays, null clears."""

    name = NameField(required=False, help_text="2 to 24 letters, digits, spaces and . - _ '")
    country = CountryField(required=False)
    email = serializers.EmailField(
        required=False, allow_null=True, max_length=254, help_text="Of accounts; counts when it is confirmed."
    )
    password = SecretField(required=False, help_text="The account's present one; needed with `email`.")


class GuestRequest(StrictSerializer):
    """What a guest may say about themselves; all of it may be left out."""

    name = NameField(required=False, allow_null=True, help_text="2 to 24 characters; made up if left out.")
    country = CountryField(required=False)
    device_name = TextField(
        required=False, allow_blank=True, max_length=60, help_text="For the player's own list of devices."
    )


class GuestSerializer(serializers.Serializer):
    """A new guest and the token, which is shown this once."""

    player = MeSerializer()
    token = serializers.CharField(max_length=TOKEN_LENGTH, help_text="Send it as `Authorization: Bearer`.")
    token_expires_at = InstantField(allow_null=True)
    scopes = serializers.ListField(child=serializers.CharField(max_length=60), max_length=30)
    server_time = InstantField()
