"""What players give to apps of others: leave, a code for it, and for the code a token with the scopes agreed to."""

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction

from players.credentials import Prefix, digest_of, new_secret, repeatable_secret
from players.models import App, AuthorizationCode, Player, RefreshToken, Token, TokenKind
from players.selectors import tokens_of
from players.services.families import Secrets, locked_member, renew, start_family
from players.services.tokens import delete_codes, end_tokens, lock_caller, revoke_token

log = logging.getLogger("players.grants")

CODE_LASTS = timedelta(seconds=60)
# How long a renewal is answered again, so that an answer that was lost costs nobody a sign-in.
REPEATABLE_FOR = timedelta(seconds=60)
MOST_GRANTS = 10  # of one player for one app: as many devices or browsers


@dataclass(frozen=True)
class Leave:
    """To what a player agreed: who may act for them in what, and to whom the code for it is sent how."""

    app: App
    player: Player
    scopes: tuple[str, ...]
    redirect_uri: str
    challenge: str


@transaction.atomic
def issue_code(*, leave: Leave, secret: str, now: datetime) -> None:
    """Keep the code that stands for this leave. Raises `not_authenticated` for who is not signed in any more."""
    lock_caller(player=leave.player, token=None)
    AuthorizationCode.objects.create(
        digest=digest_of(secret),
        app=leave.app,
        player=leave.player,
        redirect_uri=leave.redirect_uri,
        challenge=leave.challenge,
        scopes=list(leave.scopes),
        expires_at=now + CODE_LASTS,
    )


def locked_code(*, secret: str, app: App, now: datetime) -> AuthorizationCode | None:
    """The app's code that can still be used; None for any other. Call it in the transaction that redeems it.

    One that was used before ends what was given for it. Locked are first the player, as everywhere, then the code:
    a new password or an app that is shut deletes codes before it ends tokens, so nothing slips through.
    """
    found = AuthorizationCode.objects.filter(digest=digest_of(secret))
    player_id = found.values_list("player_id", flat=True).first()
    if player_id is None:
        return None
    player = Player.objects.select_for_update(no_key=True).get(pk=player_id)
    code = found.select_for_update(of=("self",)).select_related("token").first()
    if code is None:  # ended while we waited
        return None
    if code.used_at is not None and code.token is not None:
        log.warning("A code came a second time: token %s of app %s ends.", code.token.pk, code.app_id)
        revoke_token(token=code.token, now=now)
    is_usable = code.used_at is None and code.expires_at > now and code.app_id == app.pk
    return code if is_usable and player.is_active else None


def redeem_code(*, code: AuthorizationCode, secrets: Secrets, now: datetime) -> Token:
    """A token with these secrets for the code, which is used up. The oldest of too many ends."""
    token = start_family(
        player=code.player,
        kind=TokenKind.OAUTH,
        secrets=secrets,
        scopes=tuple(code.scopes),
        app=code.app,
        now=now,
    )
    code.used_at, code.token = now, token
    code.save(update_fields=["used_at", "token"])
    grants = tokens_of(player=code.player, now=now).filter(app=code.app).order_by("-created_at", "-pk")
    for one in grants[MOST_GRANTS:]:
        revoke_token(token=one, now=now)
    return token


def spend_code(*, code: AuthorizationCode, now: datetime) -> None:
    """Nothing will be given for the code any more."""
    code.used_at = now
    code.save(update_fields=["used_at"])


def new_grant_secrets() -> Secrets:
    """For a code."""
    return Secrets(new_secret(Prefix.OAUTH), new_secret(Prefix.OAUTH_REFRESH))


def renewed_grant_secrets(refresh_token: str) -> Secrets:
    """What this refresh token is renewed by, the same each time."""
    facts = ("renewed", refresh_token)
    return Secrets(repeatable_secret(Prefix.OAUTH, *facts), repeatable_secret(Prefix.OAUTH_REFRESH, *facts))


def locked_grant(*, refresh_token: str, app: App, now: datetime) -> RefreshToken | None:
    """The app's refresh token with its token, if it can be renewed; None for any other.

    One that was used before ends the family, unless that was just now and nothing came of it since.
    """
    member = locked_member(refresh_token=refresh_token, kind=TokenKind.OAUTH)
    if member is None or member.token.app_id != app.pk or member.token.revoked_at or not member.token.player.is_active:
        return None
    if member.used_at is None:
        return member if member.expires_at > now else None
    if is_repeated(member=member, refresh_token=refresh_token, now=now):
        return member
    log.warning("A refresh token came a second time: token %s of app %s ends.", member.token.pk, app.pk)
    revoke_token(token=member.token, now=now)
    return None


def is_repeated(*, member: RefreshToken, refresh_token: str, now: datetime) -> bool:
    """Whether the refresh token was used just now, and its successor not yet."""
    if member.used_at is None or now - member.used_at > REPEATABLE_FOR:
        return False
    return member.token.digest == digest_of(renewed_grant_secrets(refresh_token).token)


def renew_grant(*, member: RefreshToken, refresh_token: str, now: datetime) -> None:
    """Give the token the secrets that come after this refresh token, if it has not got them already."""
    if member.used_at is None:
        renew(member=member, secrets=renewed_grant_secrets(refresh_token), now=now)


@transaction.atomic
def end_grant(*, secret: str, app: App, now: datetime) -> None:
    """End the app's token whose secret, or whose refresh token, this is; of any other, nothing is said or done."""
    digest = digest_of(secret)
    for found in (
        Token.objects.filter(app=app, digest=digest),
        Token.objects.filter(app=app, family__digest=digest),
    ):
        for token in found:
            revoke_token(token=token, now=now)


def end_grants_of_app(*, app_id: UUID, now: datetime) -> None:
    """End all that players gave the app. Call it in the transaction that has locked the app's row."""
    delete_codes(codes=AuthorizationCode.objects.filter(app_id=app_id, used_at=None))
    end_tokens(tokens=Token.objects.filter(app_id=app_id), now=now)
