"""What time decides: call windows that close, turns that take too long, offers and invitations that nobody answers, and
attempts at a daily deal that are not over when its day is.

Deadlines are instants in the game's row. Whoever touches a game that is due settles it first, and so does the sweep.
"""

from collections.abc import Callable
from datetime import datetime
from uuid import UUID

from games import after_commit, store
from games.open_offer import expire_if_due
from games.services import reservations, timeouts, windows
from games.services.closing import break_off_if_due, is_to_be_broken_off
from games.services.outages import is_worker_healthy
from games.services.transactions import in_transaction
from games.store import GameState


def is_due(state: GameState, now: datetime) -> bool:
    """Whether time has decided something that is not yet carried out."""
    return (state.game.due_at is not None and state.game.due_at <= now) or is_to_be_broken_off(state, now)


def settle_due(state: GameState, now: datetime) -> bool:
    """Carry out in a locked game what time has decided, and write it. Returns whether there was something.

    During an outage of ours nothing is decided but the end of a day, after which seeds are told: when it is over, it
    prolongs every deadline.
    """
    if not is_due(state, now):
        return False
    settles: list[Callable[[GameState, datetime], bool]] = [break_off_if_due]
    if is_worker_healthy(now):
        settles += [windows.close_if_due, timeouts.time_out_if_due, expire_if_due, reservations.expire_if_due]
    settled = [settle(state, now) for settle in settles]
    if any(settled):
        after_commit.write_and_ring(state, now)
    return any(settled)


@in_transaction
def settle_game(*, game_id: UUID, now: datetime) -> bool:
    """The same for a game that is not yet locked."""
    return settle_due(store.lock(game_id), now)
