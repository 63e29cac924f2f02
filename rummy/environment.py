"""Reading the process environment. docs/settings.md describes every variable; a test compares."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

_MAIL_PORTS = {"smtp": 25, "smtp+tls": 587, "smtp+ssl": 465}


@dataclass(frozen=True)
class Mail:
    """Where mail is handed in, in the words of Django's settings."""

    backend: str
    host: str = "localhost"
    port: int = 25
    user: str = ""
    password: str = ""
    tls: bool = False
    ssl: bool = False


class Environment:
    """Typed access to the variables; an unreadable value is told at once, in one sentence."""

    def __init__(self, variables: Mapping[str, str] = os.environ) -> None:
        self._variables = variables

    def text(self, name: str, default: str = "") -> str:
        """The variable's text without outer white space; the default where it is unset or empty."""
        return self._variables.get(name, "").strip() or default

    def words(self, name: str, default: str = "") -> list[str]:
        """The comma-separated words of the variable."""
        return [word.strip() for word in self.text(name, default).split(",") if word.strip()]

    def choice(self, name: str, choices: tuple[str, ...], default: str) -> str:
        """One of some words."""
        text = self.text(name, default)
        if text not in choices:
            raise ImproperlyConfigured(f"{name} must be one of {', '.join(choices)}, not {text!r}.")
        return text

    def switch(self, name: str, default: bool) -> bool:
        """`on` or `off`."""
        return self.choice(name, ("on", "off"), "on" if default else "off") == "on"

    def number(self, name: str, default: float) -> float:
        """A number that is not negative."""
        text = self.text(name, str(default))
        try:
            number = float(text)
        except ValueError:
            number = -1.0
        if not 0 <= number < float("inf"):
            raise ImproperlyConfigured(f"{name} must be a number from 0 upwards, not {text!r}.")
        return number

    def count(self, name: str, default: int, least: int = 0, most: int | None = None) -> int:
        """A whole number within bounds."""
        number = self.number(name, default)
        if not number.is_integer() or number < least or (most is not None and number > most):
            bounds = f"from {least} upwards" if most is None else f"from {least} to {most}"
            raise ImproperlyConfigured(f"{name} must be a whole number {bounds}, not {self.text(name)!r}.")
        return int(number)

    def kept(self, file: Path) -> str:
        """What a file of the service's own says; nothing where there is none."""
        try:
            return file.read_text().strip() if file.is_file() else ""
        except (OSError, UnicodeDecodeError) as error:
            problem = getattr(error, "strerror", None) or "it is no text"
            raise ImproperlyConfigured(
                f"{file} cannot be read ({problem}): let the user who runs this own it, or set RUMMY_DATA elsewhere."
            ) from None

    def folder(self, name: str, default: Path) -> Path:
        """An absolute folder, whether or not it exists."""
        return Path(self.text(name, str(default))).expanduser().resolve()

    def database(self, name: str) -> dict[str, Any]:
        """Django's form of a database address such as `postgres://user:password@host:5432/name`."""
        text = self.text(name)
        if not text.startswith(("postgres://", "postgresql://")):
            raise ImproperlyConfigured(f"{name} must be a postgres:// address; unset it to use SQLite.")
        return dict(environ.Env.db_url_config(text))

    def mail(self, name: str) -> Mail:
        """Where mail goes, by an address such as `smtp+tls://user:password@host:587`; unset: into files."""
        text = self.text(name)
        if not text:
            return Mail("django.core.mail.backends.filebased.EmailBackend")
        address = urlsplit(text)
        port = _MAIL_PORTS.get(address.scheme)
        if port is None or not address.hostname:
            raise ImproperlyConfigured(f"{name} must be a smtp://, smtp+tls:// or smtp+ssl:// address.")
        return Mail(
            backend="django.core.mail.backends.smtp.EmailBackend",
            host=address.hostname,
            port=address.port or port,
            user=unquote(address.username or ""),
            password=unquote(address.password or ""),
            tls=address.scheme == "smtp+tls",
            ssl=address.scheme == "smtp+ssl",
        )
