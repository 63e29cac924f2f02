"""Leaving a game that goes on (RULES 15.1)."""

from datetime import datetime
from uuid import UUID

from games import after_commit
from games.models import Author, Kind
from games.services import deadlines, leaving
from games.services.checks import lock_for, seated
from games.services.transactions import in_transaction
from games.store import GameState


@in_transaction
def resign(*, game_id: UUID, player_id: UUID, now: datetime) -> GameState:
    """The player gives up: a bot plays on at the seat, or the game is aborted, as its leaver policy says.

    Raises `not_found`, `game_not_started`, `game_over`, `not_seated`.
    """
    state = lock_for(game_id, player_id)
    deadlines.settle_due(state, now)
    seat = seated(state, player_id)
    entry = state.append(Kind.RESIGNED, Author.PERSON, now, seat)
    entry.outcome = {"then": []}
    leaving.leave(state, seat, entry, now)
    after_commit.write_and_ring(state, now)
    return state
