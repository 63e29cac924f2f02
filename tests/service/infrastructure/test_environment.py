"""Reading environment variables: what is unreadable is told in a sentence that names the variable."""

import os
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from rummy.environment import Environment


def test_unset_and_empty_variables_give_the_default() -> None:
    env = Environment({"EMPTY": " "})
    assert env.text("EMPTY", "default") == "default"
    assert env.switch("UNSET", True) is True
    assert env.number("UNSET", 1.5) == 1.5
    assert env.words("UNSET", "a, b") == ["a", "b"]


def test_values_are_read_in_their_types() -> None:
    env = Environment({"S": "off", "N": "0.5", "C": "3", "W": "x , y,", "F": "/data"})
    assert env.switch("S", True) is False
    assert env.number("N", 1) == 0.5
    assert env.count("C", 1) == 3
    assert env.words("W") == ["x", "y"]
    assert env.folder("F", Path("/other")) == Path("/data")


def test_a_secret_may_begin_with_a_dollar_sign() -> None:
    assert Environment({"KEY": "$HOME"}).text("KEY") == "$HOME"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("switch", "yes"),
        ("number", "-1"),
        ("number", "nan"),
        ("number", "inf"),
        ("number", "fast"),
        ("count", "1.5"),
    ],
)
def test_an_unreadable_value_is_refused_by_name(kind: str, text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="THIS"):
        getattr(Environment({"THIS": text}), kind)("THIS", 1)


def test_a_database_address_is_taken_apart() -> None:
    database = Environment({"D": "postgres://ann:p%40ss@db:5433/cards"}).database("D")
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["USER"], database["PASSWORD"]) == ("ann", "p@ss")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db", 5433, "cards")


@pytest.mark.parametrize("text", ["0", "65", "2.5", "1e300"])
def test_a_count_keeps_to_its_bounds(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"^N must be a whole number from 1 to 64, not '{text}'\\.$"):
        Environment({"N": text}).count("N", 1, 1, 64)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    env, file = Environment({}), tmp_path / "secret_key"
    assert env.kept(file) == ""
    file.write_bytes(b"\xff")
    with pytest.raises(ImproperlyConfigured, match=f"^{file} cannot be read .it is no text.: .* RUMMY_DATA"):
        env.kept(file)
    file.write_text("kept\n")
    assert env.kept(file) == "kept"
    file.chmod(0)
    if not os.access(file, os.R_OK):  # as root is
        with pytest.raises(ImproperlyConfigured, match=f"^{file} cannot be read .Permission denied."):
            env.kept(file)


@pytest.mark.parametrize("text", ["mysql://root@db/cards", "cards.sqlite3", "postgres"])
def test_no_other_database_is_taken(text: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL must be a postgres"):
        Environment({"DATABASE_URL": text}).database("DATABASE_URL")


def test_an_address_of_mail_is_taken_apart() -> None:
    mail = Environment({"MAIL": "smtp+tls://ada%40club:se%2Fcret@mail.example"}).mail("MAIL")
    assert (mail.host, mail.port, mail.user, mail.password) == ("mail.example", 587, "ada@club", "se/cret")
    assert (mail.tls, mail.ssl) == (True, False)
    assert "smtp" in mail.backend
    assert "filebased" in Environment({}).mail("MAIL").backend
    for text in ("mail.example", "http://mail.example", "smtp://"):
        with pytest.raises(ImproperlyConfigured, match="MAIL"):
            Environment({"MAIL": text}).mail("MAIL")
