"""What REST framework and Django tell people is told in every language, too."""

from pathlib import Path

import pytest
import rest_framework
from babel.messages.extract import extract_from_file
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, override

from players.models import Player
from scripts import messages

MODULES = ("exceptions", "fields", "serializers", "validators")
# Of fields and refusals that this service does not have.
_NEVER_TOLD = {
    "A valid biginteger is required.",
    'Enter a valid "slug" consisting of Unicode letters, numbers, underscores, or hyphens.',
    "Expected available in {wait} second.",
    "Expected available in {wait} seconds.",
    "Integer value too large to convert to float",
    "The number of days must be between {min_days} and {max_days}.",
}


def told() -> set[str]:
    """The texts in the source of REST framework."""
    folder = Path(rest_framework.__file__).parent
    return {
        text
        for name in MODULES
        for _, text, _, _ in extract_from_file("python", folder / f"{name}.py", keywords={"_": (1,)})
        if isinstance(text, str)
    } - _NEVER_TOLD


@pytest.mark.parametrize("language", messages.LANGUAGES)
def test_what_fields_refuse_is_translated(language: str) -> None:
    texts = told()
    assert {"This field is required.", "Not a valid string."} <= texts
    with override(language):
        assert sorted(text for text in texts if gettext(text) == text) == []


@pytest.mark.parametrize("language", messages.LANGUAGES)
@pytest.mark.parametrize("password", ["a", "password1234", "Ada Lovelace"])
def test_why_a_password_is_refused_is_translated(language: str, password: str) -> None:
    with override("en"), pytest.raises(ValidationError) as english:
        validate_password(password, Player(name="Ada Lovelace", username="Ada Lovelace"))
    with override(language), pytest.raises(ValidationError) as refused:
        validate_password(password, Player(name="Ada Lovelace", username="Ada Lovelace"))
    assert [text for text in refused.value.messages if text in english.value.messages] == []
