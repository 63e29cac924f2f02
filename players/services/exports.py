"""A copy of everything that is stored about a player."""

import json
import logging
from datetime import datetime, timedelta
from functools import partial
from typing import Any
from uuid import UUID

from django.core.serializers.json import DjangoJSONEncoder
from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from players.belongings import parts
from players.doorbell import ring
from players.errors import DomainError
from players.models import (
    App,
    AppAct,
    AppPlayer,
    DataExport,
    Device,
    Erasure,
    ExportStatus,
    MailOrder,
    MailSecret,
    Notification,
    Player,
    PlayerEvent,
    Tie,
    Token,
    Webhook,
)

log = logging.getLogger("players.exports")

KEPT_FOR = timedelta(days=7)
MOST_ATTEMPTS = 5
_PAUSE = timedelta(minutes=2)


def create_export(*, player: Player, now: datetime) -> DataExport:
    """A new export, which a worker writes; while one is being written, that one."""
    try:
        with transaction.atomic():
            export = DataExport.objects.create(player=player, created_at=now, due_at=now, expires_at=now + KEPT_FOR)
    except IntegrityError:
        return DataExport.objects.get(player=player, status=ExportStatus.QUEUED)
    transaction.on_commit(partial(ring, "players.tasks.write_export", export.pk))
    return export


def export_of(*, player: Player, export_id: UUID, now: datetime) -> DataExport:
    """One of the player's own exports. Raises `not_found`, also when it is too old."""
    export = DataExport.objects.filter(pk=export_id, player=player, expires_at__gt=now).first()
    if export is None:
        raise DomainError("not_found", gettext("You have no such export."))
    return export


def write_export(*, export_id: UUID, now: datetime) -> None:
    """Write the export; a failure is tried again later, a few times."""
    # The condition is the claim: of two workers, one writes.
    claimed = DataExport.objects.filter(pk=export_id, status=ExportStatus.QUEUED, due_at__lte=now)
    export = claimed.select_related("player").first()
    if export is None or not claimed.update(due_at=now + _PAUSE, attempts=export.attempts + 1):
        return
    if export.attempts >= MOST_ATTEMPTS:
        claimed.model.objects.filter(pk=export_id).update(status=ExportStatus.FAILED)
        log.error("The export %s failed too often.", export_id)
        return
    content = json.dumps(everything_about(export.player), cls=DjangoJSONEncoder, ensure_ascii=False).encode()
    DataExport.objects.filter(pk=export_id, status=ExportStatus.QUEUED).update(
        status=ExportStatus.READY, ready_at=now, content=content
    )


def everything_about(player: Player) -> dict[str, Any]:
    """All that is stored about a player, secrets and their digests aside."""
    fields = (
        *("id", "kind", "name", "username", "email", "country", "created_at", "last_login"),
        *("is_active", "is_staff", "is_superuser"),
    )
    tokens = ("id", "kind", "device_name", "scopes", "created_at", "last_used_at", "expires_at", "revoked_at")
    of_apps = ("app_id", "app__name")
    devices = ("client_id", "platform", "locale", "quiet_from", "quiet_until", "quiet_zone", "created_at", "updated_at")
    apps = ("id", "name", "redirect_uris", "is_active", "created_at")
    events = ("number", "type", "at", "game", "facts")
    webhooks = ("id", "url", "events", "game", "is_active", "failing_since", "disabled_at", "created_at")
    notices = ("id", "type", "game", "facts", "created_at", "read_at")
    acts = ("app_id", "operation", "path", "request_id", "at")
    about = {
        "player": {name: getattr(player, name) for name in fields},
        "groups": list(player.groups.values_list("name", flat=True)),
        "permissions": list(player.user_permissions.values_list("codename", flat=True)),
        "addresses_asked": _addresses_asked(player),
        "tokens": list(Token.objects.filter(player=player).values(*tokens, *of_apps)),
        "devices": list(Device.objects.filter(player=player).order_by("id").values(*devices)),
        "apps": list(App.objects.filter(owner=player).values(*apps)),
        "player_of_apps": list(AppPlayer.objects.filter(player=player).values("app_id", "app__name", "external_id")),
        "acts_of_apps": list(AppAct.objects.filter(player=player).values(*acts)),
        "ties": list(Tie.objects.filter(player=player).values("other_id", "kind", "created_at")),
        "events": list(PlayerEvent.objects.filter(player=player).order_by("number").values(*events)),
        "webhooks": list(Webhook.objects.filter(player=player).values(*webhooks)),
        "webhooks_of_apps": list(Webhook.objects.filter(app__owner=player).values("app_id", *webhooks)),
        "notifications": list(Notification.objects.filter(player=player).order_by("id").values(*notices)),
        "erasure": Erasure.objects.filter(player=player).values("requested_at", "due_at").first(),
    }
    return about | {part.name: part.told(player.pk) for part in parts()}


def _addresses_asked(player: Player) -> list[dict[str, Any]]:
    """To which addresses a mail goes or has gone that waits for an answer, such as one that is not confirmed yet."""
    waiting = MailOrder.objects.filter(player=player).values("purpose", "address", "due_at")
    sent = MailSecret.objects.filter(player=player).values("purpose", "address", "expires_at")
    return [dict(row) for row in (*waiting, *sent)]
