"""Lines of text that people put into a sheet."""

import unicodedata

from django.utils.translation import gettext

from players.errors import malformed

_UNSEEN = ("Cc", "Cf", "Cs")
_FILLERS = "\u115f\u1160\u2800\u3164\uffa0"  # letters and signs that show nothing
_JOINERS = "\u200c\u200d"  # between the letters of some scripts, and in emoji


def clean_line(text: str, pointer: str) -> str:
    """The text as it is kept: composed characters where they are no more of them, single spaces, nothing that only
    hides or turns text round.

    Raises `bad_request` where nothing is left; `pointer` is its place in the body.
    """
    seen = "".join(filter(_is_seen, text))
    cleaned = " ".join(min(unicodedata.normalize("NFC", seen), seen, key=len).split())
    if not cleaned.strip(_JOINERS + " "):
        raise malformed(pointer, gettext("There is nothing to read in it."))
    return cleaned


def _is_seen(one: str) -> bool:
    if one.isspace() or one in _JOINERS:
        return True
    return one not in _FILLERS and unicodedata.category(one) not in _UNSEEN
