"""Leaving a game that goes on (RULES 15.1)."""

from datetime import datetime
from uuid import UUID

from games import after_commit
from games.call_window import answers_so_far, window_fields
from games.models import Author, Kind, LeaverPolicy, Status
from games.public import changed_fields
from games.selectors.views import shared_fields
from games.services import windows
from games.services.checks import lock_for, playing_seat
from games.services.deals import end_game
from games.services.transactions import in_transaction
from games.store import GameState


@in_transaction
def resign(*, game_id: UUID, player_id: UUID, now: datetime) -> GameState:
    """The player gives up: a bot plays on at the seat, or the game is aborted, as its leaver policy says.

    Raises `not_found`, `game_not_started`, `game_over`, `not_seated`.
    """
    state = lock_for(game_id, player_id)
    windows.settle_if_due(state, now)
    seat = playing_seat(state, player_id)
    seen_before = shared_fields(state)
    entry = state.append(Kind.RESIGNED, Author.PERSON, now, seat)
    entry.outcome = {"then": []}
    seat.resigned_at = now
    if state.game.leaver_policy == LeaverPolicy.BOT:
        seat.bot_level = state.game.takeover_level
        entry.outcome["then"].append({"type": "seat_changed", "seat": seat.seat, "bot_level": seat.bot_level})
    else:
        end_game(state, entry, Status.ABORTED, [], now)
    # The window in any case: whoever resigns loses sight of the own answer.
    window = {"window": window_fields(state.game, state.playing)}
    entry.outcome["changes"] = changed_fields(seen_before, shared_fields(state)) | window
    entry.outcome["answered"] = answers_so_far(state.playing)
    seat.save(update_fields=["resigned_at", "bot_level"])
    after_commit.write_and_ring(state, now)
    return state
