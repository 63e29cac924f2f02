"""What players change about themselves."""

from datetime import datetime
from typing import Any

from django.db import transaction

from players.models import Player, PlayerKind, Token
from players.services.accounts import rename_account
from players.services.mail import change_email
from players.services.naming import guest_name_of
from players.services.tokens import lock_caller


@transaction.atomic
def update_profile(*, player: Player, token: Token | None, changes: dict[str, Any], now: datetime) -> Player:
    """The player with a new `name`, `country` or `email` (None clears them), asked for with `token`; the rest stays.

    An address has to be confirmed first. A guest may keep a name that an account has taken since. Raises `BadName`,
    `name_taken`; for guests with an address `forbidden`; `token_revoked`, `not_authenticated`.
    """
    player = lock_caller(player=player, token=token)
    if "country" in changes:
        player.country = changes["country"]
    if "name" in changes and player.kind == PlayerKind.ACCOUNT:
        rename_account(player=player, name=changes["name"])
    elif changes.get("name", player.name) != player.name:
        player.name = guest_name_of(changes["name"])
    changed = [name for name in ("name", "country") if name in changes]
    if changed:
        player.save(update_fields=changed)
    if "email" in changes:
        change_email(player=player, email=changes["email"], now=now)
    return player
