"""What webhooks are to be told, written into rows in the transaction in which it happens."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from players.doorbell import ring
from players.ids import uuid7
from players.models import AppPlayer, Delivery, Webhook
from players.times import instant


@dataclass(frozen=True)
class Message:
    """Something that happened to players; `seats` are those whom it concerns, with where they sit.

    `event` is the event of a game as spectators see it, `subject` the id of what else it is about.
    """

    type: str
    at: datetime
    game: UUID | None = None
    seats: Mapping[UUID, int | None] = field(default_factory=dict)
    event: Mapping[str, Any] | None = None
    subject: UUID | None = None


def tell_webhooks(*, messages: Sequence[Message], now: datetime) -> list[Delivery]:
    """Order a delivery of each message to each webhook that asked for it before and one of whose players it concerns.

    At most three statements. Call it in the transaction in which it happens.
    """
    ids = {player_id for message in messages for player_id in message.seats}
    if not ids:
        return []
    names = _names(ids)
    own = Q(player__in=ids) | Q(app__in=names.keys() - ids)
    found = list(Webhook.objects.filter(own, is_active=True).order_by("id"))
    orders = []
    for message in messages:
        for webhook in found:
            is_wanted = message.type in webhook.events and webhook.game in (None, message.game)
            if is_wanted and message.at >= webhook.created_at:
                players = [
                    {"id": str(player_id), "external_id": name, "seat": message.seats[player_id]}
                    for player_id, name in names.get(webhook.player_id or webhook.app_id, {}).items()
                    if player_id in message.seats
                ]
                if players:
                    orders.append((webhook, message, players))
    return order_deliveries(orders, now=now)


def order_deliveries(
    orders: Iterable[tuple[Webhook, Message, list[dict[str, Any]]]], *, now: datetime
) -> list[Delivery]:
    """Order these, for players of each webhook's owner, and let workers know when the transaction has ended."""
    made = Delivery.objects.bulk_create([_ordered(*order, now) for order in orders])
    for delivery in made:
        ring_for(delivery)
    return made


def ring_for(delivery: Delivery) -> None:
    """Ask the workers to send it, once it is committed."""
    transaction.on_commit(partial(ring, "players.tasks.deliver", delivery.pk))


def _names(ids: Iterable[UUID]) -> dict[UUID | None, dict[UUID, str | None]]:
    """Owner, an account or an app, to its players among these and what it calls them."""
    names: defaultdict[UUID | None, dict[UUID, str | None]] = defaultdict(dict)
    for player_id in ids:
        names[player_id][player_id] = None
    for app_id, player_id, name in AppPlayer.objects.filter(player__in=ids).values_list(
        "app_id", "player_id", "external_id"
    ):
        names[app_id][player_id] = name
    return names


def _ordered(webhook: Webhook, message: Message, players: list[dict[str, Any]], now: datetime) -> Delivery:
    delivery_id, event = uuid7(), message.event or {}
    body = {
        "id": str(delivery_id),
        "type": message.type,
        "at": instant(message.at),
        "game": message.game and str(message.game),
        "players": players,
        "event": message.event,
        "subject": message.subject and str(message.subject),
    }
    return Delivery(
        id=delivery_id,
        webhook=webhook,
        type=message.type,
        game=message.game,
        event=event.get("id", ""),
        version=event.get("version"),
        body=json.dumps(body, ensure_ascii=False, separators=(",", ":")),
        due_at=now,
        created_at=now,
    )
