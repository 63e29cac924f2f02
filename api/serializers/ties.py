"""Friends and blocks."""

from rest_framework import serializers

from api.serializers.base import InstantField
from api.serializers.pages import page_of
from api.serializers.players import PlayerSerializer


class TieSerializer(serializers.Serializer):
    """A friend, or one who is blocked."""

    player = PlayerSerializer()
    created_at = InstantField(help_text="Since when.")


TiePage = page_of("TiePage", TieSerializer)
