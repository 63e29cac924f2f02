"""Making, checking and ending tokens."""

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings

from players.errors import DomainError
from players.models import Player, Token, TokenKind
from players.scopes import DEVICE_SCOPES

PREFIXES = {TokenKind.GUEST: "rum_gst_", TokenKind.PERSONAL: "rum_pat_"}
_USE_IS_NOTED_EVERY = timedelta(hours=1)


def issue_token(
    *,
    player: Player,
    kind: TokenKind,
    now: datetime,
    scopes: Iterable[str] = DEVICE_SCOPES,
    device_name: str = "",
    expires_at: datetime | None = None,
    secret: str | None = None,
) -> tuple[Token, str]:
    """A new token and its secret, which is kept nowhere: show it now or never.

    `secret` is for a caller that must be able to show it again to a repeated request (`repeatable_secret`).
    """
    secret = secret or PREFIXES[kind] + _base64(secrets.token_bytes(32))
    token = Token.objects.create(
        player=player,
        kind=kind,
        digest=_digest(secret),
        scopes=list(scopes),
        device_name=device_name,
        created_at=now,
        last_used_at=now,
        expires_at=expires_at,
    )
    return token, secret


def repeatable_secret(*, player_id: object, kind: TokenKind, key: str) -> str:
    """The secret that belongs to the request with this idempotency key: the same each time, for it alone.

    It is derived under the server's own key, so an answer with a secret is repeated without being stored.
    """
    message = f"token:{kind}:{player_id}:{key}".encode()
    return PREFIXES[kind] + _base64(hmac.digest(settings.SECRET_KEY.encode(), message, "sha256"))


def authenticate(*, secret: str, now: datetime) -> Token:
    """The token with its player. Raises `not_authenticated`, `token_expired` or `token_revoked`."""
    try:
        token = Token.objects.select_related("player").get(digest=_digest(secret))
    except Token.DoesNotExist:
        raise DomainError("not_authenticated", "The token is not known.") from None
    if token.revoked_at is not None or not token.player.is_active:
        raise DomainError("token_revoked")
    if token.expires_at is not None and token.expires_at <= now:
        raise DomainError("token_expired")
    if now - token.last_used_at >= _USE_IS_NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def revoke_token(*, token: Token, now: datetime) -> None:
    """End a token for good; one that has ended already keeps its time."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _base64(value: bytes) -> str:
    return urlsafe_b64encode(value).rstrip(b"=").decode()
