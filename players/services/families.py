"""Tokens that are renewed: each refresh token is used once and gives another; all of one device are a family."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from players.credentials import digest_of
from players.models import App, Player, RefreshToken, Token, TokenKind
from players.services.tokens import issue_token

TOKEN_LASTS = timedelta(hours=1)
IDLE_AT_MOST = timedelta(days=60)
LASTS_AT_MOST = timedelta(days=365)


@dataclass(frozen=True)
class Secrets:
    """What a device is given: its token and what renews it, shown once."""

    token: str
    refresh_token: str


def start_family(
    *,
    player: Player,
    kind: TokenKind,
    secrets: Secrets,
    now: datetime,
    scopes: tuple[str, ...] | None = None,
    device_name: str = "",
    app: App | None = None,
) -> Token:
    """A new token with these secrets, and the first refresh token of its family. Call it in a transaction."""
    until = now + IDLE_AT_MOST
    token, _ = issue_token(
        player=player,
        kind=kind,
        now=now,
        **({} if scopes is None else {"scopes": scopes}),
        device_name=device_name,
        expires_at=now + TOKEN_LASTS,
        renewable_until=until,
        secret=secrets.token,
        app=app,
    )
    _add_member(token, secrets, until)
    return token


def locked_member(*, refresh_token: str, kind: TokenKind) -> RefreshToken | None:
    """The refresh token, used or not, with its token, whose row is locked; None for one that is not known."""
    family = RefreshToken.objects.filter(digest=digest_of(refresh_token))
    device = Token.objects.filter(pk__in=family.values("token_id"), kind=kind).select_related("player")
    token = device.select_for_update(of=("self",)).first()
    member = family.first()  # read behind the lock: a twin may have used it, an erasure deleted it
    if token is None or member is None:
        return None
    member.token = token
    return member


def renew(*, member: RefreshToken, secrets: Secrets, now: datetime) -> None:
    """Put new secrets in the place of the old ones; `member` is used up."""
    token = member.token
    member.used_at = now
    member.save(update_fields=["used_at"])
    token.digest = digest_of(secrets.token)
    token.expires_at, token.last_used_at = now + TOKEN_LASTS, now
    until = token.renewable_until = min(now + IDLE_AT_MOST, token.created_at + LASTS_AT_MOST)
    token.save(update_fields=["digest", "expires_at", "last_used_at", "renewable_until"])
    _add_member(token, secrets, until)


def _add_member(token: Token, secrets: Secrets, until: datetime) -> None:
    digests = {"digest": digest_of(secrets.refresh_token), "access_digest": digest_of(secrets.token)}
    RefreshToken.objects.create(token=token, **digests, expires_at=until)
