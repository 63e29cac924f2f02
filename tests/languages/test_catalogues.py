"""The catalogues: every text of the code is in them, whole in every language, with its placeholders."""

import re
from pathlib import Path

import pytest
from babel.messages.catalog import Message

from scripts import messages

LOCALE = Path(messages.LOCALE)
_WORD = re.compile(r"\w+")
_PLACEHOLDERS = re.compile(r"\{[a-z_]*(?::[^}]*)?\}|%\([a-z]+\)s|%d|`[^`]*`|</?[a-z]+>")


def forms_of(message: Message) -> list[tuple[str, str]]:
    """Each form of a translation, beside the English text that it stands for."""
    if not message.pluralizable:
        return [(str(message.id), str(message.string))]
    return [(message.id[1], form) for form in message.string]


@pytest.fixture(params=messages.LANGUAGES, scope="module")
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_every_text_of_the_code_is_translated(language: str) -> None:
    assert messages.unfinished(messages.renewed(language)) == []


def test_the_files_are_those_that_make_messages_writes(language: str) -> None:
    catalog = messages.renewed(language)
    folder = LOCALE / language / "LC_MESSAGES"
    assert (folder / "django.po").read_bytes() == messages.readable(catalog)
    assert (folder / "django.mo").read_bytes() == messages.compiled(catalog)


def test_placeholders_and_names_of_the_interface_are_the_same(language: str) -> None:
    different = [
        (english, form)
        for message in messages.renewed(language)
        for english, form in forms_of(message)
        if message.id and sorted(_PLACEHOLDERS.findall(english)) != sorted(_PLACEHOLDERS.findall(form))
    ]
    assert different == []


def test_a_text_that_is_new_or_guessed_is_found() -> None:
    catalog = messages.Catalog(locale="pl")
    catalog.add("new")
    catalog.add("guessed", "zgadnięty", flags=["fuzzy"])
    catalog.add(("one", "many"), ("jeden", "dwa"))
    catalog.add("whole", "cały")
    assert messages.unfinished(catalog) == ["new", "guessed", "one"]


def test_texts_of_source_and_templates_are_collected() -> None:
    files = {place for message in messages.collected() for place, _ in message.locations}
    assert {"api/templates/oauth/consent.html", "engine/errors.py", "bots/registry.py", "api/problem_types.py"} <= files


def test_no_word_mixes_letters_that_look_alike(language: str) -> None:
    words = {
        word for message in messages.renewed(language) for _, form in forms_of(message) for word in _WORD.findall(form)
    }
    mixed = [word for word in words if re.search("[a-z]", word, re.IGNORECASE) and re.search("[\u0400-\u04ff]", word)]
    assert mixed == []


def test_sentences_end_as_they_do_in_english(language: str) -> None:
    """With a stop, a question mark or neither; a greeting may end otherwise."""
    different = [
        (english, form)
        for message in messages.renewed(language)
        for english, form in forms_of(message)
        if english and not english.startswith("Hello") and _end(english) != _end(form)
    ]
    assert different == []


def _end(text: str) -> str:
    return text[-1] if text[-1] in ".?:" else ""
