"""What webhooks are told is sent by workers, from the rows in which it stands: each at least once.

The deliveries of one game to one webhook are a line, sent one after the other. While one is refused those behind it
wait, but not for ever: after some tries it steps aside, and goes on by itself. What happens at once in many games is
sent at once, but to each host only so much.
"""

import logging
import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, Window
from django.db.models.functions import Coalesce, RowNumber

from players.doorbell import ring
from players.hook_events import TEST_EVENT
from players.models import Delivery, DeliveryStatus, Webhook
from players.posting import post
from players.reach import BadAddress, NotReached, target_of
from players.services.events import news_told, tell_player
from players.signing import secrets_of, signed_headers

log = logging.getLogger("players.deliveries")

PAUSES = (
    *(timedelta(seconds=5), timedelta(seconds=30), timedelta(minutes=3), timedelta(minutes=15)),
    *(timedelta(hours=1), timedelta(hours=6), timedelta(hours=24)),
)
"""After each try that failed; after the last there is none more."""
MOST_ATTEMPTS = len(PAUSES) + 1
JITTER = 0.2
"""By so much of it a pause is shorter or longer, so that what failed at once does not come back at once."""
FEW_ATTEMPTS, MANY_ATTEMPTS = 4, 6
"""So often a message is tried before others of its game may pass it: a few times, 4 minutes in all, where its receiver
takes other messages; more often, 80 minutes, where it takes none, as then it is not the message that is at fault.
"""
A_MOMENT = timedelta(minutes=1)
LEASE = timedelta(minutes=1)
"""Who has not told by then how it went is taken for dead."""
KEPT_FOR = timedelta(days=7)
MOST_AT_A_HOST = 4
MOST_IN_A_ROW = 50
BATCH = 500
_GONE = 410


@dataclass(frozen=True)
class Outcome:
    """How a try went: the status of the answer, or why there is none."""

    status: int | None = None
    error: str = ""

    @property
    def is_taken(self) -> bool:
        """Whether the receiver has taken it."""
        return self.status is not None and 200 <= self.status < 300


def deliver(*, delivery_id: UUID, clock: Callable[[], datetime]) -> None:
    """Send the delivery if it is its turn, and as long as they are taken what else waits at its host."""
    candidates = [delivery_id]
    for _ in range(MOST_IN_A_ROW):
        delivery = next(filter(None, (_claimed(one, clock()) for one in candidates)), None)
        if delivery is None or not _settle(delivery, _sent(delivery, clock()), clock()):
            return
        candidates = _following(delivery, clock())
    for one in candidates:
        ring("players.tasks.deliver", one)


def ring_for_due(*, now: datetime) -> None:
    """Ring for what is to be sent: of each webhook a few, so that one that is told much holds up no other.

    Of each host one webhook comes first, then of each a second: nor does a host with many hold up others. Hosts to
    which as much is being sent as may be are left to the next sweeps.
    """
    due = Delivery.objects.filter(_is_open(), status=DeliveryStatus.WAITING, due_at__lte=now).order_by("due_at", "id")
    oldest = Subquery(due.filter(webhook=OuterRef("pk")).values("due_at")[:1])
    waiting = Webhook.objects.annotate(oldest=oldest).filter(oldest__isnull=False).exclude(host__in=_busy_hosts(now))
    turns = waiting.annotate(turn=Window(RowNumber(), partition_by="host", order_by=["oldest", "pk"]))
    for webhook_id in list(turns.order_by("turn", "oldest", "pk").values_list("pk", flat=True)[:BATCH]):
        for delivery_id in due.filter(webhook=webhook_id).values_list("pk", flat=True)[:MOST_AT_A_HOST]:
            ring("players.tasks.deliver", delivery_id)


def forget_deliveries(*, now: datetime) -> None:
    """Forget what is a week old."""
    Delivery.objects.filter(created_at__lte=now - KEPT_FOR).delete()


def _busy_hosts(now: datetime) -> QuerySet[Any, Any]:
    """The names of the hosts that are sent as much at once as may be."""
    sending = Delivery.objects.filter(sending_until__gt=now).values("webhook__host")
    return sending.annotate(count=Count("pk")).filter(count__gte=MOST_AT_A_HOST).values("webhook__host")


def _is_open() -> Q:
    """Deliveries of webhooks that are not stopped, and whose owner is not."""
    owner = Q(webhook__player__is_active=True) | Q(webhook__app__is_active=True, webhook__app__owner__is_active=True)
    return owner & (Q(webhook__is_active=True) | Q(type=TEST_EVENT))


def _claimed(delivery_id: UUID, now: datetime) -> Delivery | None:
    """The delivery for whoever may send it now: it is due, the first in its line, and its host is not too busy."""
    waiting = Delivery.objects.filter(pk=delivery_id, status=DeliveryStatus.WAITING, due_at__lte=now)
    delivery = waiting.filter(_is_open()).select_related("webhook__app").first()
    if delivery is None:
        return None
    earlier = _line(delivery).filter(_holds_its_line(delivery.webhook, now), id__lt=delivery.pk).order_by("id")
    if earlier.exists():  # it is due with that, not before it
        waiting.update(due_at=Coalesce(Subquery(earlier.values("due_at")[:1]), F("due_at")))
        return None
    busy = Delivery.objects.filter(sending_until__gt=now, webhook__host=delivery.webhook.host)
    if busy.count() >= MOST_AT_A_HOST:
        return None
    until = now + LEASE
    # The condition is the claim: of two workers, one sends.
    claim = waiting.filter(due_at=delivery.due_at, attempts=delivery.attempts)
    if not claim.update(due_at=until, sending_until=until, attempts=F("attempts") + 1):
        return None
    delivery.attempts += 1
    return delivery


