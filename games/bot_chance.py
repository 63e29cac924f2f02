"""The randomness of bots, computed from a game's secret: the same game would be played the same again."""

import hashlib
from datetime import datetime, timedelta
from random import Random

from bots.registry import LEVELS
from games.models import Seat
from games.store import GameState
from games.turns import bots_to_act


def bot_random(state: GameState) -> Random:
    """The generator for the next move, from the game's secret, the deal's number and its count of moves."""
    return _random(state, f"move {state.game.version - state.deal_version}")


def next_bot(state: GameState) -> Seat | None:
    """The bot that is to move next; of several that a call window asks, the quickest."""
    return min(bots_to_act(state), key=lambda bot: _seconds(state, bot), default=None)


def pause_seconds(state: GameState, bot: Seat, now: datetime, factor: float) -> float:
    """How long a person of the bot's level would still think; it depends on nobody's cards.

    Bots that a call window asks think at the same time, from its opening on. For a turn that a person has just left
    the others have waited already.
    """
    seconds = _seconds(state, bot) * factor
    closes_at = state.game.window_closes_at
    if closes_at is None:
        return 0.0 if bot.resigned_at == now else seconds
    opened_at = closes_at - timedelta(seconds=state.options.call_window)
    return max(0.0, seconds - (now - opened_at).total_seconds())


def _seconds(state: GameState, bot: Seat) -> float:
    level, window = LEVELS[bot.bot_level], state.game.window_version
    if window is None:
        moves = state.game.version - state.deal_version
        return _random(state, f"think {moves}").uniform(*level.think_time_seconds)
    moves = window - state.deal_version
    return _random(state, f"call {moves} {bot.seat}").uniform(*level.call_delay_seconds)


def _random(state: GameState, purpose: str) -> Random:
    label = f"{state.game.deal_number} {purpose}".encode()
    return Random(hashlib.sha256(bytes(state.game.bot_secret) + label).digest())
