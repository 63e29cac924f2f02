"""What can be asked about players."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db.models import Q, QuerySet
from django.db.models.functions import Lower

from players.errors import DomainError
from players.looks import look_of
from players.models import App, Player, PlayerKind, Token


def player(*, player_id: UUID) -> Player:
    """The player with this id. Raises `not_found`, or `erased` for one who was forgotten."""
    found = Player.objects.filter(pk=player_id).first()
    if found is None:
        raise DomainError("not_found", "There is no such player.")
    if found.erased_at is not None:
        raise DomainError("erased", "The player had themselves forgotten.")
    return found


def players(*, ids: Sequence[UUID] = (), name: str = "") -> QuerySet[Player]:
    """Those of the players with these ids who are not forgotten, and whose name looks like this one."""
    found = Player.objects.filter(erased_at=None)
    if ids:
        found = found.filter(pk__in=ids)
    if name:
        found = found.filter(look=look_of(name), is_active=True)
    return found


def account_named(name: str) -> Player | None:
    """The account with this name, or with one that looks the same."""
    return Player.objects.filter(look=look_of(name), kind=PlayerKind.ACCOUNT, erased_at=None).first()


def account_at(address: str) -> Player | None:
    """The account with this confirmed address, in upper or lower case."""
    # As the unique index has it; `iexact` would not use that.
    return Player.objects.alias(lower=Lower("email")).filter(lower=address.lower()).first()


def tokens_of(*, player: Player, now: datetime) -> QuerySet[Token]:
    """The player's tokens that are of use: devices and personal access tokens."""
    alive = Q(renewable_until__gt=now) | Q(renewable_until=None) & (Q(expires_at=None) | Q(expires_at__gt=now))
    return Token.objects.filter(alive, player=player, revoked_at=None)


def apps_of(*, player: Player) -> QuerySet[App]:
    """The apps that the player owns."""
    return App.objects.filter(owner=player)
