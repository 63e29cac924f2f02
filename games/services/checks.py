"""Who acts, and on which state of the game: the checks before the rules are asked."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games import store
from games.models import Entry, Seat, Status
from games.selectors.access import check_visible
from games.store import GameState
from players.errors import DomainError, malformed


def lock_for(game_id: UUID, player_id: UUID | None) -> GameState:
    """The locked game, for a player who may see it. Raises `not_found`."""
    state = store.lock(game_id)
    check_visible(state, player_id)
    return state


def check_owner(state: GameState, player_id: UUID) -> None:
    """`not_owner` for anybody else."""
    if state.game.owner_id != player_id:
        raise DomainError("not_owner", gettext("Only the owner of the game may do this."))


def check_open(state: GameState) -> None:
    """`game_over` or `game_started` where seats and rules cannot be changed any more."""
    if state.game.is_over:
        raise DomainError("game_over", gettext("The game is over."))
    if state.game.status != Status.OPEN:
        raise DomainError("game_started", gettext("The game has started."))


def playing_seat(state: GameState, player_id: UUID | None) -> Seat:
    """The player's seat, to play. Raises `game_not_started`, `game_over`, `not_seated`, `game_paused`."""
    seat = seated(state, player_id)
    check_not_paused(state)
    return seat


def seated(state: GameState, player_id: UUID | None) -> Seat:
    """The player's seat in a game that goes on, paused or not. Raises `game_not_started`, `game_over`, `not_seated`."""
    check_going_on(state)
    seat = state.seat_of(player_id)
    if seat is None:
        has_left = player_id is not None and any(one.player_id == player_id for one in state.seats)
        raise DomainError(
            "not_seated", gettext("You have left this game.") if has_left else gettext("You do not play in this game.")
        )
    return seat


def check_not_paused(state: GameState) -> None:
    """`game_paused` while nobody may move."""
    if state.game.status == Status.PAUSED:
        raise DomainError("game_paused", gettext("The game is paused."))


def check_going_on(state: GameState) -> None:
    """`game_not_started` or `game_over` for a game that is neither running nor paused."""
    if state.game.status == Status.OPEN:
        raise DomainError("game_not_started", gettext("The game has not started yet."))
    if state.game.is_over:
        raise DomainError("game_over", gettext("The game is over."))


def check_version(state: GameState, version: int | None, seat: Seat | None = None) -> None:
    """`version_required` without one; `version_conflict`, with the seat's last move, for another than now."""
    if version is None:
        raise DomainError("version_required", gettext("Send the version of the game that this was made for."))
    if version != state.game.version:
        raise DomainError(
            "version_conflict",
            gettext("The game is at version {version}.").format(version=state.game.version),
            current_version=state.game.version,
            your_last_move=last_move(state, seat),
        )


def last_move(state: GameState, seat: Seat | None) -> dict[str, object] | None:
    """The `version`, `move` and `text` of this seat's last move in the game; None before the first."""
    if seat is None:
        return None
    moves = Entry.objects.filter(game=state.game, seat=seat.seat).exclude(text="")
    last = moves.order_by("-version").values("version", "move", "text").first()
    return dict(last) if last else None


def check_rated(rated: bool, clock: Mapping[str, Any]) -> None:
    """`bad_request` for a rated game in which nobody's time is limited."""
    if rated and clock["mode"] == "none":
        raise malformed("/rated", gettext("A game without a clock is not rated."))
