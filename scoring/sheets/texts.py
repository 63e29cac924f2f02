"""Lines of text that people put into a sheet."""

import unicodedata

from django.utils.translation import gettext

from players.errors import malformed

_UNSEEN = ("Cc", "Cf", "Cs")


def clean_line(text: str, pointer: str) -> str:
    """The text as it is kept: composed characters, single spaces, nothing that only hides or turns text round.

    Raises `bad_request` where nothing is left; `pointer` is its place in the body.
    """
    seen = (one for one in text if one.isspace() or unicodedata.category(one) not in _UNSEEN)
    cleaned = " ".join(unicodedata.normalize("NFC", "".join(seen)).split())
    if not cleaned:
        raise malformed(pointer, gettext("There is nothing to read in it."))
    return cleaned
