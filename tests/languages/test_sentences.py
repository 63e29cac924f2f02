"""What is refused is said in sentences, in every language: they begin and end as sentences do."""

import re

import pytest

from scripts import messages
from tests.languages.test_catalogues import forms_of

# A name of the interface and a placeholder may begin a sentence; a sentence may end with another.
_BEGINS = re.compile(r"[`{\d]|\W?\w")
_ENDS = re.compile(r"[.?!]$|\{(problem|why)\}$")
_WITHOUT_REFUSALS = {
    *("api/problem_types.py", "api/oauth/texts.py", "players/mail_texts.py", "games/preset_texts.py"),
    *("games/rules_chapters.py", "games/rules_text.py", "games/selectors/event_texts.py"),
}
# Of two parts, each a sentence or a move.
_WITH_CLAUSE = "{refusal} (rule {clause})"


def is_sentence(text: str) -> bool:
    begins = _BEGINS.match(text)
    return bool(begins and not begins[0][-1].islower() and _ENDS.search(text))


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_what_is_refused_is_a_sentence(language: str) -> None:
    texts = [
        text
        for message in messages.renewed(language)
        if message.id and not all(_is_else(place) for place, _ in message.locations)
        for pair in forms_of(message)
        for text in pair
        if pair[0] != _WITH_CLAUSE
    ]
    assert len(texts) > 300
    assert [text for text in texts if not is_sentence(text)] == []


def _is_else(place: str) -> bool:
    return place.endswith(".html") or place in _WITHOUT_REFUSALS


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It is not your turn.", True),
        ("{card} occurs twice.", True),
        ("`end` is low, high or null.", True),
        ("Meld {index}: {problem}", True),
        ("not your turn", False),
        ("not your turn.", False),
        ("It is not your turn", False),
    ],
)
def test_a_fragment_is_found(text: str, expected: bool) -> None:
    assert is_sentence(text) == expected
