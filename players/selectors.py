"""What can be asked about players."""

from uuid import UUID

from players.errors import DomainError
from players.models import Player


def player(*, player_id: UUID) -> Player:
    """The player with this id. Raises `not_found`."""
    found = Player.objects.filter(pk=player_id).first()
    if found is None:
        raise DomainError("not_found", "There is no such player.")
    return found
