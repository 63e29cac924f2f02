"""A turn that takes too long: its seat takes a day of vacation; else it is ended in the weakest legal way, or the seat
counts as left.
"""

from datetime import datetime

import engine
from bots.fallback import simplest_move
from games.clocks import clock_fields, consequence, deadline_fields, is_turn_due, take_vacation_day
from games.limits import MOST_MOVES_IN_TURN
from games.models import Author, Kind, Seat, Status
from games.selectors.views import shared_fields
from games.services import leaving, windows
from games.services.advance import advance
from games.services.answers import answer_for_leaver
from games.services.changes import tell_changes, tell_changes_of_sight
from games.sight import observation
from games.store import GameState


def time_out_if_due(state: GameState, now: datetime) -> bool:
    """If the seat on turn has no time left, give it a day of vacation, or carry out its time-out.

    In a game not yet written. Returns whether there was something.
    """
    game = state.game
    if game.clock_seat is None or not is_turn_due(game, now):
        return False
    seat = state.seats[game.clock_seat]
    while is_turn_due(game, now):
        if not take_vacation_day(game):
            _time_out(state, seat, now)
            break
        changes = {"clocks": clock_fields(game), "deadline": deadline_fields(game, state.seats)}
        state.tell("vacation_taken", now, seat.seat, changes=changes)
    return True


def _time_out(state: GameState, seat: Seat, now: datetime) -> None:
    game = state.game
    then = consequence(game, seat)
    seen_before = shared_fields(state)
    seat.timeouts_used += 1
    entry = state.append(Kind.TIMED_OUT, Author.TIMER, now, seat)
    entry.outcome = {"consequence": then, "then": []}
    if then == "auto_move":
        seat.save(update_fields=["timeouts_used"])
        tell_changes(state, entry, seen_before)
        _end_turn(state, seat, now)
    else:
        leaving.leave(state, seat, entry, now)
        tell_changes_of_sight(state, entry, seen_before)
        answer_for_leaver(state, seat, now)


def _end_turn(state: GameState, seat: Seat, now: datetime) -> None:
    """Draw, discard the card drawn, and the like, until it is another's turn or the deal is over."""
    windows.settle_unless_waiting(state, now)
    drawn = ""
    for _ in range(MOST_MOVES_IN_TURN):
        if state.game.status != Status.RUNNING or state.dealt or state.playing.table.turn != seat.seat:
            break
        entry = advance(state, seat, _weakest_move(state, seat, drawn), Author.TIMER, now)
        drawn = entry.drawn
    windows.settle_if_held(state, now)


def _weakest_move(state: GameState, seat: Seat, drawn: str) -> engine.Move:
    seen = observation(state.playing, seat.seat)
    discard = engine.Discard(drawn)
    return discard if drawn and discard in engine.legal_moves(seen) else simplest_move(seen)
