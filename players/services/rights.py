"""By what right a stream is read, and whether it still is one: looked up for many streams at once."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.sessions.models import Session
from django.db.models import Q

from players.models import AppToken, Player, Token


@dataclass(frozen=True, slots=True)
class Right:
    """Who reads, and with what: a token, the digest of an app's token, or the key of a browser's session and its hash.

    None of them for one without a token.
    """

    player_id: UUID | None = None
    token_id: UUID | None = None
    app_digest: str | None = None
    session: tuple[str, str] | None = None


def ended_rights(*, rights: Collection[Right], now: datetime) -> set[Right]:
    """Those of the rights that have ended: revoked, expired, signed out; or the player is not active any more."""
    players: dict[UUID | None, Player] = {player.pk: player for player in _players(rights)}
    tokens = _good_tokens(rights, now)
    digests = _good_digests(rights, now)
    sessions = _good_sessions(rights, now)
    return {
        right
        for right in rights
        if (right.player_id is not None and right.player_id not in players)
        or (right.token_id is not None and right.token_id not in tokens)
        or (right.app_digest is not None and right.app_digest not in digests)
        or (right.session is not None and not _is_signed_in(right.session, players.get(right.player_id), sessions))
    }


def _players(rights: Collection[Right]) -> list[Player]:
    ids = {right.player_id for right in rights if right.player_id}
    return list(Player.objects.filter(pk__in=ids, is_active=True).only("password")) if ids else []


def _good_tokens(rights: Collection[Right], now: datetime) -> set[UUID]:
    ids = {right.token_id for right in rights if right.token_id}
    is_good = Q(revoked_at=None) & (Q(expires_at=None) | Q(expires_at__gt=now))
    return set(Token.objects.filter(is_good, pk__in=ids).values_list("pk", flat=True)) if ids else set()


def _good_digests(rights: Collection[Right], now: datetime) -> set[str]:
    digests = {right.app_digest for right in rights if right.app_digest}
    if not digests:
        return set()
    good = AppToken.objects.filter(expires_at__gt=now, app__is_active=True, app__owner__is_active=True)
    return set(good.filter(digest__in=digests).values_list("digest", flat=True))


def _good_sessions(rights: Collection[Right], now: datetime) -> set[str]:
    keys = {right.session[0] for right in rights if right.session}
    if not keys:
        return set()
    return set(Session.objects.filter(session_key__in=keys, expire_date__gt=now).values_list("session_key", flat=True))


def _is_signed_in(session: tuple[str, str], player: Player | None, sessions: set[str]) -> bool:
    """Whether the session is there, and the password is the one with which it began."""
    key, digest = session
    return key in sessions and player is not None and player.get_session_auth_hash() == digest
