"""Telling players what concerns them. Who reads `PlayerEvent` rows behind a number misses none."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connections

from players.compiled import insert
from players.models import PlayerEvent, PlayerEventCount


@dataclass(frozen=True)
class News:
    """One thing to tell a player, perhaps of a game; `facts` as `PlayerEvent` has them."""

    player_id: UUID
    type: str
    game_id: UUID | None = None
    facts: dict[str, Any] = field(default_factory=dict)


def tell_players(*, news: Sequence[News], now: datetime) -> None:
    """Add the events, numbered per player, in two statements.

    Call it once in a transaction, as the last that it does: the players' counters stay locked until it ends. They are
    locked in the order of ids, so that two who tell the same players do not wait for each other.
    """
    if not news:
        return
    last = _counted(Counter(one.player_id for one in news))
    rows = []
    for one in reversed(news):
        number, last[one.player_id] = last[one.player_id], last[one.player_id] - 1
        facts = {"player_id": one.player_id, "type": one.type, "game": one.game_id, "facts": one.facts}
        rows.append(PlayerEvent(number=number, at=now, **facts))
    insert(rows[::-1])


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
