"""Call windows in time (RULES 9.9): the end of the waiting, for which silent seats are passed for."""

from datetime import datetime

import engine
from games.models import Author, Seat
from games.services.advance import advance
from games.sight import is_waiting
from games.store import GameState

_BEGIN_TURN = ("draw", "take", "decline")


def close_if_due(state: GameState, now: datetime) -> bool:
    """Close the window whose time is over, in a game not yet written. Returns whether that was so."""
    closes_at = state.game.window_closes_at
    if closes_at is None or now < closes_at:
        return False
    _settle(state, now)
    return True


def settle_unless_waiting(state: GameState, now: datetime) -> None:
    """With `call_window` 0 the next player need not wait: the window closes when they begin their turn."""
    if not is_waiting(state.playing):
        _settle(state, now)


def settle_before_turn(state: GameState, seat: Seat, move: engine.Move, now: datetime) -> None:
    """The same for a move that has not been checked yet: only that of the next player begins the turn."""
    if move.type in _BEGIN_TURN and seat.seat == state.playing.table.turn:
        settle_unless_waiting(state, now)


def settle_if_held(state: GameState, now: datetime) -> None:
    """With `call_window` 0: close at once a window that would keep the next player from drawing (RULES 9.9).

    That is one in which a call is kept or a last discard is contested, or behind which nothing can be drawn.
    """
    deal = state.playing
    if deal.table.window and not is_waiting(deal):
        next_player = engine.observe(deal, deal.table.turn)
        if engine.Draw() not in engine.legal_moves(next_player):
            _settle(state, now)


def _settle(state: GameState, now: datetime) -> None:
    """Pass for the seats that have not answered, until the window is closed."""
    while state.playing.callers:
        silent = state.seats[state.playing.callers[0]]
        advance(state, silent, engine.Pass(), Author.TIMER, now)
