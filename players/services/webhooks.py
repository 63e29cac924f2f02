"""Webhooks: made, changed and ended by their owner, an account or an app."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from players.errors import DomainError, malformed
from players.hook_events import TEST_EVENT
from players.models import App, Delivery, DeliveryStatus, Player, PlayerKind, Webhook
from players.reach import BadAddress, target_of
from players.selectors import webhooks_of
from players.services.messages import Message, order_deliveries, ring_for
from players.signing import secrets_of

MOST_WEBHOOKS = 20
FORMER_SECRET_LASTS = timedelta(hours=24)

ANYWHERE = "RUMMY_WEBHOOKS_ANYWHERE=on"

Owner = Player | App


@transaction.atomic
def create_webhook(
    *, owner: Owner, url: str, events: Sequence[str], game: UUID | None = None, now: datetime
) -> Webhook:
    """A new webhook. Raises `forbidden` for guests, `limit_reached`, `bad_request` for an address that is refused."""
    if isinstance(owner, Player) and owner.kind != PlayerKind.ACCOUNT:
        raise DomainError("forbidden", gettext("Webhooks belong to accounts and apps; a guest can become an account."))
    fields = _address_fields(url) | {"events": list(events), "game": game}
    _lock(owner)
    if webhooks_of(owner=owner).count() >= MOST_WEBHOOKS:
        raise DomainError("limit_reached", gettext("An owner has at most {most} webhooks.").format(most=MOST_WEBHOOKS))
    return Webhook.objects.create(**_owned_by(owner), **fields, created_at=now)


def webhook_of(*, owner: Owner, webhook_id: UUID) -> Webhook:
    """One of the owner's webhooks. Raises `not_found`."""
    return _found(webhooks_of(owner=owner).filter(pk=webhook_id))


@transaction.atomic
def update_webhook(*, owner: Owner, webhook_id: UUID, changes: dict[str, Any], now: datetime) -> Webhook:
    """The webhook with another `url`, `events` or `game`, stopped or going on (`is_active`); what is absent stays.

    One that goes on is told at once what waits. Raises `not_found`, `bad_request` for an address that is refused.
    """
    if "url" in changes:
        changes = changes | _address_fields(changes["url"])
    if changes.get("is_active"):
        changes = changes | {"disabled_at": None, "failing_since": None}
    webhook = _locked_webhook(owner, webhook_id)
    for name, value in changes.items():
        setattr(webhook, name, value)
    webhook.save(update_fields=list(changes))
    if changes.get("is_active"):
        waiting = Delivery.objects.filter(webhook=webhook, status=DeliveryStatus.WAITING, sending_until=None)
        waiting.update(due_at=now)
    return webhook


def delete_webhook(*, owner: Owner, webhook_id: UUID) -> None:
    """End the webhook and forget what it was told. Raises `not_found`."""
    webhook_of(owner=owner, webhook_id=webhook_id).delete()


@transaction.atomic
def rotate_webhook_secret(*, owner: Owner, webhook_id: UUID, end_former: bool, now: datetime) -> Webhook:
    """The webhook with a new secret; the former one signs along for another day, or not at all. Raises `not_found`."""
    webhook = _locked_webhook(owner, webhook_id)  # each new secret has its day
    webhook.secret_number += 1
    webhook.former_until = None if end_former else now + FORMER_SECRET_LASTS
    webhook.save(update_fields=["secret_number", "former_until"])
    return webhook


def webhook_secret(*, webhook: Webhook, now: datetime) -> str:
    """The secret that signs what it is told from now on, to be shown this once."""
    return secrets_of(webhook, now)[0]


def order_test(*, owner: Owner, webhook_id: UUID, now: datetime) -> Delivery:
    """Order a delivery of type `test`, also for a webhook that is stopped. Raises `not_found`."""
    webhook = webhook_of(owner=owner, webhook_id=webhook_id)
    (delivery,) = order_deliveries([(webhook, Message(TEST_EVENT, now), [])], now=now)
    return delivery


@transaction.atomic
def redeliver(*, owner: Owner, webhook_id: UUID, delivery_id: UUID, now: datetime) -> Delivery:
    """Send a delivery again, with tries of its own; while it is being sent that goes on alone. Raises `not_found`."""
    webhook = webhook_of(owner=owner, webhook_id=webhook_id)
    delivery = Delivery.objects.select_for_update().filter(pk=delivery_id, webhook=webhook).first()
    if delivery is None:
        raise DomainError("not_found", gettext("There is no such delivery; they are kept for a week."))
    if delivery.sending_until is None or delivery.sending_until <= now:
        delivery.status, delivery.attempts, delivery.due_at = DeliveryStatus.WAITING, 0, now
        delivery.sending_until = delivery.ended_at = delivery.response_status = None
        delivery.error = ""
        delivery.save()
        ring_for(delivery)
    return delivery


def _locked_webhook(owner: Owner, webhook_id: UUID) -> Webhook:
    return _found(webhooks_of(owner=owner).select_for_update(no_key=True).filter(pk=webhook_id))


def _found(webhooks: QuerySet[Webhook]) -> Webhook:
    webhook = webhooks.first()
    if webhook is None:
        raise DomainError("not_found", gettext("You have no such webhook."))
    return webhook


def _owned_by(owner: Owner) -> dict[str, Owner]:
    return {"app" if isinstance(owner, App) else "player": owner}


def _lock(owner: Owner) -> None:
    """What is done at once for one owner is done one after the other."""
    rows = App.objects.all() if isinstance(owner, App) else Player.objects.all()
    rows.select_for_update(no_key=True).get(pk=owner.pk)


def _address_fields(url: str) -> dict[str, str]:
    try:
        return {"url": url, "host": target_of(url, anywhere=settings.WEBHOOKS_ANYWHERE).host}
    except BadAddress as error:
        raise malformed("/url", f"{error} {_hint(url)}".rstrip(), "bad_address") from None


def _hint(url: str) -> str:
    """What helps who tries webhooks on their own machine; a service for others tells nobody how to open it."""
    if settings.PRODUCTION:
        return ""
    try:
        target_of(url, anywhere=True)
    except BadAddress:
        return ""
    return gettext("To try webhooks on your own machine, start the server with {setting}.").format(setting=ANYWHERE)
