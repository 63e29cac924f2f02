"""What a message of the chat may hold."""

import unicodedata

from django.utils.translation import gettext

MOST_CHARACTERS = 500
_JOINERS = "\u200c\u200d"  # of letters in Persian and of emoji; the rest of their kind only hides or turns text round
_UNSEEN = ("Cc", "Cf", "Cs")  # controls, what only lays text out, halves of characters
_BLANKS = set("\u115f\u1160\u2800\u3164\uffa0" + _JOINERS)


def clean_text(text: str) -> str:
    r"""The text as it is kept: composed characters (NFC), one line with single spaces, and nothing that is not seen.

    Control characters, marks that turn the direction of writing round, and halves of characters are left out. Raises
    `ValueError` for a text of which nothing is left to see, and one of more than 500 characters.

    >>> clean_text(" well\n played\u202e! ")
    'well played!'
    """
    seen = (one for one in text if one.isspace() or one in _JOINERS or unicodedata.category(one) not in _UNSEEN)
    cleaned = " ".join(unicodedata.normalize("NFC", "".join(seen)).split())
    if all(one.isspace() or one in _BLANKS or unicodedata.category(one)[0] == "M" for one in cleaned):
        raise ValueError(gettext("There is nothing to read in it."))
    if len(cleaned) > MOST_CHARACTERS:
        raise ValueError(gettext("A message has at most {most} characters.").format(most=MOST_CHARACTERS))
    return cleaned
