"""The only place of this app that draws entropy. What follows from it is the same every time."""

import secrets
from collections.abc import Iterable
from random import Random
from typing import TypeVar

Item = TypeVar("Item")


def new_seed() -> bytes:
    """32 random bytes: the seed of one deal, or a game's secret for the randomness of its bots."""
    return secrets.token_bytes(32)


def in_random_order(items: Iterable[Item]) -> list[Item]:
    """The items, every order as likely as any other: who sits where."""
    listed = list(items)
    return Random(secrets.token_bytes(32)).sample(listed, len(listed))
