"""One sentence for each event, in the language of whoever reads it. Events are stored as facts, never as sentences."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_noop as _

import engine

_TEXTS = {
    "game_created": _("{player} made the game."),
    "game_changed": _("{player} changed the game."),
    "player_joined": _("{player} sat down at seat {seat}."),
    "player_left": _("{player} left seat {seat}."),
    "seat_changed": _("A computer player of level {bot_level} plays at seat {seat}."),
    "game_started": _("The game has started."),
    "game_aborted": _("The game was broken off."),
    "game_voided": _("The game was declared void: it does not count."),
    "deal_started": _("Seat {dealer} dealt deal {number}."),
    "move_played": _("Seat {seat}: {move}"),
    "turn_started": _("It is the turn of seat {seat}."),
    "call_window_opened": _("A card of the pile can be called."),
    "call_window_closed": _("Nobody can call any more."),
    "undo_done": _("{player} has taken back what was done since version {to_version}."),
    "timed_out": _("The time of seat {seat} is over."),
    "vacation_taken": _("Seat {seat} takes a day of vacation."),
    "clock_changed": _("All have more time."),
    "game_paused": _("The game is paused."),
    "game_resumed": _("The game goes on."),
    "offer_made": _("Seat {by} asks: {question}"),
    "offer_answered": _("Seat {seat} agrees: {question}"),
    "deal_over": _("Deal {number} is over."),
    "game_over": _("The game is over."),
    "chat_posted": _("{player} says something."),
    "chat_removed": _("A message of {player} was removed."),
    "rematch_made": _("Seat {seat} plays again."),
    "snapshot": _("So the table stands."),
    "time": _("So late it is."),
    "bye": _("This stream ends."),
}
_RESERVED, _FREE_AGAIN = _("Seat {seat} is reserved."), _("Seat {seat} is not reserved any more.")
_CONSEQUENCES = {
    "auto_move": _("The time of seat {seat} is over: its turn is ended for it."),
    "bot": _("The time of seat {seat} is over: a computer player takes over."),
    "abandon": _("The time of seat {seat} is over: the game is broken off."),
}
_QUESTIONS = {
    "undo": _("Take back my last moves?"),
    "pause": _("Pause the game?"),
    "resume": _("Go on?"),
    "abandon": _("Break off the game?"),
}
_PRESENCE = {
    True: _("The player at seat {seat} is there."),
    False: _("The player at seat {seat} is away."),
}
_CLOSED = {
    "accepted": _("{question} This is accepted."),
    "declined": _("{question} This is declined."),
    "cancelled": _("{question} This is withdrawn."),
    "expired": _("{question} This has expired."),
}


def event_text(event: Mapping[str, Any]) -> str:
    """The sentence for people; programs read the other members."""
    kind, offer = event["type"], event["offer"]
    if kind == "call_window_answered":
        return _answered(event["window"]["answered_count"] if event["window"] else 0)
    words = {**(event["deal"] or {}), **event, "player": _name(event)}
    if offer:
        words |= {"by": offer["by"], "question": question_text(offer)}
    if event["move"]:
        words["move"] = engine.move_text(engine.move_from_json(event["move"]))
    return gettext(_sentence(event)).format(**words)


def question_text(offer: Mapping[str, Any]) -> str:
    """What the offer's maker asks the others."""
    if offer["kind"] == "add_time":
        seconds = offer["seconds"]
        return ngettext("Give all {seconds} second more?", "Give all {seconds} seconds more?", seconds).format(
            seconds=seconds
        )
    return gettext(_QUESTIONS[offer["kind"]])


def _sentence(event: Mapping[str, Any]) -> str:
    if event["type"] == "offer_closed":
        return _CLOSED[event["offer"]["status"]]
    if event["type"] == "timed_out":
        return _CONSEQUENCES.get(event["then"], _TEXTS["timed_out"])
    if event["type"] == "presence_changed":
        return _PRESENCE[event["changes"]["seats"][0]["connected"]]
    if event["type"] == "seat_changed" and not event["bot_level"]:
        return _RESERVED if event["reserved_until"] else _FREE_AGAIN
    return _TEXTS[event["type"]]


def _answered(count: int) -> str:
    return ngettext("{count} seat has answered.", "{count} seats have answered.", count).format(count=count)


def _name(event: Mapping[str, Any]) -> str:
    player = event["player"]
    return str(player["name"]) if player else gettext("A computer player")
