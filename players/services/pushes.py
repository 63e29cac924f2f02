"""Pushes: ordered in rows with the notifications, sent by workers, each device's in their order.

At least once, and not for ever: what is read, of no use any more or a day old is not pushed.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import Min
from django.utils.translation import override

from players import notifiers
from players.doorbell import ring
from players.event_texts import player_event_text
from players.models import Device, Notification, Push
from players.notifiers import NotDelivered, PushMessage, TokenGone
from players.quiet import QuietHours
from players.selectors import devices_in_use
from players.usefulness import is_of_use

log = logging.getLogger("players.push")

PAUSES = (timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30), timedelta(hours=2))
"""After each try that failed; after the last there is none more."""
LASTS = timedelta(days=1)
LEASE = timedelta(minutes=1)
"""Who has not sent the next by then is taken for dead."""
BATCH = 500


def order_pushes(*, notifications: Sequence[Notification]) -> None:
    """Order a push of each to each device of its player, in the transaction in which they are posted.

    Two statements, and none where nothing is pushed.
    """
    if not notifiers.is_on():
        return
    now = max(notification.created_at for notification in notifications)
    players = {notification.player_id for notification in notifications}
    devices = list(devices_in_use(now=now).filter(player__in=players).order_by("pk").only("player_id"))
    if not devices:
        return
    Push.objects.bulk_create(
        Push(device=device, notification=notification, due_at=now, created_at=now)
        for notification in notifications
        for device in devices
        if device.player_id == notification.player_id
    )
    for device in devices:
        transaction.on_commit(partial(ring, "players.tasks.push", device.pk))


def push(*, device_id: UUID, clock: Callable[[], datetime]) -> None:
    """Send to the device what is due, one after the other; while somebody else is at it, nothing."""
    lease = _claimed(device_id, None, clock())
    while lease is not None:
        if not _push_next(device_id, clock()):
            Device.objects.filter(pk=device_id, sending_until=lease).update(sending_until=None)
            return
        lease = _claimed(device_id, lease, clock())


def ring_for_due_pushes(*, now: datetime) -> None:
    """Ring for the devices to which something is to be sent, and nobody is sending; one with much holds up no other."""
    if notifiers.is_on():
        due = Push.objects.filter(due_at__lte=now).exclude(device__sending_until__gt=now)
        oldest = due.values("device").annotate(oldest=Min("due_at")).order_by("oldest", "device")
        for device_id in oldest.values_list("device", flat=True)[:BATCH]:
            ring("players.tasks.push", device_id)


def forget_old_pushes(*, now: datetime) -> None:
    """Forget what nobody has sent for a day, such as while nothing was pushed at all."""
    Push.objects.filter(created_at__lte=now - LASTS).delete()


def _claimed(device_id: UUID, lease: datetime | None, now: datetime) -> datetime | None:
    """Until when the device is ours; None where it is somebody else's. `lease` is what we had."""
    until = now + LEASE
    device = Device.objects.filter(pk=device_id)
    free = device.filter(sending_until=lease) if lease else device.exclude(sending_until__gt=now)
    return until if free.update(sending_until=until) else None


def _push_next(device_id: UUID, now: datetime) -> bool:
    """Send the first that is due. Returns whether there may be another."""
    device = devices_in_use(now=now).filter(pk=device_id).first()
    due = Push.objects.filter(device=device_id, due_at__lte=now).select_related("notification").order_by("pk")
    one = due.first()
    if one is None:
        return False
    if device is None:
        due.delete()
        return False
    quiet_until = _quiet_until(device, now)
    if quiet_until is not None:
        due.update(due_at=quiet_until)
        return False
    if not _is_wanted(one, now):
        one.delete()
        return True
    return _is_sent(one, device, now)


def _quiet_until(device: Device, now: datetime) -> datetime | None:
    if device.quiet_from is None or device.quiet_until is None:
        return None
    return QuietHours(device.quiet_from, device.quiet_until, device.quiet_zone).over_at(now)


def _is_wanted(one: Push, now: datetime) -> bool:
    """Not what is a day old, was read, was followed by news of the same kind, or waits for nothing any more."""
    notification = one.notification
    return one.created_at > now - LASTS and notification.read_at is None and is_of_use(notification)


def _is_sent(one: Push, device: Device, now: datetime) -> bool:
    """Whether it is done with, and the next may be tried."""
    try:
        notifiers.notifier().send(_message(one, device), now)
    except TokenGone:
        device.delete()
        return False
    except NotDelivered as failure:
        log.warning("A push was not taken: %s", failure)
        if not failure.is_final and one.attempts < len(PAUSES):
            _put_off(one, max(PAUSES[one.attempts], timedelta(seconds=failure.seconds)), now)
            return False
    one.delete()
    return True


def _put_off(one: Push, pause: timedelta, now: datetime) -> None:
    """Try it later, and only then what came after it."""
    Push.objects.filter(pk=one.pk).update(attempts=one.attempts + 1)
    Push.objects.filter(device=one.device_id, due_at__lte=now).update(due_at=now + pause)


def _message(one: Push, device: Device) -> PushMessage:
    """A sentence that names nobody and no card, and ids with which the client finds the rest."""
    notification = one.notification
    subject = notification.game or notification.pk
    data = {"type": notification.type, "notification": str(notification.pk)}
    if notification.game is not None:
        data["game"] = str(notification.game)
    with override(device.locale):
        text = player_event_text(notification.type, notification.facts)
    return PushMessage(device.push_token, text, data, subject.hex, one.created_at + LASTS)
