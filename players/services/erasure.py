"""To be forgotten: wished, withdrawn, and carried out. Games stay whole for those who played along."""

import logging
from datetime import datetime, timedelta
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import Q

from players.belongings import parts
from players.models import (
    App,
    AppPlayer,
    AppToken,
    AuthorizationCode,
    DataExport,
    Device,
    Erasure,
    IdempotencyKey,
    MailOrder,
    MailSecret,
    Notification,
    Player,
    PlayerEvent,
    StreamTicket,
    Tie,
    Token,
    Webhook,
)
from players.names import DELETED_NAME
from players.services.grants import end_grants_of_app
from players.services.messages import Message, tell_webhooks
from players.services.tokens import delete_codes

log = logging.getLogger("players.erasure")

GRACE = timedelta(days=14)
BATCH = 50
MOST = 20 * BATCH
"""So many are looked at in one sweep; more than `BATCH` only where some cannot be erased."""


def request_erasure(*, player: Player, now: datetime) -> Erasure:
    """The wish, to be carried out after 14 days; one that stands already keeps its time."""
    return Erasure.objects.get_or_create(player=player, defaults={"requested_at": now, "due_at": now + GRACE})[0]


def cancel_erasure(*, player: Player) -> None:
    """Withdraw the wish, where there is one."""
    Erasure.objects.filter(player=player, done_at=None).delete()


def erase_due(*, now: datetime) -> int:
    """Forget those whose time has come. Returns how many."""
    due = Erasure.objects.filter(done_at=None, due_at__lte=now).order_by("due_at")
    erased = (_is_erased(player_id, now) for player_id in due.values_list("player_id", flat=True)[:MOST])
    return sum(islice(filter(None, erased), BATCH))


def erase(*, player_id: UUID, now: datetime) -> None:
    """Forget the player: name, address and devices go, seats and moves stay as those of a deleted player."""
    _leave_all(player_id, now)  # before the transaction: each game is locked and left by itself
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player_id)
        if not Erasure.objects.filter(player=player, done_at=None, due_at__lte=now).update(done_at=now):
            return
        _delete_belongings(player, now)
        _blank(player, now)
    _leave_all(player_id, now)  # what the player began meanwhile


def _leave_all(player_id: UUID, now: datetime) -> None:
    for part in parts():
        part.leave(player_id, now)


def _is_erased(player_id: UUID, now: datetime) -> bool:
    try:
        erase(player_id=player_id, now=now)
    except Exception:  # one that fails must not keep the others waiting
        log.exception("Player %s could not be erased.", player_id)
        return False
    return True


def _delete_belongings(player: Player, now: datetime) -> None:
    tell_webhooks(messages=[Message("player_erased", now, seats={player.pk: None})], now=now)
    delete_codes(codes=AuthorizationCode.objects.filter(player=player))
    # Locked first, as by a refresh: none of them gets a new refresh token while the old ones are deleted.
    list(Token.objects.select_for_update().filter(player=player).order_by("pk").values_list("pk"))
    for model in (StreamTicket, Device, Token, MailSecret, DataExport, AppPlayer, PlayerEvent, Notification):
        model.objects.filter(player=player).delete()
    MailOrder.objects.filter(player=player).delete()
    if player.email:
        MailOrder.objects.filter(address__iexact=player.email).delete()
    Tie.objects.filter(Q(player=player) | Q(other=player)).delete()
    IdempotencyKey.objects.filter(caller=f"player:{player.pk}").delete()
    AppToken.objects.filter(app__owner=player).delete()
    Webhook.objects.filter(Q(player=player) | Q(app__owner=player)).delete()
    App.objects.filter(owner=player).update(is_active=False, name="Deleted app", redirect_uris=[])
    for app_id in App.objects.filter(owner=player).values_list("pk", flat=True):
        end_grants_of_app(app_id=app_id, now=now)


def _blank(player: Player, now: datetime) -> None:
    player.name = DELETED_NAME
    player.username = player.email = player.country = None
    player.is_active = player.is_staff = player.is_superuser = False
    player.last_login = None
    player.erased_at = now
    player.set_unusable_password()
    player.save()
    player.groups.clear()
    player.user_permissions.clear()
