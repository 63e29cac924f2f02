"""The chat of a game."""

from rest_framework import serializers

from api.serializers.base import InstantField, StrictSerializer, TextField
from api.serializers.games.choices import CHAT_ROOMS
from api.serializers.games.parts import PlayerSummary, seat_field
from api.serializers.pages import PageQuery, page_of
from games.chat_text import MOST_CHARACTERS


class ChatMessage(serializers.Serializer):
    """What a person said in a room of a game."""

    id = serializers.UUIDField()
    room = serializers.ChoiceField(choices=CHAT_ROOMS)
    seat = seat_field(allow_null=True, help_text="Where the person sat then; null for a spectator.")
    player = PlayerSummary()
    text = serializers.CharField(allow_null=True, max_length=MOST_CHARACTERS, help_text="Null when it was removed.")
    posted_at = InstantField()
    removed_at = InstantField(allow_null=True)


class ChatMessageRequest(StrictSerializer):
    """What is to be said: one line of text, in which something can be read."""

    text = TextField(max_length=MOST_CHARACTERS)


ChatMessagePage = page_of("ChatMessagePage", ChatMessage)


class ChatQuery(PageQuery):
    """How many messages, the newest first."""
