"""The first visit: a player without a form."""

from datetime import datetime

from players.models import Player, PlayerKind
from players.names import clean_name, guest_name


def create_guest(*, name: str | None = None, country: str | None = None, now: datetime) -> Player:
    """A new guest, under a made-up name if none is given. Raises `BadName`."""
    player = Player(
        kind=PlayerKind.GUEST,
        name=clean_name(name) if name else guest_name(),
        country=country,
        created_at=now,
    )
    player.set_unusable_password()
    player.save(force_insert=True)
    return player
