"""What players change about themselves."""

from typing import Any

from players.models import Player
from players.names import clean_name


def update_profile(*, player: Player, changes: dict[str, Any]) -> Player:
    """The player with a new `name` or `country` (None clears it); what is absent stays. Raises `BadName`."""
    if "name" in changes:
        player.name = clean_name(changes["name"])
    if "country" in changes:
        player.country = changes["country"]
    if changes:
        player.save(update_fields=[name for name in ("name", "country") if name in changes])
    return player
