"""The call window of a game (RULES 9.9): the columns that hold it, what is told of it, who has answered."""

from datetime import datetime, timedelta
from typing import Any

import engine
from engine import Deal, Move
from games.models import Game
from games.times import instant
from players.ids import uuid7


def open_window(game: Game, deal: Deal, version: int, now: datetime) -> None:
    """Note that the entry of this version opened a window. With `call_window` 0 nobody waits for its end."""
    seconds = deal.table.options.call_window
    game.window_id = uuid7()
    game.window_version = version
    game.window_closes_at = now + timedelta(seconds=seconds) if seconds else None


def close_window(game: Game) -> None:
    """Note that no window is open."""
    game.window_id = game.window_version = game.window_closes_at = None


def window_fields(game: Game, deal: Deal) -> dict[str, Any] | None:
    """What everybody is told of the open window: how many have answered, not who. None when none is open."""
    seats = deal.table.window
    if game.window_id is None or game.window_version is None or not seats:
        return None
    return {
        "id": str(game.window_id),
        "opened_at_version": game.window_version,
        "closes_at": instant(game.window_closes_at) if game.window_closes_at else None,
        "seats": list(seats),
        "priority": deal.table.options.call_priority,
        "answered_count": len(seats) - len(deal.callers),
        "answered": None,
    }


def answer_of(deal: Deal, seat: int | None) -> str | None:
    """The text of this seat's answer to the open window; None where it has not answered or was not asked."""
    if seat not in deal.table.window or seat in deal.callers:
        return None
    own = next((call for caller, call in deal.calls if caller == seat), engine.Pass())
    return engine.move_text(own)


def answers_so_far(deal: Deal) -> dict[str, str]:
    """Seat to its answer to the open window. To be told to that seat alone; for everybody there is the number."""
    answers = {str(seat): answer_of(deal, seat) for seat in deal.table.window}
    return {seat: text for seat, text in answers.items() if text is not None}


def answers_at_close(before: Deal, seat: int, move: Move) -> list[dict[str, Any]]:
    """Who answered what in the window that this seat's move has just closed, in the order of the window."""
    last = {seat: engine.move_text(move)} if seat in before.callers else {}
    texts = {asked: answer_of(before, asked) or last.get(asked) for asked in before.table.window}
    return [{"seat": asked, "text": text} for asked, text in texts.items() if text is not None]
