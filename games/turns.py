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


def bots_to_act(state: GameState) -> list[Seat]:
    """The bots that a call window asks; where there are none, the bot that may begin or go on with its turn."""
    bots = [seat for seat in seats_to_act(state) if seat.is_bot]
    asked = set(state.deal.callers) if state.deal else set()
    return [bot for bot in bots if bot.seat in asked] or bots
