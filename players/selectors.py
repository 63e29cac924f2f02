"""What can be asked about players."""

import json
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Min, Q, QuerySet, Value
from django.db.models.functions import Lower
from django.utils.translation import gettext

from players.errors import DomainError
from players.looks import look_of
from players.models import App, Delivery, DeliveryStatus, Device, Player, PlayerKind, Tie, TieKind, Token, Webhook


def player(*, player_id: UUID) -> Player:
    """The player with this id. Raises `not_found`, or `erased` for one who was forgotten."""
    found = Player.objects.filter(pk=player_id).first()
    if found is None:
        raise DomainError("not_found", gettext("There is no such player."))
    if found.erased_at is not None:
        raise DomainError("erased", gettext("The player had themselves forgotten."))
    return found


def players(*, ids: Sequence[UUID] = (), name: str = "", with_apps: bool = False) -> QuerySet[Player]:
    """Those of the players with these ids who are not forgotten, and whose name looks like this one.

    `with_apps` reads along whose players they are.
    """
    found = Player.objects.filter(erased_at=None)
    if with_apps:
        found = found.select_related("of_app")
    if ids:
        found = found.filter(pk__in=ids)
    if name:
        found = found.filter(look=look_of(name), is_active=True)
    return found


def profile_fields(player: Player, app: App | None = None) -> dict[str, Any]:
    """What everybody may know of a player, and for `app`, if the player is its own, the id that it gave them.

    Nobody has a title so far. Ratings are filled in by who knows them.
    """
    return {
        "id": player.pk,
        "kind": player.kind,
        "name": player.name,
        "title": None,
        "country": player.country,
        "status": _status(player),
        "ratings": [],
        "created_at": player.created_at,
        "external_id": _external_id(player, app),
    }


def own_profile_fields(player: Player, app: App | None = None) -> dict[str, Any]:
    """The same with what only the player may know."""
    return {**profile_fields(player, app), "email": player.email}


def _status(player: Player) -> str:
    if player.erased_at is not None:
        return "erased"
    return "active" if player.is_active else "closed"


def _external_id(player: Player, app: App | None) -> str | None:
    own = getattr(player, "of_app", None) if app is not None else None
    return own.external_id if own is not None and app is not None and own.app_id == app.pk else None


def account_named(name: str) -> Player | None:
    """The account with this name, or with one that looks the same."""
    return Player.objects.filter(look=look_of(name), kind=PlayerKind.ACCOUNT, erased_at=None).first()


def account_at(address: str) -> Player | None:
    """The account with this confirmed address, in upper or lower case."""
    # Both in the form of the unique index, which only the database knows; `iexact` would not use it.
    return Player.objects.alias(lower=Lower("email")).filter(lower=Lower(Value(address))).first()


def tokens_of(*, player: Player, now: datetime) -> QuerySet[Token]:
    """The player's tokens that are of use: devices and personal access tokens."""
    alive = Q(renewable_until__gt=now) | Q(renewable_until=None) & (Q(expires_at=None) | Q(expires_at__gt=now))
    return Token.objects.filter(alive, player=player, revoked_at=None)


def devices_of(*, player: Player, now: datetime) -> QuerySet[Device]:
    """The player's devices that are in use."""
    return devices_in_use(now=now).filter(player=player)


def devices_in_use(*, now: datetime) -> QuerySet[Device]:
    """Devices of players who are not shut out, whose token is of use, or whose app is, where that put them."""
    is_good = Q(token__renewable_until__gt=now) | Q(token__renewable_until=None) & (
        Q(token__expires_at=None) | Q(token__expires_at__gt=now)
    )
    of_token = Q(token__isnull=False, token__revoked_at=None) & is_good
    of_app = Q(token=None, player__of_app__app__is_active=True, player__of_app__app__owner__is_active=True)
    return Device.objects.filter(of_token | of_app, player__is_active=True)


