"""Who reads and writes in which room of a game's chat, and what they read there.

While cards are hidden, nobody who has seen a hand may speak to those who play: who plays is never in the room of the
spectators, and they are never at the table.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.models import ChatMessage, Notice, Room
from games.selectors.games import player_fields
from games.store import GameState
from games.times import instant
from players.errors import DomainError
from players.models import Player, PlayerKind
from players.selectors import blocked_by

OPEN_AFTER_THE_END = timedelta(days=1)
"""So long after its end, people still talk about a game."""


@dataclass(frozen=True)
class Listener:
    """One who hears what is said in these rooms, but for what those say whom the player has blocked."""

    rooms: frozenset[str] = frozenset()
    player_id: UUID | None = None

    def heard(self, notices: QuerySet[Notice]) -> QuerySet[Notice]:
        """Those of the notices that are not about a message, or about one that is heard; those with their messages."""
        if not self.rooms:
            return notices.filter(message=None)
        heard = Q(message__room__in=self.rooms)
        if self.player_id is not None:
            heard &= ~Q(message__player__in=blocked_by(player_id=self.player_id))
        return notices.filter(Q(message=None) | heard).select_related("message__player")


DEAF = Listener()


def listener_of(state: GameState, player_id: UUID | None) -> Listener:
    """What this player hears of a game that they may see."""
    return Listener(frozenset(room for room in Room if may_read(state, player_id, room)), player_id)


def may_read(state: GameState, player_id: UUID | None, room: str) -> bool:
    """Whether the player may read in this room of a game that they may see."""
    if state.game.is_over:
        return True
    sits = state.seat_of(player_id) is not None
    return sits if room == Room.TABLE else player_id is not None and not sits


def check_may_read(state: GameState, player_id: UUID | None, room: str) -> None:
    """Raises `not_seated` at the table, `forbidden` among the spectators."""
    if may_read(state, player_id, room):
        return
    if room == Room.TABLE:
        raise DomainError("not_seated", gettext("Until the game is over, only its players talk at the table."))
    raise DomainError("forbidden", gettext("Until the game is over, this is for those who look on, with a token."))


def check_may_write(state: GameState, player: Player, room: str, now: datetime) -> None:
    """What `check_may_read` raises, and `not_seated`, `game_over`, `forbidden`, `sanctioned`."""
    check_may_read(state, player.pk, room)
    seat, ended_at = state.seat_of(player.pk), state.game.finished_at
    if room == Room.TABLE and seat is None:
        raise DomainError("not_seated", gettext("Only those who played talk at the table."))
    if state.game.is_over and ended_at is not None and now - ended_at > OPEN_AFTER_THE_END:
        raise DomainError("game_over", gettext("The game has been over for a day: nobody talks here any more."))
    if player.kind == PlayerKind.GUEST and (seat is None or not settings.GUESTS_CHAT):
        raise DomainError("forbidden", gettext("Guests write where they sit, and only if this service lets them."))
    if not may_chat(player):
        raise DomainError("sanctioned", gettext("You may not write to others for now."))


def may_chat(player: Player) -> bool:
    """Whether the player may write at all: the one place in which a sanction keeps somebody from it."""
    return player.is_active


def messages_of(state: GameState, player_id: UUID | None, room: str) -> QuerySet[ChatMessage]:
    """What was said in the room, but by those whom the player has blocked. Raises what `check_may_read` raises."""
    check_may_read(state, player_id, room)
    messages = state.game.messages.filter(room=room).select_related("player")
    return messages.exclude(player__in=blocked_by(player_id=player_id)) if player_id else messages


def message_fields(message: ChatMessage) -> dict[str, Any]:
    """A message, the same for all who may read it; `text` is null when it was removed."""
    is_removed = message.removed_at is not None
    return {
        "id": str(message.pk),
        "room": message.room,
        "seat": message.seat,
        "player": player_fields(message.player),
        "text": None if is_removed else message.text,
        "posted_at": instant(message.posted_at),
        "removed_at": instant(message.removed_at) if message.removed_at else None,
    }


def message_now(message_id: UUID) -> dict[str, Any]:
    """The message as it is now."""
    return message_fields(ChatMessage.objects.select_related("player").get(id=message_id))


def told_messages(player_id: UUID) -> Iterator[dict[str, Any]]:
    """All that the player has said, for their export."""
    fields = ("id", "game_id", "room", "seat", "text", "posted_at", "removed_at")
    return ChatMessage.objects.filter(player_id=player_id).order_by("posted_at", "id").values(*fields).iterator()
