"""What is due and was not rung for, and what is no longer of use."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.sessions.models import Session

from players.doorbell import ring
from players.models import (
    AppAct,
    AppToken,
    AuthorizationCode,
    DataExport,
    ExportStatus,
    MailOrder,
    MailSecret,
    Notification,
    PlayerEvent,
    RefreshToken,
    StreamTicket,
    Token,
)
from players.services.deliveries import forget_deliveries
from players.services.erasure import erase_due
from players.services.pushes import forget_old_pushes

BATCH = 200
ACTS_BATCH = 5000
TOKENS_KEPT_FOR = timedelta(days=30)
SHORT_LIVED_KEPT_FOR = timedelta(days=1)
EVENTS_KEPT_FOR = timedelta(days=7)
NOTIFICATIONS_KEPT_FOR = timedelta(days=30)


def sweep_players(*, now: datetime) -> None:
    """Ring for mails and exports that wait, erase who is due, and forget what has expired."""
    ring_for_waiting(now=now)
    erase_due(now=now)
    forget_expired(now=now)
    forget_deliveries(now=now)
    forget_old_pushes(now=now)
    forget_old_acts(now=now)


def ring_for_waiting(*, now: datetime) -> None:
    """Ring for mails and exports whose time has come; a worker claims its row, so twice does no harm."""
    for order in MailOrder.objects.filter(due_at__lte=now).order_by("due_at")[:BATCH]:
        ring("players.tasks.send_mail", order.pk)
    waiting = DataExport.objects.filter(status=ExportStatus.QUEUED, due_at__lte=now).order_by("due_at")
    for export_id in waiting.values_list("pk", flat=True)[:BATCH]:
        ring("players.tasks.write_export", export_id)


def forget_expired(*, now: datetime) -> None:
    """Delete secrets and exports that are over; tokens, events and notices some time later."""
    for model in (RefreshToken, MailSecret, StreamTicket, DataExport):
        model.objects.filter(expires_at__lte=now).delete()
    Session.objects.filter(expire_date__lte=now).delete()
    for short_lived in (AppToken, AuthorizationCode):  # so that it is known what became of them
        short_lived.objects.filter(expires_at__lte=now - SHORT_LIVED_KEPT_FOR).delete()
    PlayerEvent.objects.filter(at__lte=now - EVENTS_KEPT_FOR).delete()
    Notification.objects.filter(created_at__lte=now - NOTIFICATIONS_KEPT_FOR).delete()
    over = now - TOKENS_KEPT_FOR
    Token.objects.filter(revoked_at__lte=over).delete()
    Token.objects.filter(renewable_until__lte=over).delete()
    Token.objects.filter(renewable_until=None, expires_at__lte=over).delete()


def forget_old_acts(*, now: datetime) -> None:
    """Delete what apps did longer ago than it is kept, the oldest first; the next sweep goes on where there is more."""
    old = AppAct.objects.filter(at__lte=now - timedelta(days=settings.APP_ACTS_DAYS)).order_by("at")
    AppAct.objects.filter(pk__in=old.values("pk")[:ACTS_BATCH]).delete()
