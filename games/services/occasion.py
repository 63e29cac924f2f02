"""The moment for which a move was meant: the open call window for a call or pass, else a version."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from django.utils.translation import gettext

from games.call_window import answer_of
from games.models import Seat
from games.services.checks import check_version, last_move
from games.sight import is_waiting
from games.store import GameState
from players.errors import DomainError, malformed

RETRY_IN_OUTAGE_MS = 2000
"""How often the sweep comes, which ends an outage."""


def check_occasion(
    state: GameState, seat: Seat, move: object, version: int | None, window: UUID | None, now: datetime
) -> None:
    """Whether the move, still unread, comes at the right moment.

    Raises `version_required`, `version_conflict`, `bad_request`, `call_closed`, `call_window_open`.
    """
    kind = move.get("type") if isinstance(move, Mapping) else None
    if kind in ("call", "pass"):
        _check_answer(state, seat, version, window)
        return
    if window is not None:
        raise malformed("/window", gettext("Only a call or a pass names a window."))
    check_version(state, version, seat)
    if kind in ("draw", "take"):
        check_no_wait(state, now)


def _check_answer(state: GameState, seat: Seat, version: int | None, window: UUID | None) -> None:
    # No version: the answers of others raise it.
    if window is None:
        raise DomainError("version_required", gettext("A call or a pass names the window that it answers."))
    if version is not None:
        raise malformed("/version", gettext("Send the window or the version, not both."))
    if window != state.game.window_id:
        raise _closed(state, seat, gettext("This call window is closed."))
    if answer_of(state.playing, seat.seat) is not None:
        raise _closed(state, seat, gettext("You have answered already."))


def _closed(state: GameState, seat: Seat, detail: str) -> DomainError:
    """For whose answer was lost, too: the last move tells whether it counted."""
    return DomainError("call_closed", detail, your_last_move=last_move(state, seat))


def check_no_wait(state: GameState, now: datetime) -> None:
    """`call_window_open` while others may still call."""
    closes_at = state.game.window_closes_at
    if closes_at is None or not is_waiting(state.playing):
        return
    milliseconds = int((closes_at - now).total_seconds() * 1000) + 1
    if milliseconds <= 0:  # nothing closes it while there is an outage of ours
        milliseconds = RETRY_IN_OUTAGE_MS
    raise DomainError("call_window_open", gettext("Others may still call."), retry_after_ms=milliseconds)
