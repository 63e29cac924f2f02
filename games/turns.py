"""Whose move a game waits for."""

from games.models import Seat, Status
from games.sight import is_waiting
from games.store import GameState


def seats_to_act(state: GameState) -> list[Seat]:
    """The seats that may move now: those that a call window asks; then, if nobody waits, the one on turn."""
    deal = state.deal
    if deal is None or state.game.status != Status.RUNNING:
        return []
    seats = [state.seats[seat] for seat in deal.callers]
    if not is_waiting(deal):
        seats.append(state.seats[deal.table.turn])
    return seats


def bot_to_act(state: GameState) -> Seat | None:
    """The bot that is to move next: while bots have still to answer a call window, one of them."""
    return next((seat for seat in seats_to_act(state) if seat.is_bot), None)
