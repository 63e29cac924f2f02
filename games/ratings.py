"""How players are rated, as far as games ask for it: when a seek is made or renewed.

Ratings are kept by an app that this one does not know; it registers where they are found.
"""

from collections.abc import Callable
from uuid import UUID

DEFAULT_RATING = 1500
Source = Callable[[UUID, str], int]


def _everybody_alike(player_id: UUID, pool: str) -> int:
    return DEFAULT_RATING


_source: Source = _everybody_alike


def register(source: Source) -> None:
    """Ask there from now on."""
    global _source
    _source = source


def rating_of(player_id: UUID, pool: str) -> int:
    """The player's rating in this pool (`games.pools`); in none, or before the first game, that of a beginner."""
    return _source(player_id, pool) if pool else DEFAULT_RATING
