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
    "undo_done": "{player} has taken back what was done since version {to_version}.",
    "timed_out": "The time of seat {seat} is over: {consequence}.",
    "vacation_taken": "Seat {seat} takes a day of vacation.",
    "clock_changed": "All have more time.",
    "game_paused": "The game is paused.",
    "game_resumed": "The game goes on.",
    "offer_made": "Seat {offer[by]} asks: {question}",
    "offer_answered": "Seat {seat} agrees: {question}",
    "offer_closed": "{question} This is {offer[status]}.",
    "deal_over": "Deal {deal[number]} is over.",
    "game_over": "The game is over.",
    "rematch_made": "Seat {seat} plays again.",
    "snapshot": "So the table stands.",
    "time": "So late it is.",
    "bye": "This stream ends.",
}


_CONSEQUENCES = {
    "auto_move": "its turn is ended for it",
    "bot": "a computer player takes over",
    "abandon": "the game is broken off",
}
_QUESTIONS = {
    "undo": "take back my last moves?",
    "pause": "pause the game?",
    "resume": "go on?",
    "abandon": "break off the game?",
    "add_time": "give all {seconds} seconds more?",
}


def event_text(event: Mapping[str, Any]) -> str:
    """The sentence for people; programs read the other members."""
    player = event["player"]["name"] if event["player"] else "A computer player"
    move = engine.move_text(engine.move_from_json(event["move"])) if event["move"] else ""
    offer = event["offer"]
    question = _QUESTIONS[offer["kind"]].format(**offer).capitalize() if offer else ""
    count = event["window"]["answered_count"] if event["window"] else 0
    words = {
        "player": player,
        "move": move,
        "answered": "1 seat has" if count == 1 else f"{count} seats have",
        "question": question,
        "consequence": _CONSEQUENCES.get(event["then"], ""),
    }
    return _TEXTS[event["type"]].format(**{**event, **words})
