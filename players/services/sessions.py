"""Devices that signed in: a token for an hour, and another with which it is renewed."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from players.credentials import Prefix, digest_of, repeatable_secret
from players.errors import DomainError, malformed
from players.looks import look_of
from players.models import Player, RefreshToken, Token, TokenKind
from players.passwords import is_right
from players.selectors import account_at, account_named
from players.services.families import Secrets, locked_member, renew, start_family
from players.services.tokens import revoke_token


def session_secrets(*facts: object) -> Secrets:
    """The secrets that belong to these facts, of which one must be a secret or a key that a client chose."""
    return Secrets(repeatable_secret(Prefix.SESSION, *facts), repeatable_secret(Prefix.REFRESH, *facts))


def account_of(*, login: str, password: str) -> Player:
    """The account with this name or confirmed address, if the password is right.

    Raises `wrong_login`, the same for unknown names, after the same time.
    """
    found = account_at(login) if _is_address(login) else account_named(login)
    if not is_right(found, password) or found is None or not found.is_active:
        raise DomainError("wrong_login")
    return found


def check_password(*, player: Player, password: str | None) -> None:
    """For what a stolen token is not enough for. Players without a password need none. Call it outside of transactions.

    Raises `wrong_password`, `bad_request` where it is missing.
    """
    if not player.has_usable_password():
        return
    if password is None:
        raise malformed("/password", gettext("This needs the password of the account."), "required")
    if not is_right(player, password):
        raise DomainError("wrong_password")


def counted_login(login: str) -> str:
    """One text for all ways to write the same login: under it tries to sign in are counted."""
    return login.lower() if _is_address(login) else look_of(login)


def logins_of(account: Player) -> list[str]:
    """With what the account can sign in: its name and, if it has confirmed one, its address."""
    return [login for login in (account.username, account.email) if login]


def _is_address(login: str) -> bool:
    return "@" in login


@transaction.atomic
def open_session(*, player: Player, secrets: Secrets, device_name: str = "", now: datetime) -> Token:
    """A new device of the player, with these secrets.

    Raises `wrong_login` where the account got another password since this one was looked at.
    """
    _check_unchanged(player)
    return start_family(player=player, kind=TokenKind.SESSION, secrets=secrets, device_name=device_name, now=now)


def _check_unchanged(player: Player) -> None:
    """Lock an account that has shown its password. Raises `wrong_login` where that is not its password any more."""
    current = Player.objects.select_for_update().get(pk=player.pk)
    if current.password != player.password or not current.is_active:
        raise DomainError("wrong_login")


def refresh_session(*, refresh_token: str, secrets: Secrets, now: datetime) -> tuple[Token, bool]:
    """The device's token with new secrets, and whether it had them already; the old ones end.

    A refresh token that was used before ends the device: it, or what came of it, is in the wrong hands. Only
    who asks for the very secrets that it was renewed with repeats a request whose answer was lost.
    Raises `not_authenticated`, `token_expired`, `token_revoked`.
    """
    with transaction.atomic():
        member = locked_member(refresh_token=refresh_token, kind=TokenKind.SESSION)
        if member is None:
            raise DomainError("not_authenticated", gettext("The refresh token is not known."))
        token = member.token
        is_repeated = token.digest == digest_of(secrets.token)
        is_stolen = member.used_at is not None and not is_repeated
        if is_stolen:
            revoke_token(token=token, now=now)
        elif token.revoked_at is not None or not token.player.is_active:
            raise DomainError("token_revoked")
        elif not is_repeated:
            _renew(member, secrets, now)
    if is_stolen:
        raise DomainError(
            "token_revoked", gettext("The refresh token was used before, so the device has to sign in again.")
        )
    return token, is_repeated


def _renew(member: RefreshToken, secrets: Secrets, now: datetime) -> None:
    if member.expires_at <= now:
        raise DomainError("token_expired")
    renew(member=member, secrets=secrets, now=now)
