"""Whether anything that is stored has changed."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import Model

# Written down before an app's act for a player is judged (docs/api/accounts.md), and never about anything else.
_AUDIT = {"AppAct"}
# When a token was used is noted once an hour.
_NOTED = {"last_used_at"}
WRITING = ("INSERT", "UPDATE", "DELETE", "REPLACE", "TRUNCATE")


def digest() -> dict[str, str]:
    """Of the rows of each table, what is noted about requests aside."""
    return {model.__name__: _digest(model) for model in apps.get_models() if model.__name__ not in _AUDIT}


@contextmanager
def writes_noted() -> Iterator[list[str]]:
    """The statements that may have changed a row, as they are sent to the database."""
    noted: list[str] = []

    def note(execute: Any, sql: str, parameters: Any, many: bool, context: Any) -> Any:
        if sql.lstrip("( ").upper().startswith(WRITING):
            noted.append(sql)
        return execute(sql, parameters, many, context)

    with connection.execute_wrapper(note):
        yield noted


def _digest(model: type[Model]) -> str:
    columns = [column.attname for column in model._meta.concrete_fields if column.attname not in _NOTED]
    rows = hashlib.sha256()
    for row in model._default_manager.order_by("pk").values_list(*columns):
        plain = [bytes(value) if isinstance(value, memoryview) else value for value in row]
        rows.update(repr(plain).encode())
    return rows.hexdigest()
