"""Doing a thing once, however often it is asked for under one key."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import DEFAULT_DB_ALIAS, connections

from players.compiled import executed
from players.errors import DomainError
from players.models import IdempotencyKey

KEPT_FOR = timedelta(hours=24)


@dataclass(frozen=True)
class Answer:
    """What was answered, to be repeated word for word."""

    status: int
    headers: dict[str, str]
    body: bytes


def claim_key(*, caller: str, key: str, fingerprint: str, now: datetime) -> Answer | None:
    """None for the first request of `caller` under `key`, which is to be carried out; else its answer.

    Call it first in the transaction of the act, and `keep_answer` last: a twin waits here until that
    transaction ends. If it is rolled back, the key is free again. Raises `idempotency_key_reused` for another
    request under the key.
    """
    row = None
    while row is None:
        if _inserted(caller, key, fingerprint, now):
            return None
        row = IdempotencyKey.objects.filter(caller=caller, key=key).first()  # None: forgotten in this moment, being old
    if row.fingerprint != fingerprint:
        raise DomainError("idempotency_key_reused")
    answer = _answer_of(row)
    if answer is None:
        raise DomainError("unavailable")
    return answer


def kept_answer(*, caller: str, key: str, fingerprint: str) -> Answer | None:
    """The answer that this very request of `caller` got under `key`, if any; nothing is claimed or waited for."""
    row = IdempotencyKey.objects.filter(caller=caller, key=key, fingerprint=fingerprint).first()
    return None if row is None else _answer_of(row)


def keep_answer(*, caller: str, key: str, answer: Answer) -> None:
    """Store the answer beside its key, to be repeated for a day."""
    connection = connections[DEFAULT_DB_ALIAS]
    headers = connection.ops.adapt_json_value(answer.headers, None)
    executed(
        connection,
        f"UPDATE {IdempotencyKey._meta.db_table} SET status = %s, headers = %s, body = %s"
        " WHERE caller = %s AND key = %s",
        [answer.status, headers, answer.body, caller, key],
    )


def forget_old_keys(*, now: datetime) -> int:
    """Delete the keys of more than a day ago; returns how many."""
    return IdempotencyKey.objects.filter(created_at__lt=now - KEPT_FOR).delete()[0]


def _answer_of(row: IdempotencyKey) -> Answer | None:
    return None if row.status is None else Answer(row.status, row.headers or {}, bytes(row.body or b""))


def _inserted(caller: str, key: str, fingerprint: str, now: datetime) -> bool:
    # One statement that waits for a twin and tells which of the two came first; the ORM needs two for that.
    connection = connections[DEFAULT_DB_ALIAS]
    cursor = executed(
        connection,
        f"INSERT INTO {IdempotencyKey._meta.db_table} (caller, key, fingerprint, created_at)"
        " VALUES (%s, %s, %s, %s) ON CONFLICT DO NOTHING",
        [caller, key, fingerprint, connection.ops.adapt_datetimefield_value(now)],
    )
    return bool(cursor.rowcount == 1)
