"""Names: what they look like, of which letters they are, and which nobody has."""

import doctest

import pytest

from players import looks, names
from players.names import BadName, clean_account_name, clean_name


def test_the_examples_are_right() -> None:
    for module in (looks, names):
        assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada", "\u0410da"),  # a Cyrillic A
        ("Bill", "Bi11"),
        ("Anna Bell", "annabell"),
        ("Ren\u00e9", "RENE"),
        ("Modern", "Modem"),
        ("Otto", "0tt0"),
        ("Stra\u00dfe", "strasse"),
        ("\u03a3\u03bf\u03c6\u03af\u03b1", "\u03c3\u03bf\u03c6\u03b9\u03b1"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert looks.look_of(one) == looks.look_of(other)


@pytest.mark.parametrize(("one", "other"), [("Ada", "Ida"), ("Grace", "Gracie"), ("\u674e", "\u738b")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert looks.look_of(one) != looks.look_of(other)


@pytest.mark.parametrize("name", ["\u674e\u5c0f\u9f8dBruce", "\u3055\u304f\u3089\u6728", "\u0418\u0432\u0430\u043d 2"])
def test_scripts_that_go_together(name: str) -> None:
    assert clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "Ad\u0430",  # its last letter is Cyrillic
        "\u0391da",  # its first is Greek
        "a\u3164b",  # a filler that shows nothing
        "a\ufe0fb",
        "x\u0301\u0302\u0303",
        "Admin",
        "a.d.m.i.n",
        "Adm1n Bob",
        "Deleted player",
    ],
)
def test_names_that_nobody_has(name: str) -> None:
    with pytest.raises(BadName):
        clean_name(name)


@pytest.mark.parametrize("name", ["Guest", "Gue5t 12", "Server", "Bot", "Nobody"])
def test_names_that_guests_may_have_but_accounts_may_not(name: str) -> None:
    assert clean_name(name) == name
    with pytest.raises(BadName):
        clean_account_name(name)


def test_wide_letters_are_stored_as_plain_ones() -> None:
    assert clean_name("\uff21\uff44\uff41") == "Ada"
