"""Profiles of players with their ratings, which another app keeps than their names."""

from collections.abc import Collection
from typing import Any
from uuid import UUID

from players.selectors import own_profile_fields, profile_fields
from scoring.selectors.ratings import rating_summaries


def with_ratings(profiles: Collection[dict[str, Any]]) -> None:
    """Fill the ratings in, in one statement for all."""
    if not profiles:
        return
    told = rating_summaries({UUID(str(profile["id"])) for profile in profiles})
    for profile in profiles:
        profile["ratings"] = told[UUID(str(profile["id"]))]


def rated_profile(player: Any, app: Any = None) -> dict[str, Any]:
    """What everybody, or this app, may know of a player."""
    fields = profile_fields(player, app)
    with_ratings([fields])
    return fields


def own_rated_profile(player: Any, app: Any = None) -> dict[str, Any]:
    """The same with what only the player may know."""
    fields = own_profile_fields(player, app)
    with_ratings([fields])
    return fields
