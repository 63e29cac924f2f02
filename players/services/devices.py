"""Devices: put and ended by their player."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils.translation import gettext

from players.credentials import digest_of
from players.errors import DomainError
from players.models import App, Device, Player, Push, Token
from players.quiet import QuietHours
from players.services.tokens import lock_caller

MOST_DEVICES = 20
_TRIES = 5


@dataclass(frozen=True)
class DeviceWish:
    """What is to be known of a device."""

    push_token: str
    platform: str
    locale: str
    quiet_hours: QuietHours | None = None


def put_device(
    *, player: Player, client_id: UUID, wish: DeviceWish, token: Token | None, app: App | None = None, now: datetime
) -> Device:
    """The player's device of this id is now as wished; it ends with the `token` that asks.

    Whoever else had its push token has it no more. Of too many devices the one that was put longest ago goes.
    Raises `forbidden` for who comes with neither a token nor an app, `token_revoked`, `not_authenticated`.
    """
    if token is None and app is None:
        raise DomainError("forbidden", gettext("A device belongs to a token, and a browser's session has none."))
    for _ in range(_TRIES):
        try:
            with transaction.atomic():
                return _put(player, client_id, wish, token, now)
        except IntegrityError:  # another has claimed the push token at the same moment; who comes last has it
            continue
    raise DomainError("unavailable")


def delete_device(*, player: Player, client_id: UUID) -> None:
    """Nothing is pushed to the player's device of this id any more, if ever."""
    Device.objects.filter(player=player, client_id=client_id).delete()


def _put(player: Player, client_id: UUID, wish: DeviceWish, token: Token | None, now: datetime) -> Device:
    lock_caller(player=player, token=token)
    if token is not None and not Token.objects.select_for_update().filter(pk=token.pk, revoked_at=None):
        raise DomainError("token_revoked")  # locked, so that whoever ends it finds this device
    digest, own = digest_of(wish.push_token), None
    rows = Device.objects.select_for_update().filter(Q(player=player, client_id=client_id) | Q(push_digest=digest))
    for row in rows.order_by("pk"):
        if (row.player_id, row.client_id) == (player.pk, client_id):
            own = row
        else:
            row.delete()
    device = own or Device(player=player, client_id=client_id, created_at=now)
    if own is None:
        _make_room(player)
    device.token = token
    device.push_token, device.push_digest = wish.push_token, digest
    device.platform, device.locale = wish.platform, wish.locale
    _set_quiet_hours(device, wish.quiet_hours)
    device.updated_at = now
    device.save()
    Push.objects.filter(device=device).update(due_at=now)  # it may be quiet no more
    return device


def _make_room(player: Player) -> None:
    oldest = Device.objects.filter(player=player).order_by("-updated_at", "-pk").values("pk")
    Device.objects.filter(pk__in=list(oldest.values_list("pk", flat=True)[MOST_DEVICES - 1 :])).delete()


def _set_quiet_hours(device: Device, hours: QuietHours | None) -> None:
    device.quiet_from = hours.start if hours else None
    device.quiet_until = hours.end if hours else None
    device.quiet_zone = hours.zone if hours else ""
