"""The only way a move enters a game: for people, bots and timers alike."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

import engine
from games import after_commit, store
from games.models import Author, Entry, Seat
from games.services import deadlines, windows
from games.services.advance import advance
from games.services.checks import check_going_on, check_not_paused, lock_for, playing_seat
from games.services.occasion import check_occasion
from games.services.transactions import in_transaction
from games.store import GameState
from players.errors import DomainError


@dataclass(frozen=True)
class Played:
    """An accepted move: its entry, and the game as it stands after it."""

    entry: Entry
    state: GameState


@in_transaction
def submit_move(
    *,
    game_id: UUID,
    player_id: UUID | None = None,
    bot_seat: int | None = None,
    move: object,
    version: int | None = None,
    window: UUID | None = None,
    now: datetime,
) -> Played:
    """Play one move of a person (`player_id`) or of the bot at `bot_seat`.

    `move` is NOTATION's JSON. A call or a pass names the `window` that it answers, any other move the
    `version` that it was made for. Refusals change nothing: engine.BadNotation, engine.IllegalMove, and
    DomainError with `not_found`, `game_over`, `game_not_started`, `not_seated`, `game_paused`,
    `version_required`, `version_conflict`, `bad_request`, `call_closed`, `call_window_open`.
    """
    state = store.lock(game_id) if player_id is None else lock_for(game_id, player_id)
    deadlines.settle_due(state, now)
    seat = _mover(state, player_id, bot_seat)
    author = Author.PERSON if bot_seat is None else Author.BOT
    check_occasion(state, seat, move, version, window, now)
    read = engine.move_from_json(move)
    windows.settle_before_turn(state, seat, read, now)
    entry = advance(state, seat, read, author, now)
    windows.settle_if_held(state, now)
    after_commit.write_and_ring(state, now, mover=seat if author == Author.BOT else None)
    return Played(entry, state)


def _mover(state: GameState, player_id: UUID | None, bot_seat: int | None) -> Seat:
    if bot_seat is None:
        return playing_seat(state, player_id)
    check_going_on(state)
    check_not_paused(state)
    seat = state.seats[bot_seat]
    if not seat.is_bot:
        raise DomainError("not_seated", gettext("No bot plays at this seat."))
    return seat
