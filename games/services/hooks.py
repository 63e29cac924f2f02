"""Telling webhooks what happened in a game: what a spectator was told of it, and no more."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import override

from games.cursors import Cursor
from games.models import Seat
from games.selectors.events import events_after
from games.sight import SPECTATOR
from games.store import GameState
from games.times import parsed
from games.told import is_told_after_leaving
from players.hook_events import TOLD_OF_GAMES
from players.services.messages import Message, tell_webhooks

_PAGE = 100


def tell_hooks(state: GameState, after: Cursor, now: datetime) -> None:
    """Order what is to be told of a locked game, from this place on and in its order."""
    with override("en"):
        messages = [_message(state, event) for event in _events(state, after) if event["type"] in TOLD_OF_GAMES]
    tell_webhooks(messages=messages, now=now)


def _events(state: GameState, after: Cursor) -> Iterator[dict[str, Any]]:
    has_more = True
    while has_more:
        events, after, has_more = events_after(state, SPECTATOR, after, _PAGE)
        yield from events


def _message(state: GameState, event: dict[str, Any]) -> Message:
    """A turn concerns whose turn it is, all else everybody at the table and who has just left it."""
    concerned = seats = {
        seat.player_id: seat.seat for seat in state.seats if seat.player_id and _is_told(state, seat, event)
    }
    if event["type"] == "turn_started":
        concerned = {player_id: seat for player_id, seat in seats.items() if _plays(state, seat, event["seat"])}
    elif event["type"] == "player_left" and event["player"]:
        concerned = {UUID(event["player"]["id"]): event["seat"], **seats}
    return Message(event["type"], parsed(event["at"]), state.game.id, concerned, event)


def _is_told(state: GameState, seat: Seat, event: dict[str, Any]) -> bool:
    """Who has left before is told the rest, too; but not what those who look on see later."""
    is_told_all = seat.resigned_at is None or not state.game.spectator_delay_moves
    return is_told_all or is_told_after_leaving(event["type"], event["seat"], seat, state)


def _plays(state: GameState, seat: int, turn: int) -> bool:
    return seat == turn and state.seats[seat].resigned_at is None
