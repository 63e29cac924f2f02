"""What a token may be used for. A token holds a list of these names, or `DEVICE` for all that are a device's."""

from collections.abc import Iterable

SCOPES = {
    "game:read": "Read the games, views and records that the player may see.",
    "game:play": "Take a seat, move, resign.",
    "game:create": "Create games and start them.",
    "profile": "Read the player's own profile; change the country, and the name of a guest.",
    "account": "Sign-in (name, password, address), tokens, apps, export and erasure. The player's own devices only.",
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
