"""Bots' turns. A bot has no entrance of its own: it gets what its seat may see, and calls `submit_move`."""

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any
from uuid import UUID

import engine
from bots.fallback import simplest_move
from bots.registry import LEVELS
from games import store
from games.bot_chance import bot_random, next_bot
from games.models import Seat
from games.services.checks import check_version
from games.services.play import Played, submit_move
from games.sight import observation
from games.store import GameState
from players.errors import DomainError

log = logging.getLogger("games.bots")

Clock = Callable[[], datetime]


def play_bot_turn(*, game_id: UUID, version: int, clock: Clock) -> None:
    """Play for the bot that is to act at this version, until another is. If the game has moved on, stop."""
    state = store.load(game_id)
    if state.game.version != version:
        return
    first = next_bot(state)
    seat = first
    while seat is not None and first is not None and seat.seat == first.seat:
        try:
            state = _play_one(state, seat, clock).state
        except DomainError as error:
            log.info("The bot of game %s stops: %s", game_id, error.code)
            return
        seat = next_bot(state)


def run_bots(*, game_id: UUID, clock: Clock) -> GameState:
    """Play for all bots until none is to move: what the workers do, here and now. Returns the game then."""
    state = store.load(game_id)
    while next_bot(state) is not None:
        play_bot_turn(game_id=game_id, version=state.game.version, clock=clock)
        state = store.load(game_id)
    return state


def _play_one(state: GameState, seat: Seat, clock: Clock) -> Played:
    seen = observation(state.playing, seat.seat)
    try:
        return _submit(state, seat, _chosen(state, seat, seen), clock())
    except (engine.IllegalMove, engine.BadNotation) as error:
        # An answer names its window and no version: another task may have given it meanwhile.
        check_version(store.load(state.game.id), state.game.version)
        code = error.code if isinstance(error, engine.IllegalMove) else engine.Code.BAD_NOTATION
        log.error("A %s bot was refused in game %s: %s", seat.bot_level, state.game.id, code)
    return _submit(state, seat, engine.move_json(simplest_move(seen)), clock())


def _chosen(state: GameState, seat: Seat, seen: engine.Observation) -> dict[str, Any]:
    try:
        return engine.move_json(LEVELS[seat.bot_level].choose(seen, bot_random(state)))
    except Exception:
        log.exception("A %s bot failed in game %s.", seat.bot_level, state.game.id)
        return engine.move_json(simplest_move(seen))


def _submit(state: GameState, seat: Seat, move: dict[str, Any], now: datetime) -> Played:
    is_answer = move["type"] in ("call", "pass")
    return submit_move(
        game_id=state.game.id,
        bot_seat=seat.seat,
        move=move,
        version=None if is_answer else state.game.version,
        window=state.game.window_id if is_answer else None,
        now=now,
    )
