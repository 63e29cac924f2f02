"""What a token may be used for. A token holds a list of these names."""

SCOPES = {
    "game:read": "Read the games, views and records that the player may see.",
    "game:play": "Take a seat, move, resign.",
    "game:create": "Create games and start them.",
    "profile": "Read and change the player's own profile.",
}

# What a player's own device may do; a script's token can be given less.
DEVICE_SCOPES = tuple(SCOPES)
