"""Connections as Django finds them by the name of the package."""

import math
import time
from json import JSONEncoder
from typing import Any

import msgspec
from django.db.backends.postgresql import base
from django.db.backends.postgresql.operations import DatabaseOperations
from psycopg.types.datetime import TimestamptzLoader
from psycopg.types.json import Jsonb

TRUSTED_FOR_SECONDS = 1.0


def _plain(value: object) -> str:
    if isinstance(value, str):  # of a class of its own
        return str.__str__(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON.")


_json = msgspec.json.Encoder(enc_hook=_plain)


class _Operations(DatabaseOperations):
    """Django's, but for who writes JSON."""

    def adapt_json_value(self, value: Any, encoder: type[JSONEncoder] | None) -> Any:
        """The value as it is sent."""
        return super().adapt_json_value(value, encoder) if encoder else Jsonb(value, dumps=_json.encode)


class DatabaseWrapper(base.DatabaseWrapper):
    """A lasting connection that answered within the last second is used without asking first.

    Each request would cost one statement more. A server that has ended in that second fails one request of each
    connection, as it does when it ends in the middle of one; the client is told to try again.
    """

    ops_class = _Operations
    health_check_done: bool
    _answered_at = -math.inf

    def create_cursor(self, name: str | None = None) -> Any:
        """A cursor that reads instants as psycopg does, in C: in UTC, as our connections are, they are the same."""
        cursor: Any = super().create_cursor(name)
        cursor.adapters.register_loader("timestamptz", TimestamptzLoader)
        return cursor

    def close_if_health_check_failed(self) -> None:
        """Ask whether the connection works, once a request at most, and not if that is known from a moment ago."""
        if self.health_check_done:  # also when the moment has passed: within a transaction there is no asking
            return
        if time.monotonic() - self._answered_at < TRUSTED_FOR_SECONDS:
            self.health_check_done = True
            return
        super().close_if_health_check_failed()
        if self.health_check_done:
            self._answered_at = time.monotonic()
