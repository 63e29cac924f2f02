"""Making, checking and ending the tokens of players."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from players import bell
from players.compiled import Lookup
from players.credentials import Prefix, digest_of, new_secret
from players.errors import DomainError, malformed
from players.models import App, AuthorizationCode, Device, Player, RefreshToken, Token, TokenKind
from players.scopes import DEVICE, expanded
from players.selectors import tokens_of

PREFIXES = {
    TokenKind.GUEST: Prefix.GUEST,
    TokenKind.SESSION: Prefix.SESSION,
    TokenKind.PERSONAL: Prefix.PERSONAL,
    TokenKind.OAUTH: Prefix.OAUTH,
}
MOST_PERSONAL_TOKENS = 50
_USE_IS_NOTED_EVERY = timedelta(hours=1)
TOKENS = Lookup(lambda: Token.objects.select_related("player"), "digest")
"""With their players."""


def issue_token(
    *,
    player: Player,
    kind: TokenKind,
    now: datetime,
    scopes: Iterable[str] = (DEVICE,),
    device_name: str = "",
    expires_at: datetime | None = None,
    renewable_until: datetime | None = None,
    secret: str | None = None,
    app: App | None = None,
) -> tuple[Token, str]:
    """A new token and its secret, which is kept nowhere: show it now or never.

    `secret` is for a caller that must be able to show it again to a repeated request (`repeatable_secret`).
    """
    secret = secret or new_secret(PREFIXES[kind])
    token = Token.objects.create(
        player=player,
        kind=kind,
        digest=digest_of(secret),
        scopes=list(scopes),
        device_name=device_name,
        created_at=now,
        last_used_at=now,
        expires_at=expires_at,
        renewable_until=renewable_until,
        app=app,
    )
    return token, secret


def lock_caller(*, player: Player, token: Token | None) -> Player:
    """The row of the player who asks, locked, if what they showed when they asked is still good.

    `token` is None for a browser, which is signed in as long as the password stays. For what gives somebody another
    way in: who has lost theirs meanwhile gets none. Raises `token_revoked`, `not_authenticated`.
    """
    current = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    if token is not None and not Token.objects.filter(pk=token.pk, revoked_at=None).exists():
        raise DomainError("token_revoked")
    if not current.is_active or (token is None and current.password != player.password):
        raise DomainError("not_authenticated", gettext("You are not signed in any more."))
    return current


@transaction.atomic
def issue_personal_token(
    *,
    player: Player,
    token: Token | None,
    name: str,
    scopes: Iterable[str],
    expires_at: datetime | None,
    now: datetime,
) -> tuple[Token, str]:
    """A token for a script and its secret, asked for with `token` (see `lock_caller`).

    Raises `bad_request` for a past expiry, `limit_reached`, `token_revoked`, `not_authenticated`.
    """
    if expires_at is not None and expires_at <= now:
        raise malformed("/expires_at", gettext("It must be in the future."))
    lock_caller(player=player, token=token)  # so those made at once are counted one by one, too
    if tokens_of(player=player, now=now).filter(kind=TokenKind.PERSONAL).count() >= MOST_PERSONAL_TOKENS:
        raise DomainError(
            "limit_reached",
            gettext("A player has at most {most} personal access tokens.").format(most=MOST_PERSONAL_TOKENS),
        )
    return issue_token(
        player=player, kind=TokenKind.PERSONAL, now=now, scopes=scopes, device_name=name, expires_at=expires_at
    )


def authenticate(*, secret: str, now: datetime, find: Callable[[str], Token | None] = TOKENS.row) -> Token:
    """The token with its player. Raises `not_authenticated`, `token_expired` or `token_revoked`.

    One statement finds both by a unique index. Nothing is kept in a cache, so a token that ends, ends at once.
    `find` is for a caller that reads something more by the same statement.
    """
    digest = digest_of(secret)
    token = find(digest)
    if token is None:
        raise _unknown(digest)
    if token.revoked_at is not None or not token.player.is_active:
        raise DomainError("token_revoked")
    if token.expires_at is not None and token.expires_at <= now:
        raise DomainError("token_expired")
    if now - token.last_used_at >= _USE_IS_NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def _unknown(digest: str) -> DomainError:
    """Why there is no token with this digest: it was replaced when it was renewed, or never was."""
    replaced = RefreshToken.objects.filter(access_digest=digest).select_related("token").first()
    if replaced is None:
        return DomainError("not_authenticated", gettext("The token is not known."))
    if replaced.token.revoked_at is not None:
        return DomainError("token_revoked")
    return DomainError("token_expired", gettext("Another has taken its place."))


def allowed_scopes(token: Token) -> tuple[str, ...]:
    """What the token may be used for."""
    return expanded(token.scopes)


@transaction.atomic
def revoke_token(*, token: Token, now: datetime) -> None:
    """End a token for good, and with it what would renew it; one that has ended already keeps its time."""
    Token.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=now)
    _follow_up([token.pk])


@transaction.atomic
def revoke_token_of(*, player: Player, token: Token | None, token_id: UUID, now: datetime) -> None:
    """End one of the player's own tokens, as is asked with `token`.

    Raises `not_found`, `token_revoked`, `not_authenticated`.
    """
    lock_caller(player=player, token=token)
    ended = Token.objects.filter(pk=token_id, player=player).first()
    if ended is None:
        raise DomainError("not_found", gettext("You have no such token."))
    revoke_token(token=ended, now=now)


def revoke_all(*, player: Player, but: Token | None = None, now: datetime) -> None:
    """End all tokens of the player, whose row is locked, but for one perhaps, and all codes for tokens."""
    delete_codes(codes=AuthorizationCode.objects.filter(player=player, used_at=None))
    tokens = Token.objects.filter(player=player)
    end_tokens(tokens=tokens.exclude(pk=but.pk) if but else tokens, now=now)


# Whoever ends several at once locks codes before tokens, and each in one order: nobody waits in a circle.


@transaction.atomic
def delete_codes(*, codes: QuerySet[AuthorizationCode]) -> None:
    """Forget these codes; who is using one of them comes first."""
    locked = list(codes.select_for_update().order_by("pk").values_list("pk", flat=True))
    AuthorizationCode.objects.filter(pk__in=locked).delete()


@transaction.atomic
def end_tokens(*, tokens: QuerySet[Token], now: datetime) -> None:
    """End those of them that have not ended."""
    living = tokens.filter(revoked_at=None)
    locked = list(living.select_for_update().order_by("pk").values_list("pk", flat=True))
    Token.objects.filter(pk__in=locked).update(revoked_at=now)
    _follow_up(locked)


def _follow_up(tokens: Sequence[UUID]) -> None:
    """Their devices go; streams that were opened with them end when this is committed."""
    Device.objects.filter(token__in=tokens).delete()
    for token_id in tokens:
        transaction.on_commit(partial(bell.ring, token_id))
