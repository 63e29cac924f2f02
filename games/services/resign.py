"""Leaving a game that goes on (RULES 15.1)."""

from datetime import datetime
from uuid import UUID

from games import after_commit
from games.models import Author, Kind
from games.selectors.views import shared_fields
from games.services import deadlines, leaving
from games.services.answers import answer_for_leaver
from games.services.changes import tell_changes_of_sight
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
    seat, seen_before = seated(state, player_id), shared_fields(state)
    entry = state.append(Kind.RESIGNED, Author.PERSON, now, seat)
    entry.outcome = {"then": []}
    leaving.leave(state, seat, entry, now)
    tell_changes_of_sight(state, entry, seen_before)
    answer_for_leaver(state, seat, now)
    after_commit.write_and_ring(state, now)
    return state
