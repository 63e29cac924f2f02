"""The only place of this app that draws entropy. What follows from it is the same every time."""

import secrets


def new_seed() -> bytes:
    """32 random bytes: the seed of one deal, or a game's secret for the randomness of its bots."""
    return secrets.token_bytes(32)
