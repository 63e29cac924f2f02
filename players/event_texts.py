"""What a player can be told, and a sentence for each of it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

_TEXTS = {
    "turn_started": _("It is your turn."),
    "call_window_opened": _("You may call a card of the pile."),
    "offer_made": _("Another player asks you for something."),
    "game_started": _("Your game has started."),
    "game_resumed": _("Your game goes on."),
    "player_left": _("A player has left your game."),
    "game_over": _("Your game is over."),
    "game_aborted": _("Your game was broken off."),
    "game_voided": _("Your game was declared void: it does not count."),
    "rematch_made": _("A player of your last game plays again."),
    "seek_matched": _("Your opponents are found."),
    "invite_received": _("You are invited to a game."),
    "notice_posted": _("There is a notice for you."),
}
PLAYER_EVENT_TYPES = tuple(_TEXTS)
_OFFERS = {
    "undo": _("Another player asks to take back moves."),
    "pause": _("Another player asks for a pause."),
    "resume": _("Another player asks to go on."),
    "abandon": _("Another player asks to break off the game."),
    "add_time": _("Another player asks for more time."),
}


def player_event_text(news: str, facts: Mapping[str, Any]) -> str:
    """The sentence for people, in the language that is active; programs read the other members."""
    sentence = _OFFERS.get(facts.get("offer_kind", ""), _TEXTS[news])
    return gettext(sentence)
