"""Devices that signed in: a token for an hour, and another with which it is renewed."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction

from players.credentials import Prefix, digest_of, repeatable_secret
from players.errors import DomainError
from players.models import Player, RefreshToken, Token, TokenKind
from players.passwords import is_right
from players.selectors import account_at, account_named
from players.services.tokens import issue_token, revoke_token

TOKEN_LASTS = timedelta(hours=1)
IDLE_AT_MOST = timedelta(days=60)
LASTS_AT_MOST = timedelta(days=365)


@dataclass(frozen=True)
class Secrets:
    """What a device is given: its token and what renews it, shown once."""

    token: str
    refresh_token: str


def session_secrets(*facts: object) -> Secrets:
    """The secrets that belong to these facts, of which one must be a secret or a key that a client chose."""
    return Secrets(repeatable_secret(Prefix.SESSION, *facts), repeatable_secret(Prefix.REFRESH, *facts))


def account_of(*, login: str, password: str) -> Player:
    """The account with this name or confirmed address, if the password is right.

    Raises `wrong_login`, the same for unknown names, after the same time.
    """
    found = account_at(login) if "@" in login else account_named(login)
    if not is_right(found, password) or found is None or not found.is_active:
        raise DomainError("wrong_login")
    return found


@transaction.atomic
def open_session(*, player: Player, secrets: Secrets, device_name: str = "", now: datetime) -> Token:
    """A new device of the player, with these secrets."""
    until = now + IDLE_AT_MOST
    token, _ = issue_token(
        player=player,
        kind=TokenKind.SESSION,
        now=now,
        device_name=device_name,
        expires_at=now + TOKEN_LASTS,
        renewable_until=until,
        secret=secrets.token,
    )
    RefreshToken.objects.create(token=token, digest=digest_of(secrets.refresh_token), expires_at=until)
    return token


def refresh_session(*, refresh_token: str, secrets: Secrets, now: datetime) -> tuple[Token, bool]:
    """The device's token with new secrets, and whether it had them already; the old ones end.

    A refresh token that was used before ends the device: it, or what came of it, is in the wrong hands. Only
    who asks for the very secrets that it was renewed with repeats a request whose answer was lost.
    Raises `not_authenticated`, `token_expired`, `token_revoked`.
    """
    with transaction.atomic():
        family = RefreshToken.objects.filter(digest=digest_of(refresh_token))
        device = Token.objects.filter(pk__in=family.values("token_id")).select_related("player")
        token = device.select_for_update(of=("self",)).first()
        used = family.first()  # read behind the lock: a twin may have used it, an erasure deleted it
        if token is None or used is None:
            raise DomainError("not_authenticated", "The refresh token is not known.")
        is_repeated = token.digest == digest_of(secrets.token)
        is_stolen = used.used_at is not None and not is_repeated
        if is_stolen:
            revoke_token(token=token, now=now)
        elif token.revoked_at is not None or not token.player.is_active:
            raise DomainError("token_revoked")
        elif not is_repeated:
            _renew(token, used, secrets, now)
    if is_stolen:
        raise DomainError("token_revoked", "The refresh token was used before, so the device has to sign in again.")
    return token, is_repeated


def _renew(token: Token, used: RefreshToken, secrets: Secrets, now: datetime) -> None:
    if used.expires_at <= now:
        raise DomainError("token_expired")
    used.used_at = now
    used.save(update_fields=["used_at"])
    token.digest = digest_of(secrets.token)
    token.expires_at, token.last_used_at = now + TOKEN_LASTS, now
    until = token.renewable_until = min(now + IDLE_AT_MOST, token.created_at + LASTS_AT_MOST)
    token.save(update_fields=["digest", "expires_at", "last_used_at", "renewable_until"])
    RefreshToken.objects.create(token=token, digest=digest_of(secrets.refresh_token), expires_at=until)
