"""Names on score sheets: what is kept of them."""

import pytest

from players.errors import DomainError
from scoring.sheets.texts import clean_line


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("  Ada   Lovelace\n", "Ada Lovelace"),
        ("e\u0301", "\u00e9"),
        ("\u0958" * 80, "\u0958" * 80),  # composed, it would be twice as long
        ("\u202eadA", "adA"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"),
        ("\U0001f468\u200d\U0001f467", "\U0001f468\u200d\U0001f467"),
    ],
)
def test_a_line_is_kept_as_it_is_read(text: str, kept: str) -> None:
    assert clean_line(text, "/name") == kept


@pytest.mark.parametrize("text", ["", " \n", "\u3164", "\u2800 \u115f", "\u200d\u200c \u200d", "\u202e"])
def test_a_line_that_shows_nothing_is_none(text: str) -> None:
    with pytest.raises(DomainError, match="nothing to read"):
        clean_line(text, "/name")