def device_fields(device: Device) -> dict[str, Any]:
    """A device as its player sees it: without the push token."""
    hours = None
    if device.quiet_from is not None and device.quiet_until is not None:
        start, end = (f"{at:%H:%M}" for at in (device.quiet_from, device.quiet_until))
        hours = {"start": start, "end": end, "time_zone": device.quiet_zone}
    return {
        "id": device.client_id,
        "platform": device.platform,
        "locale": device.locale,
        "quiet_hours": hours,
        "created_at": device.created_at,
        "updated_at": device.updated_at,
    }


def has_grant(*, player: Player, app: App, scopes: Sequence[str], now: datetime) -> bool:
    """Whether the player gave the app leave to do all of this, and it still has it."""
    grants = tokens_of(player=player, now=now).filter(app=app).values_list("scopes", flat=True)
    return any(set(scopes) <= set(granted) for granted in grants)


def ties_of(*, player: Player, kind: TieKind | str) -> QuerySet[Tie]:
    """Those whom the player has befriended or blocked, with who they are."""
    return Tie.objects.filter(player=player, kind=kind, other__erased_at=None).select_related("other")


def is_blocked_by_any(*, player_id: UUID, others: Collection[UUID]) -> bool:
    """Whether one of the others has blocked the player."""
    return Tie.objects.filter(player_id__in=others, other_id=player_id, kind=TieKind.BLOCK).exists()


def kept_apart(player_id: UUID) -> set[UUID]:
    """Those whom the player has blocked, and those by whom the player is."""
    blocks = Tie.objects.filter(Q(player_id=player_id) | Q(other_id=player_id), kind=TieKind.BLOCK)
    return {one for pair in blocks.values_list("player_id", "other_id") for one in pair} - {player_id}


def blocked_pairs(player_ids: Collection[UUID]) -> set[frozenset[UUID]]:
    """Of these players the pairs of whom one has blocked the other."""
    blocks = Tie.objects.filter(player_id__in=player_ids, other_id__in=player_ids, kind=TieKind.BLOCK)
    return {frozenset(pair) for pair in blocks.values_list("player_id", "other_id")}


def blocked_by(*, player_id: UUID) -> QuerySet[Tie, UUID]:
    """The ids of those whom the player has blocked."""
    return Tie.objects.filter(player_id=player_id, kind=TieKind.BLOCK).values_list("other_id", flat=True)


def apps_of(*, player: Player) -> QuerySet[App]:
    """The apps that the player owns."""
    return App.objects.filter(owner=player)


def webhooks_of(*, owner: Player | App) -> QuerySet[Webhook]:
    """The webhooks of an account or of an app."""
    return Webhook.objects.filter(**{"app" if isinstance(owner, App) else "player": owner})


def deliveries_of(*, webhook: Webhook, status: str = "") -> QuerySet[Delivery]:
    """What the webhook was told, or is to be."""
    found = Delivery.objects.filter(webhook=webhook)
    return found.filter(status=status) if status else found


def deliveries_due(*, now: datetime) -> tuple[int, datetime | None]:
    """How many deliveries are due to webhooks that are not stopped, and since when the first of them is."""
    due = Delivery.objects.filter(status=DeliveryStatus.WAITING, due_at__lte=now, webhook__is_active=True)
    found = due.aggregate(count=Count("id"), oldest=Min("due_at"))
    return found["count"], found["oldest"]


def delivery_fields(delivery: Delivery) -> dict[str, Any]:
    """A delivery as its owner sees it, with all that was sent."""
    names = (
        "id",
        "type",
        "game",
        "version",
        "status",
        "attempts",
        "due_at",
        "response_status",
        "created_at",
        "ended_at",
    )
    fields = {name: getattr(delivery, name) for name in names}
    absent = {"event": delivery.event or None, "error": delivery.error or None}
    return {**fields, **absent, "message": json.loads(delivery.body)}
