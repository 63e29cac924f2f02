"""Saying something beside the game, and taking it back (docs/api/chat.md)."""

from datetime import datetime
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils.translation import gettext

from games import store
from games.chat_text import clean_text
from games.models import ChatMessage
from games.selectors.chat import check_may_write, may_read
from games.services.checks import lock_for
from games.services.deadlines import settle_due
from games.services.transactions import in_transaction
from games.store import GameState
from players import bell
from players.errors import DomainError, malformed
from players.models import Player


@in_transaction
def post_message(*, game_id: UUID, player: Player, room: str, text: str, now: datetime) -> ChatMessage:
    """Say something in a room of the game, whose version stays the same.

    Raises `not_found`, what `check_may_write` raises, and `bad_request` for a text that shows nothing.
    """
    state = lock_for(game_id, player.pk)
    settle_due(state, now)
    check_may_write(state, player, room, now)
    try:
        cleaned = clean_text(text)
    except ValueError as fault:
        raise malformed("/text", str(fault)) from None
    sits = state.seat_of(player.pk)
    seat = None if sits is None else sits.seat
    message = ChatMessage(game=state.game, room=room, player=player, seat=seat, text=cleaned, posted_at=now)
    message.save(force_insert=True)
    _tell(state, "chat_posted", message, now)
    return message


@in_transaction
def remove_message(*, game_id: UUID, player: Player, room: str, message_id: UUID, now: datetime) -> None:
    """Take back one's own message, or as one of the staff that of anybody; doing it twice is the same as once.

    Its text is in no answer any more. Raises `not_found`, `forbidden` for that of another.
    """
    state = lock_for(game_id, player.pk)
    message = state.game.messages.filter(id=message_id, room=room).first()
    is_own = message is not None and message.player_id == player.pk
    if message is None or not (is_own or player.is_staff or may_read(state, player.pk, room)):
        raise DomainError("not_found", gettext("There is no such message."))
    if not (is_own or player.is_staff):
        raise DomainError("forbidden", gettext("The message is another's. You may block its player."))
    if message.removed_at is None:
        message.removed_at, message.removed_by = now, player
        message.save(update_fields=("removed_at", "removed_by"))
        _tell(state, "chat_removed", message, now)


def forget_messages(*, player_id: UUID, now: datetime) -> None:
    """What the player has said is gone for good, for those who review it, too."""
    said = ChatMessage.objects.filter(player_id=player_id).exclude(text="")
    said.update(text="", removed_at=Coalesce("removed_at", now))


def _tell(state: GameState, news: str, message: ChatMessage, now: datetime) -> None:
    state.tell(news, now, message.seat, message, changes={})
    store.write(state)
    transaction.on_commit(partial(bell.ring, state.game.id))
