"""The levels of computer players that a game may ask for."""

from django.utils.translation import gettext

from bots.registry import LEVELS
from players.errors import malformed


def check_level(name: str, pointer: str) -> None:
    """`bad_request`, pointing at the place in the request, for a level that does not exist."""
    if name not in LEVELS:
        known = ", ".join(LEVELS)
        raise malformed(pointer, gettext("Choose one of {known}.").format(known=known), "unknown_level")
