"""A game is declared void: it counts as if it had never been played."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from games import after_commit
from games.models import Author, Kind, Seat, Status
from games.services import deadlines
from games.services.checks import check_version
from games.services.deals import end_game
from games.services.transactions import in_transaction
from games.store import GameState, lock
from players.errors import DomainError


@in_transaction
def void_game(*, game_id: UUID, now: datetime, version: int | None = None) -> GameState:
    """Whatever it came to counts for nobody: results, ratings and all that followed from them are made anew.

    A game that is void is answered as it stands. With `version`, only if the game is still at it. Raises `not_found`,
    `game_not_started`, `version_conflict`.
    """
    state = lock(game_id)
    if state.game.status == Status.VOIDED:
        return state
    if version is not None:
        check_version(state, version)
    deadlines.settle_due(state, now)
    if state.game.started_at is None:
        raise DomainError("game_not_started", gettext("The game has not started yet."))
    entry = state.append(Kind.VOIDED, Author.SERVICE, now)
    entry.outcome = {"then": []}
    ended_at = state.game.finished_at or now
    end_game(state, entry, Status.VOIDED, [], now)
    state.game.finished_at = ended_at  # its place among the games that are rated stays
    Seat.objects.filter(game=state.game).update(outcome="", finished_at=ended_at)
    after_commit.write_and_ring(state, now)
    return state
