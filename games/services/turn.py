"""Several moves of one turn, sent together: all of them are carried out, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

import engine
from games import after_commit
from games.models import Author, Entry, Seat
from games.refusals import RefusedInTurn
from games.services import deadlines, windows
from games.services.advance import advance
from games.services.checks import lock_for, playing_seat
from games.services.occasion import check_occasion
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError, malformed

# What a draw shows cannot be taken back, so it is sent by itself; a pass begins no turn.
_NOT_IN_A_TURN = ("draw", "pass")


@dataclass(frozen=True)
class PlayedTurn:
    """The accepted moves: an entry for each, and the game as it stands after them."""

    entries: list[Entry]
    state: GameState


@in_transaction
def submit_turn(
    *,
    game_id: UUID,
    player_id: UUID,
    moves: Sequence[object],
    version: int | None = None,
    window: UUID | None = None,
    now: datetime,
) -> PlayedTurn:
    """Play several moves of one turn, the last of which may end it. A turn that begins with a call names `window`.

    Raises what `submit_move` raises of the game, RefusedInTurn for a move that cannot be read or that the rules
    refuse, and `bad_request` for a `draw` or `pass`, and for a `call` that is not the first or may have to wait.

    A refusal depends on what the seat sees alone, since refused turns cost nothing and can be sent at will: nothing is
    carried out that other hands or kept calls have a part in, unless it is the last move.
    """
    state = lock_for(game_id, player_id)
    deadlines.settle_due(state, now)
    seat = playing_seat(state, player_id)
    check_occasion(state, seat, moves[0], version, window, now)
    read = _read(moves)
    _check_call_is_certain(state.playing, seat, read)
    windows.settle_before_turn(state, seat, read[0], now)
    entries = [_advanced(state, seat, index, read, now) for index in range(len(read))]
    windows.settle_if_held(state, now)
    after_commit.write_and_ring(state, now)
    return PlayedTurn(entries, state)


def _read(moves: Sequence[object]) -> list[engine.Move]:
    read = []
    for index, move in enumerate(moves):
        try:
            read.append(engine.move_from_json(move))
        except engine.BadNotation as refusal:
            raise RefusedInTurn(index, refusal) from refusal
        if read[-1].type in _NOT_IN_A_TURN:
            raise _misplaced(index, gettext("A move of type {type} is sent by itself.").format(type=read[-1].type))
        if index and read[-1].type == "call":
            raise _misplaced(index, gettext("A call comes first in a turn."))
    return read


def _check_call_is_certain(deal: engine.Deal, seat: Seat, moves: Sequence[engine.Move]) -> None:
    """9.8: a call that others may precede is kept, or not, as these have answered, which nobody may learn."""
    if len(moves) > 1 and moves[0].type == "call" and not _is_first(deal.table, seat.seat):
        raise _misplaced(0, gettext("A call is sent by itself where other seats come before yours."))


def _is_first(table: engine.Table, seat: int) -> bool:
    """Whether a call of the seat is carried out at once, whoever has answered and how."""
    if table.options.call_priority == "first" or table.last_discard_by is None:
        return True
    by = table.last_discard_by
    return all((seat - by) % table.players <= (other - by) % table.players for other in table.window)


def _advanced(state: GameState, seat: Seat, index: int, moves: Sequence[engine.Move], now: datetime) -> Entry:
    deal, move = state.playing, moves[index]
    try:
        if index + 1 < len(moves) and _ends_turn(deal, seat.seat, move):
            engine.settle(engine.observe(deal, engine.Seat(seat.seat)), move)
            index += 1
            table = deal.table
            turn = table.turn if move.type == "call" else table.left_of(engine.Seat(seat.seat))
            raise engine.IllegalMove(engine.Code.NOT_YOUR_TURN, turn=turn)
        return advance(state, seat, move, Author.PERSON, now)
    except engine.IllegalMove as refusal:
        raise RefusedInTurn(index, refusal) from refusal


def _ends_turn(deal: engine.Deal, seat: int, move: engine.Move) -> bool:
    """Whether nothing can follow this move, if it is legal, until others have moved."""
    card_count = deal.table.card_counts[seat]
    match move:
        case engine.Discard() | engine.Decline():
            return True
        case engine.Call():
            return deal.table.options.call == "top_lay_off"
        case engine.NewMeld(cards):
            return len(cards) == card_count
        case engine.LayOff():
            return card_count == 1
        case _:
            return False


def _misplaced(index: int, message: str) -> DomainError:
    return malformed(f"/moves/{index}", message, "not_in_a_turn")
