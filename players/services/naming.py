"""Whose a name is: an account's is its own, and no guest is given one that looks like it."""

from django.db import connection

from players.errors import DomainError
from players.looks import look_of
from players.names import clean_account_name, clean_name
from players.selectors import account_named

_LOCKS = 500_501
"""Of the locks of names; a lock is one number for the kind and one for what it locks."""


def guest_name_of(text: str) -> str:
    """The name for a guest. Until the transaction ends no account takes one like it. Raises `BadName`, `name_taken`."""
    name = clean_name(text)
    _lock(name, "pg_advisory_xact_lock_shared")
    if account_named(name) is not None:
        raise DomainError("name_taken")
    return name


def account_name_of(text: str) -> str:
    """The name for an account. Until the transaction ends nobody else is given one like it. Raises `BadName`."""
    name = clean_account_name(text)
    _lock(name, "pg_advisory_xact_lock")
    return name


def _lock(name: str, function: str) -> None:
    """SQLite has one writer at a time anyway."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s, hashtext(%s))", [_LOCKS, look_of(name)])
