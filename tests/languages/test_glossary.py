"""Card terms: where the English text holds a term, a translation holds the word that players use for it."""

import re
import tomllib
from typing import Any

import pytest

from scripts import messages
from tests.languages.test_catalogues import forms_of

GLOSSARY: dict[str, dict[str, Any]] = tomllib.loads((messages.LOCALE / "glossary.toml").read_text())
# Keys, types and values of the interface, which stay English: "`meld` is the number of a meld".
_CODES = re.compile(r"`[^`]*`|\{[^}]*\}|[a-z]+_[a-z_]+( [a-z_]+)?")


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("term", GLOSSARY)
def test_a_term_is_always_the_same_word(term: str, language: str) -> None:
    english_term, words = re.compile(GLOSSARY[term]["en"], re.IGNORECASE), GLOSSARY[term][language]
    found = [
        (english, form.casefold())
        for message in messages.renewed(language)
        for english, form in forms_of(message)
        if english and english_term.search(_CODES.sub("", english))
    ]
    assert found, "no text holds the term"
    assert [pair for pair in found if not re.search(rf"\b({'|'.join(words)})", pair[1])] == []


def test_every_term_has_a_word_in_every_language() -> None:
    assert all(set(words) == {"en", *messages.LANGUAGES} for words in GLOSSARY.values())
