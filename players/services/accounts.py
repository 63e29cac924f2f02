"""Accounts: made anew, or of a guest, whose id and games stay."""

from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from players.errors import DomainError, malformed
from players.models import Player, PlayerKind, Token
from players.names import BadName
from players.services.mail import order_confirmation
from players.services.naming import account_name_of
from players.services.sessions import open_session, session_secrets
from players.services.tokens import lock_caller, revoke_all


@transaction.atomic
def open_account(
    *,
    name: str,
    password: str,
    email: str | None = None,
    country: str | None = None,
    device_name: str = "",
    nonce: str,
    now: datetime,
) -> Token:
    """A new account that signs in with its name, and the token of its first device; `password` is in stored form.

    The address is the account's once it is confirmed, and a mail asks for that. The secrets are
    `session_secrets` of the player's id and the nonce. Raises `BadName`, `name_taken`.
    """
    player = Player(kind=PlayerKind.ACCOUNT, country=country, password=password, created_at=now)
    account = _settled(player, account_name_of(name), email, now)
    secrets = session_secrets(account.pk, nonce)
    return open_session(player=account, secrets=secrets, device_name=device_name, now=now)


@transaction.atomic
def upgrade_guest(
    *,
    player: Player,
    token: Token | None,
    name: str | None = None,
    password: str,
    email: str | None = None,
    now: datetime,
) -> Player:
    """The guest as an account, on the same row. The token that asks stays, all others end.

    Raises `BadName`, `bad_request` where a name has to be chosen, `name_taken`, `already_account`,
    `token_revoked`, `not_authenticated`.
    """
    guest = lock_caller(player=player, token=token)
    if guest.kind != PlayerKind.GUEST:
        raise DomainError("already_account")
    guest.kind, guest.password = PlayerKind.ACCOUNT, password
    account = _settled(guest, account_name_of(name) if name else _kept_name(guest), email, now)
    revoke_all(player=account, but=token, now=now)
    return account


def rename_account(*, player: Player, name: str) -> None:
    """Give the account another name, with which it then signs in. Raises `BadName`, `name_taken`."""
    player.name = player.username = account_name_of(name)
    _save(player, update_fields=["name", "username"])


def _kept_name(guest: Player) -> str:
    try:
        return account_name_of(guest.name)
    except BadName:
        raise malformed(
            "/name", gettext("Choose a name; an account cannot have the one of a guest."), "required"
        ) from None


def _settled(player: Player, name: str, email: str | None, now: datetime) -> Player:
    player.name = player.username = name
    with transaction.atomic():
        _save(player)
        if email:
            order_confirmation(player=player, address=email, now=now)
    return player


def _save(player: Player, **options: Any) -> None:
    try:
        with transaction.atomic():
            player.save(**options)
    except IntegrityError:
        raise DomainError("name_taken") from None
