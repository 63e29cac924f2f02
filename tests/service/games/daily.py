"""Attempts at daily deals, played in tests."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest

import engine
from bots.registry import LEVELS
from games import store
from games.models import Attempt, ResultCount
from games.selectors.daily_boards import portion_of
from games.services.bots import run_bots
from games.services.daily import keep_days, start_attempt
from games.services.play import submit_move
from games.services.resign import resign
from games.services.sweep import break_off_late_attempts
from games.sight import observation
from games.store import GameState
from players.errors import DomainError
from players.models import Player
from tests.service.games.table import guest, ticking

DAY = date(2026, 1, 5)
NEXT = DAY + timedelta(days=1)
MORNING = datetime(2026, 1, 5, 9, tzinfo=UTC)
MIDNIGHT = datetime(2026, 1, 6, tzinfo=UTC)
LAST_SECOND = MIDNIGHT - timedelta(seconds=1)
Choose = Callable[[GameState], engine.Move]


def started(player: Player | None = None, now: datetime = MORNING) -> Attempt:
    """A new attempt at the deal of that day."""
    return start_attempt(day=now.date(), player=player or guest(), now=now)


def as_seeded(seed: int) -> Choose:
    """Moves of a fair player that depend on what was played, and on the seed."""

    def choose(state: GameState) -> engine.Move:
        moves = state.game.version - state.deal_version
        return LEVELS["club"].choose(observation(state.playing, 0), Random(f"{seed} {moves}"))

    return choose


def play(game_id: UUID | str, choose: Choose, now: datetime = MORNING, most: int = 1000) -> GameState:
    """The game after so many moves of the player, or at its end."""
    clock, game_id = ticking(now), UUID(str(game_id))
    for _ in range(most):
        state = run_bots(game_id=game_id, clock=lambda: next(clock))
        if state.game.is_over:
            return state
        move = engine.move_json(choose(state))
        owner, version = state.game.owner_id, state.game.version
        submit_move(game_id=game_id, player_id=owner, move=move, version=version, now=next(clock))
    return store.load(game_id)


def finished(player: Player | None = None, now: datetime = MORNING, seed: int = 1) -> Attempt:
    """An attempt that was played to its end."""
    attempt = started(player, now)
    assert play(attempt.game_id, as_seeded(seed), now).game.status == "finished"
    attempt.refresh_from_db()
    return attempt


def listed(difference: int, turns: int, player: Player | None = None, now: datetime = MORNING) -> Attempt:
    """An attempt that stands on the board of its day, as if this had come of it."""
    attempt = started(player, now)
    resign(game_id=attempt.game_id, player_id=attempt.player_id, now=now)
    facts = {"difference": difference, "turns": turns, "points": difference, "is_listed": True}
    Attempt.objects.filter(pk=attempt.pk).update(**facts)
    count, _ = ResultCount.objects.get_or_create(day_id=attempt.day_id, difference=difference, turns=turns)
    ResultCount.objects.filter(pk=count.pk).update(players=count.players + 1)
    return attempt


def swept(now: datetime) -> None:
    """What the sweep does about attempts and days."""
    break_off_late_attempts(now=now)
    keep_days(now=now)


def refused(act: Callable[[], object]) -> str:
    """The code with which it is refused."""
    with pytest.raises(DomainError) as refusal:
        act()
    return refusal.value.code


def board(now: datetime = MORNING) -> list[dict[str, Any]]:
    """The board of the day as it stands then."""
    return portion_of(DAY, None, 100, now).rows
