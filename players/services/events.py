"""Telling players what concerns them. Who reads `PlayerEvent` rows behind a number misses none."""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections, transaction

from players import bell
from players.compiled import insert
from players.hook_events import TOLD_OF_PLAYERS
from players.models import PlayerEvent, PlayerEventCount
from players.services.messages import Message, tell_webhooks
from players.services.notifications import post_notifications

_SUBJECTS = ("seek", "report")
"""What an event may be about, as its facts name it."""
_untold: ContextVar[list[PlayerEvent] | None] = ContextVar("untold", default=None)


def tell_player(
    *, player_id: UUID, news: str, now: datetime, game_id: UUID | None = None, facts: dict[str, Any] | None = None
) -> None:
    """Add an event of type `news`, perhaps of a game, when the `news_told` around it ends. `facts` name no player."""
    untold = _untold.get()
    assert untold is not None, "players are told within `news_told` only"
    untold.append(PlayerEvent(player_id=player_id, type=news, at=now, game=game_id, facts=facts or {}))


@contextmanager
def news_told() -> Iterator[None]:
    """Within a transaction, and as its last part: at the end all who are to be told something are told it.

    Then only, and in one go, as the players' counters stay locked until the transaction ends: they are locked in the
    order of ids, so that two who tell the same players do not wait for each other. One within another is part of it.
    Where the transaction is to be undone, nobody is told anything.
    """
    if _untold.get() is not None:
        yield
        return
    news: list[PlayerEvent] = []
    token = _untold.set(news)
    try:
        yield
    finally:
        _untold.reset(token)
    if news and not transaction.get_rollback():
        _tell(news)


def _tell(news: Sequence[PlayerEvent]) -> None:
    """Number and insert the events, in two statements."""
    last = _counted(Counter(event.player_id for event in news))
    for event in reversed(news):
        event.number = last[event.player_id]
        last[event.player_id] -= 1
    insert(news)
    post_notifications(news=news)
    for player_id in last:
        transaction.on_commit(partial(bell.ring, player_id))
    messages = [_message(event) for event in news if event.type in TOLD_OF_PLAYERS]
    if messages:
        tell_webhooks(messages=messages, now=messages[0].at)


def _message(event: PlayerEvent) -> Message:
    subject = next((UUID(event.facts[name]) for name in _SUBJECTS if name in event.facts), None)
    return Message(event.type, event.at, event.game, {event.player_id: None}, subject=subject)


def _counted(told: Counter[UUID]) -> dict[UUID, int]:
    """So many more for each; the number of the last. One statement adds, locks and tells; the ORM needs three."""
    connection, key = connections[DEFAULT_DB_ALIAS], PlayerEventCount._meta.pk
    assert key is not None
    values = [value for one in sorted(told) for value in (key.get_db_prep_save(one, connection), told[one])]
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {PlayerEventCount._meta.db_table} AS counts (player_id, told)"
            f" VALUES {', '.join(['(%s, %s)'] * len(told))}"
            " ON CONFLICT (player_id) DO UPDATE SET told = counts.told + excluded.told RETURNING player_id, told",
            values,
        )
        return {key.to_python(player_id): number for player_id, number in cursor.fetchall()}
