"""The chat of a game: two rooms, apart while cards are hidden."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from rest_framework.response import Response

from api.operations import operation
from api.serializers.games.chat import ChatMessage, ChatMessagePage, ChatMessageRequest, ChatQuery
from api.views.games.base import GameBaseView
from games.selectors.chat import message_fields, message_now, messages_of
from games.services.chat import post_message, remove_message

_NEWEST_FIRST = ("-posted_at", "-id")


class ChatView(GameBaseView):
    """The messages of a room."""

    @operation(
        "listMessages",
        tag="Games",
        summary="Read the messages of a room",
        description="The newest first, but for those of players whom you have blocked. Until the game is over,"
        " the room `table` is for its players, and `spectators` for all others who have a token; then both are open.",
        token="optional",
        scope="game:read",
        query=ChatQuery,
        answer=ChatMessagePage,
        problems=("not_found", "not_seated", "forbidden"),
    )
    def get(self, request: Any, game: UUID, room: str) -> Response:
        """One page of messages."""
        state, _ = self.look(game)
        return self.page(messages_of(state, self.player_id, room), _NEWEST_FIRST, message_fields)

    @operation(
        "postMessage",
        tag="Games",
        summary="Write into a room",
        description="At the table those write who sit there, among the spectators those who do not, until a day after"
        " the end of the game. The version of the game stays the same; `chat_posted` tells those who read the room.",
        scope="chat",
        request=ChatMessageRequest,
        answer=ChatMessage,
        status=201,
        problems=("not_found", "not_seated", "forbidden", "sanctioned", "game_over"),
        bucket="chat",
        keyed=True,
    )
    def post(self, request: Any, game: UUID, room: str) -> HttpResponse:
        """Say something."""
        text = self.body_for(game)["text"]
        return self.once(lambda: self._posted(game, room, text), self._as_it_is_now)

    def _posted(self, game: UUID, room: str, text: str) -> Response:
        message = post_message(game_id=game, player=self.player, room=room, text=text, now=self.now)
        return self.told(message_fields(message) | {"text": None})

    def _as_it_is_now(self, told: dict[str, Any]) -> dict[str, Any]:
        """Texts are kept in one place, from which they can be removed."""
        return message_now(UUID(told["id"]))


class MessageView(GameBaseView):
    """One message."""

    @operation(
        "deleteMessage",
        tag="Games",
        summary="Remove a message",
        description="Your own, at any time; the staff may remove any. Its text is told to nobody any more, and"
        " `chat_removed` tells those who read the room.",
        scope="chat",
        status=204,
        problems=("not_found", "forbidden"),
    )
    def delete(self, request: Any, game: UUID, room: str, message: UUID) -> HttpResponse:
        """Take it back."""
        remove_message(game_id=game, player=self.player, room=room, message_id=message, now=self.now)
        return self.nothing()
