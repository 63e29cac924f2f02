"""A move looked at and not played."""

from datetime import datetime
from uuid import UUID

import engine
from games.services.checks import playing_seat
from games.services.look import look_at
from games.services.occasion import check_occasion
from games.sight import observation
from games.store import GameState


def check_move(
    *, game_id: UUID, player_id: UUID, move: object, version: int | None, window: UUID | None, now: datetime
) -> tuple[GameState, engine.Move]:
    """The game, and the move as it would be carried out. Raises what `submit_move` would raise."""
    state = look_at(game_id=game_id, player_id=player_id, now=now)
    seat = playing_seat(state, player_id)
    check_occasion(state, seat, move, version, window, now)
    return state, engine.settle(observation(state.playing, seat.seat), engine.move_from_json(move))
