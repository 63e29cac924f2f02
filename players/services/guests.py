"""The first visit: a player without a form."""

from datetime import datetime
from uuid import UUID

from django.db import transaction

from players.credentials import Prefix, repeatable_secret
from players.models import Player, PlayerKind, Token, TokenKind
from players.names import guest_name
from players.services.naming import guest_name_of
from players.services.tokens import issue_token


@transaction.atomic
def create_guest(*, name: str | None = None, country: str | None = None, now: datetime) -> Player:
    """A new guest, under a made-up name if none is given. Raises `BadName`, `name_taken`."""
    player = Player(
        kind=PlayerKind.GUEST,
        name=guest_name_of(name) if name else guest_name(),
        country=country,
        created_at=now,
    )
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


@transaction.atomic
def admit_guest(
    *,
    name: str | None = None,
    country: str | None = None,
    device_name: str = "",
    nonce: str,
    now: datetime,
) -> tuple[Player, Token]:
    """A new guest and the token of their device, whose secret `guest_secret` tells for the same nonce.

    Raises `BadName`, `name_taken`.
    """
    player = create_guest(name=name, country=country, now=now)
    secret = guest_secret(player_id=player.id, nonce=nonce)
    token, _ = issue_token(player=player, kind=TokenKind.GUEST, device_name=device_name, secret=secret, now=now)
    return player, token


def guest_secret(*, player_id: UUID | str, nonce: str) -> str:
    """The secret of the token that was made for this guest under this nonce."""
    return repeatable_secret(Prefix.GUEST, player_id, nonce)
