"""One English sentence for each event."""

from collections.abc import Mapping
from typing import Any

import engine

_TEXTS = {
    "game_created": "{player} made the game.",
    "game_changed": "{player} changed the game.",
    "player_joined": "{player} sat down at seat {seat}.",
    "player_left": "{player} left seat {seat}.",
    "seat_changed": "A computer player of level {bot_level} plays at seat {seat}.",
    "game_started": "The game has started.",
    "game_aborted": "The game was broken off.",
    "deal_started": "Seat {deal[dealer]} dealt deal {deal[number]}.",
    "move_played": "Seat {seat}: {move}",
    "turn_started": "It is the turn of seat {seat}.",
    "call_window_opened": "A card of the pile can be called.",
    "call_window_answered": "{answered} answered.",
    "call_window_closed": "Nobody can call any more.",
    "deal_over": "Deal {deal[number]} is over.",
    "game_over": "The game is over.",
}


def event_text(event: Mapping[str, Any]) -> str:
    """The sentence for people; programs read the other members."""
    player = event["player"]["name"] if event["player"] else "A computer player"
    move = engine.move_text(engine.move_from_json(event["move"])) if event["move"] else ""
    count = event["window"]["answered_count"] if event["window"] else 0
    answered = "1 seat has" if count == 1 else f"{count} seats have"
    return _TEXTS[event["type"]].format(**{**event, "player": player, "move": move, "answered": answered})
