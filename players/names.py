"""What a player may be called."""

import secrets
import unicodedata

NAME_LENGTH = 24
_SHORTEST = 2
_PUNCTUATION = set(" .-_'\u2019")
# Crockford's base 32: no letter that is mistaken for a digit.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class BadName(ValueError):
    """The text cannot be a player's name; says why."""


def clean_name(text: str) -> str:
    """The name in its stored form: composed characters, single spaces, none at the ends.

    Letters and digits of any script with their marks, and a little punctuation, 2 to 24 characters.
    Raises `BadName`.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not _SHORTEST <= len(name) <= NAME_LENGTH:
        raise BadName(f"A name has {_SHORTEST} to {NAME_LENGTH} characters.")
    if any(not _is_allowed(character) for character in name):
        raise BadName("A name holds letters, digits, spaces and . - _ ' only.")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise BadName("A name holds at least one letter or digit.")
    return name


def guest_name() -> str:
    """A name for a guest who gave none, such as `Guest 7QX4M`."""
    return "Guest " + "".join(secrets.choice(_ALPHABET) for _ in range(5))


def _is_allowed(character: str) -> bool:
    return character in _PUNCTUATION or unicodedata.category(character)[0] in "LMN"
