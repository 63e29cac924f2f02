"""What is kept of a text, and what is none."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.chat_text import MOST_CHARACTERS, clean_text

TEXTS = st.text(st.characters(codec=None, categories=None), max_size=80)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Well  played!", "Well played!"),
        ("one\r\ntwo\u2028three", "one two three"),
        ("e\u0301", "é"),
        ("a\x00b\x07c\x1b[31m", "abc[31m"),
        ("\u202egnol\u202c", "gnol"),
        ("\u2067x\u2069\u200f\ufeff\u00ad", "x"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("\u0645\u06cc\u200c\u062e", "\u0645\u06cc\u200c\u062e"),
        ("e\u200b\u0301", "é"),
        ("a \u200b b", "a b"),
        ("x" * 500, "x" * 500),
        ("e\u0301" * 500, "é" * 500),
        ("\ud800x", "x"),
    ],
)
def test_what_is_kept(text: str, kept: str) -> None:
    assert clean_text(text) == kept


@pytest.mark.parametrize("text", ["", "\u200d", "\u2800 \u3164", "\ufe0f", "x" * 501, "\U0001d15e" * 251])
def test_what_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        clean_text(text)


@given(TEXTS)
def test_what_is_kept_is_kept_as_it_is(text: str) -> None:
    try:
        cleaned = clean_text(text)
    except ValueError:
        return
    assert clean_text(cleaned) == cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert cleaned == " ".join(cleaned.split())
    assert 1 <= len(cleaned) <= MOST_CHARACTERS
