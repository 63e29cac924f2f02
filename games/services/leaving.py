"""A person leaves a game that goes on (RULES 15.1), and comes back."""

from datetime import datetime
from typing import Any

from games.models import Author, Entry, Kind, LeaverPolicy, Seat, Status
from games.services.deals import end_game
from games.store import GameState


def leave(state: GameState, seat: Seat, entry: Entry, now: datetime) -> None:
    """A bot plays on at the seat, or the game is aborted, as its leaver policy says; `entry` tells it."""
    seat.resigned_at = now
    if state.game.leaver_policy == LeaverPolicy.BOT:
        seat.bot_level = state.game.takeover_level
        entry.outcome["then"].append({"type": "seat_changed", "seat": seat.seat, "bot_level": seat.bot_level})
    entry.outcome.setdefault("changes", {})["seats"] = [_seat_changes(seat)]
    seat.save(update_fields=["resigned_at", "bot_level", "timeouts_used"])
    if state.game.leaver_policy == LeaverPolicy.ABANDON:
        end_game(state, entry, Status.ABORTED, [], now)


def come_back(state: GameState, seat: Seat, now: datetime) -> None:
    """The person takes the seat back from the bot. Time-outs stay counted: with the next, the seat is lost again."""
    seat.resigned_at, seat.bot_level = None, ""
    seat.save(update_fields=["resigned_at", "bot_level"])
    entry = state.append(Kind.JOINED, Author.PERSON, now, seat)
    entry.outcome = {"changes": {"seats": [_seat_changes(seat)]}}


def _seat_changes(seat: Seat) -> dict[str, Any]:
    """Of a seat in a view, what changes when somebody leaves or comes back."""
    return {
        "seat": seat.seat,
        "kind": "bot" if seat.is_bot else "person",
        "bot_level": seat.bot_level or None,
        "resigned": seat.resigned_at is not None,
        "timeouts_used": seat.timeouts_used,
    }
