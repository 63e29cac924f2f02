"""Several moves of one turn, sent together: all of them are carried out, or none."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

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
from players.errors import DomainError

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
    refuse, and `bad_request` for a `draw` or `pass`, and for a `call` that is not the first.
    """
    state = lock_for(game_id, player_id)
    deadlines.settle_due(state, now)
    seat = playing_seat(state, player_id)
    check_occasion(state, seat, moves[0], version, window, now)
    read = _read(moves)
    if seat.seat == state.playing.table.turn:
        windows.settle_unless_waiting(state, now)
    entries = [_advanced(state, seat, index, move, now) for index, move in enumerate(read)]
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
        if read[-1].type in _NOT_IN_A_TURN or (index and read[-1].type == "call"):
            raise _misplaced(index, read[-1].type)
    return read


def _advanced(state: GameState, seat: Seat, index: int, move: engine.Move, now: datetime) -> Entry:
    deal = state.playing
    try:
        if index and (state.dealt or deal.table.turn != seat.seat or deal.table.phase != engine.PLAY):
            # The move before has ended the turn, a call was kept, or another deal has begun.
            raise engine.IllegalMove(engine.Code.NOT_YOUR_TURN, turn=deal.table.turn)
        return advance(state, seat, move, Author.PERSON, now)
    except engine.IllegalMove as refusal:
        raise RefusedInTurn(index, refusal) from refusal


def _misplaced(index: int, kind: str) -> DomainError:
    fault = {
        "pointer": f"/moves/{index}",
        "parameter": None,
        "code": "not_in_a_turn",
        "message": f"A {kind} is sent by itself." if kind != "call" else "A call comes first in a turn.",
    }
    return DomainError("bad_request", errors=[fault])
