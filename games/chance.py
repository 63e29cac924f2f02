"""The only place of this app that draws entropy. What follows from it is the same every time."""

import secrets
from collections.abc import Iterable
from random import Random
from typing import TypeVar

Item = TypeVar("Item")
CODE_LETTERS, CODE_LENGTH = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 10
"""Crockford's base 32: no letter looks like a digit."""


def new_seed() -> bytes:
    """32 random bytes: the seed of one deal, or a game's secret for the randomness of its bots."""
    return secrets.token_bytes(32)


def in_random_order(items: Iterable[Item]) -> list[Item]:
    """The items, every order as likely as any other: who sits where."""
    listed = list(items)
    return Random(secrets.token_bytes(32)).sample(listed, len(listed))


def new_code() -> str:
    """50 random bits, as a person can read them out."""
    return "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in secrets.token_bytes(CODE_LENGTH))