def _following(delivery: Delivery, now: datetime) -> list[UUID]:
    """What may be sent after this one has been taken: the next in its line, and what is due at the same host."""
    due = Delivery.objects.filter(_is_open(), status=DeliveryStatus.WAITING, due_at__lte=now)
    at_host = due.filter(webhook__host=delivery.webhook.host).order_by("due_at", "id")
    ids = (rows.values_list("pk", flat=True)[:MOST_AT_A_HOST] for rows in (_line(delivery).order_by("id"), at_host))
    return list(chain.from_iterable(ids))


def _line(delivery: Delivery) -> QuerySet[Delivery]:
    """What waits to be told of the same game to the same webhook; of no game, nothing waits for anything."""
    if delivery.game is None:
        return Delivery.objects.none()
    return Delivery.objects.filter(webhook=delivery.webhook_id, game=delivery.game, status=DeliveryStatus.WAITING)


def _holds_its_line(webhook: Webhook, now: datetime) -> Q:
    """Those of a line behind which others wait: all but those that were tried often and wait for their next try."""
    return Q(attempts__lt=_most_held(webhook)) | Q(due_at__lte=now) | Q(sending_until__gt=now)


def _most_held(webhook: Webhook) -> int:
    return FEW_ATTEMPTS if webhook.failing_since is None else MANY_ATTEMPTS


def _sent(delivery: Delivery, now: datetime) -> Outcome:
    webhook = delivery.webhook
    anywhere = settings.WEBHOOKS_ANYWHERE
    headers = {"Content-Type": "application/json", "User-Agent": "Rummy-Webhooks/1"}
    headers |= signed_headers(str(delivery.pk), delivery.body, secrets_of(webhook, now), now)
    try:
        target = target_of(webhook.url, anywhere=anywhere)
        return Outcome(post(target, delivery.body.encode(), headers, anywhere=anywhere))
    except BadAddress:
        return Outcome(error="refused_address")
    except NotReached as failure:
        return Outcome(error=failure.code)


def _settle(delivery: Delivery, outcome: Outcome, now: datetime) -> bool:
    """Note how the try went. Returns whether it was taken.

    Who comes back after the lease does not speak for who sends it now; but taken is taken.
    """
    ours = Delivery.objects.filter(pk=delivery.pk, status=DeliveryStatus.WAITING)
    if not outcome.is_taken:
        ours = ours.filter(attempts=delivery.attempts)
    is_last = delivery.attempts >= MOST_ATTEMPTS or outcome.status == _GONE
    facts: dict[str, Any] = {"response_status": outcome.status, "error": outcome.error, "sending_until": None}
    with transaction.atomic():
        if outcome.is_taken:
            if ours.update(**facts, status=DeliveryStatus.DELIVERED, due_at=None, ended_at=now):
                _wait_no_more(_line(delivery).filter(attempts=0), now)
                _note_recovery(delivery.webhook, now)
        elif is_last:
            if ours.update(**facts, status=DeliveryStatus.FAILED, due_at=None, ended_at=now):
                _give_up(delivery.webhook, outcome, now)
        else:
            due_at = now + PAUSES[delivery.attempts - 1] * random.uniform(1 - JITTER, 1 + JITTER)
            if ours.update(**facts, due_at=due_at):
                _hold_up(delivery, due_at, now)
    return outcome.is_taken


def _hold_up(delivery: Delivery, due_at: datetime, now: datetime) -> None:
    """Note that the webhook takes nothing; those behind this one wait with it, unless it was tried too often."""
    webhook = Webhook.objects.filter(pk=delivery.webhook_id)
    if delivery.attempts <= FEW_ATTEMPTS:  # one that was tried more often says nothing of others that came since
        webhook.filter(failing_since=None).update(failing_since=now)
    if delivery.attempts < _most_held(webhook.get()):
        _line(delivery).filter(sending_until=None, id__gt=delivery.pk, attempts=0).update(due_at=due_at)


def _note_recovery(webhook: Webhook, now: datetime) -> None:
    """A receiver that takes something again is told at once what else waits for it.

    If it took nothing for a moment only, what it has refused keeps its pause: one message is no sign for another.
    """
    failing = Webhook.objects.filter(pk=webhook.pk, failing_since__isnull=False)
    since = failing.values_list("failing_since", flat=True).first()
    if since is None or not failing.update(failing_since=None):
        return
    waiting = Delivery.objects.filter(webhook=webhook, status=DeliveryStatus.WAITING)
    _wait_no_more(waiting.filter(attempts=0) if now - since < A_MOMENT else waiting, now)


def _wait_no_more(waiting: QuerySet[Delivery], now: datetime) -> None:
    waiting.filter(sending_until=None, due_at__gt=now).update(due_at=now)


def _give_up(webhook: Webhook, outcome: Outcome, now: datetime) -> None:
    """Stop a webhook that takes nothing or is gone, and tell its owner; one that takes other messages goes on."""
    stopped = Webhook.objects.filter(pk=webhook.pk, is_active=True)
    if outcome.status != _GONE:
        stopped = stopped.filter(failing_since__isnull=False)
    if not stopped.update(is_active=False, disabled_at=now):
        return
    log.warning("The webhook %s is disabled: its receiver takes nothing.", webhook.pk)
    owner_id = webhook.player_id or (webhook.app.owner_id if webhook.app else None)
    assert owner_id is not None, "a webhook has an owner"
    with news_told():
        facts = {"notice": "webhook_disabled", "webhook": str(webhook.pk)}
        tell_player(player_id=owner_id, news="notice_posted", facts=facts, now=now)
