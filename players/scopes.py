"""What a token may be used for. A token holds a list of these names, or `DEVICE` for all that are a device's."""

from collections.abc import Iterable

from django.utils.translation import gettext_noop as _

SCOPES = {
    "game:read": _("Read the games, views and records that the player may see."),
    "game:play": _("Take a seat, move, resign."),
    "game:create": _("Create games and start them."),
    "lobby": _("Look for opponents, invite players and answer invitations."),
    "chat": _("Write in the chat of games, and take it back."),
    "bulk": _("Make many games at once, and export many."),
    "import": _("Import records of games."),
    "webhooks": _("Have other addresses told of what happens in the player's games."),
    "notifications": _("Read notices and say where they are to be sent."),
    "profile": _("Read the player's own profile; change the country, and the name of a guest."),
    "account": _("Sign-in (name, password, address), tokens, apps, export and erasure. The player's own devices only."),
}
DEVICE = "device"

# What a player's own device may do, in words that do not age: a later scope is part of it at once.
DEVICE_SCOPES = tuple(SCOPES)
# What a personal access token may be given, and what an app may do for its players.
GRANTED_SCOPES = tuple(scope for scope in SCOPES if scope != "account")


def expanded(scopes: Iterable[str]) -> tuple[str, ...]:
    """The scopes that a stored list stands for."""
    listed = tuple(scopes)
    return DEVICE_SCOPES if DEVICE in listed else listed
