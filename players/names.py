"""What a player may be called."""

import secrets
import unicodedata

from django.utils.translation import gettext

from players.looks import look_of, mixes_scripts

NAME_LENGTH = 24
_SHORTEST = 2
_MOST_MARKS = 2
_PUNCTUATION = set(" .-_'\u2019")
# Letters and marks that show nothing: fillers, joiners of marks, selectors of variants.
_UNSEEN = {"\u115f", "\u1160", "\u3164", "\uffa0", "\u034f", "\u17b4", "\u17b5"}
_SELECTORS = (range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0), range(0x180B, 0x1810))
# Who bears one of these words seems to speak for the service, or to be gone.
_RESERVED_WORDS = {
    look_of(word)
    for word in (
        *("admin", "administrator", "deleted", "moderator", "official", "staff", "support", "sysadmin", "webmaster"),
    )
}
_OWN_NAMES = {look_of(name) for name in ("500 rum", "500 rummy", "rummy", "rummy 500")}
# No account has one of these names; as the name of a guest they mean nothing.
_RESERVED_NAMES = {
    look_of(name)
    for name in (
        *("500 rum", "500 rummy", "anonymous", "bot", "computer", "dealer", "everybody"),
        *("everyone", "guest", "help", "me", "mod", "nobody", "null", "owner", "player", "root", "rummy", "server"),
        *("service", "spectator", "system", "undefined", "you"),
    )
}
DELETED_NAME = "Deleted player"
_GUEST = "Guest"
# Crockford's base 32: no letter that is mistaken for a digit.
_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


class BadName(ValueError):
    """The text cannot be a player's name; says why."""


def clean_name(text: str) -> str:
    """The name in its stored form: compatible characters as one (NFKC), single spaces, none at the ends.

    Letters and digits with their marks, of one script, and a little punctuation, 2 to 24 characters; no word
    with which somebody seems to speak for the service. Raises `BadName`.

    >>> clean_name("  Ada   Lovelace ")
    'Ada Lovelace'
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    if not _SHORTEST <= len(name) <= NAME_LENGTH:
        raise BadName(
            gettext("A name has {shortest} to {longest} characters.").format(shortest=_SHORTEST, longest=NAME_LENGTH)
        )
    if any(not _is_allowed(character) for character in name) or _has_heaped_marks(name):
        raise BadName(gettext("A name holds letters, digits, spaces and . - _ ' only."))
    if not look_of(name):
        raise BadName(gettext("A name holds at least one letter or digit."))
    if mixes_scripts(name):
        raise BadName(gettext("A name holds letters of one script only."))
    if _is_reserved(name):
        raise BadName(gettext("This name is reserved."))
    return name


def clean_account_name(text: str) -> str:
    """As `clean_name`, and none that could be anybody's or looks like a guest's. Raises `BadName`."""
    name = clean_name(text)
    if look_of(name) in _RESERVED_NAMES or look_of(name).startswith(look_of(_GUEST)):
        raise BadName(gettext("This name is reserved."))
    return name


def check_app_name(text: str) -> None:
    """Raises `BadName` for a name under which an app would seem to be this service, or that hides something.

    >>> check_app_name("Ada's card club (beta)")
    """
    if any(unicodedata.category(character)[0] == "C" or character in _UNSEEN for character in text):
        raise BadName(gettext("A name holds nothing that cannot be seen."))
    if look_of(text) in _OWN_NAMES or _is_reserved(text):
        raise BadName(gettext("This name is reserved."))


def guest_name() -> str:
    """A name for a guest who gave none, such as `Guest 7QX4M`."""
    return f"{_GUEST} " + "".join(secrets.choice(_ALPHABET) for _ in range(5))


def _is_allowed(character: str) -> bool:
    if character in _UNSEEN or any(ord(character) in span for span in _SELECTORS):
        return False
    return character in _PUNCTUATION or unicodedata.category(character)[0] in "LMN"


def _has_heaped_marks(name: str) -> bool:
    heap = 0
    for character in name:
        heap = heap + 1 if unicodedata.category(character)[0] == "M" else 0
        if heap > _MOST_MARKS:
            return True
    return False


def _is_reserved(name: str) -> bool:
    words = "".join(" " if character in _PUNCTUATION else character for character in name).split()
    looks = {look_of(word) for word in words} | {look_of(name)}
    return not looks.isdisjoint(_RESERVED_WORDS)
