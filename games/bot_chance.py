"""The randomness of bots, computed from a game's secret: the same game would be played the same again."""

import hashlib
from random import Random

from bots.registry import LEVELS
from games.models import Seat
from games.store import GameState


def bot_random(state: GameState, purpose: str = "move") -> Random:
    """The generator for the next move, from the game's secret, the deal's number and its count of moves."""
    moves = state.game.version - state.deal_version
    label = f"{purpose} {state.game.deal_number} {moves}".encode()
    return Random(hashlib.sha256(bytes(state.game.bot_secret) + label).digest())


def human_pause(state: GameState, bot: Seat) -> float:
    """Seconds for which a person of the bot's level would think; they depend on nobody's cards."""
    level = LEVELS[bot.bot_level]
    pace = level.call_delay_seconds if state.playing.table.window else level.think_time_seconds
    return bot_random(state, "pause").uniform(*pace)
