"""The start of a game: nobody sits down or leaves any more, and the first cards are dealt."""

from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from games import after_commit
from games.clocks import set_clocks
from games.models import Author, Kind, Status
from games.pools import pool_of
from games.services.checks import check_owner, lock_for
from games.services.deals import deal_first
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError
from players.models import PlayerKind


@in_transaction
def start_game(*, game_id: UUID, player_id: UUID, now: datetime) -> GameState:
    """Start it for its owner. A game that has started is answered as it stands, also when it is over.

    Raises `not_found`, `not_owner`, `seats_open`, `game_over`.
    """
    state = lock_for(game_id, player_id)
    check_owner(state, player_id)
    if state.game.is_over and state.game.started_at is None:
        raise DomainError("game_over", gettext("The game is over."))
    if state.game.status == Status.OPEN:
        check_filled(state)
        begin(state, now)
        after_commit.write_and_ring(state, now)
    return state


def check_filled(state: GameState) -> None:
    """`seats_open` while nobody sits at one of the seats."""
    if any(seat.is_open for seat in state.seats):
        raise DomainError("seats_open", gettext("There are seats at which nobody sits."))


def begin(state: GameState, now: datetime) -> None:
    """Start a game that is open and filled, within the caller's transaction."""
    state.game.status = Status.RUNNING
    state.game.started_at = now
    set_clocks(state.game)
    if state.game.rated:
        with_bots = any(seat.is_bot or (seat.player and seat.player.kind == PlayerKind.BOT) for seat in state.seats)
        state.game.pool = pool_of(state.options, state.game.clock, with_bots=with_bots)
    state.append(Kind.STARTED, Author.SERVICE, now)
    deal_first(state, now)
