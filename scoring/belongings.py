"""What belongs to a player in score keeping: told in their export, and taken from the boards when they are erased."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction

from players.belongings import Part, register
from scoring.ledger import count_listed
from scoring.models import Pool, RatingChange, Standing

_CHANGE_FIELDS = ("pool_id", "game_id", "finished_at", "place", "number", "mu_before", "sigma_before", "mu", "sigma")
_STANDING_FIELDS = ("board__pool_id", "board__season", "rating", "mu", "sigma", "games", "is_listed")


def told(player_id: UUID) -> dict[str, Any]:
    """The player's ratings, by month and altogether, and each game's change of them."""
    now = Standing.objects.filter(player_id=player_id, until=None).order_by("board__pool", "board__season")
    changes = RatingChange.objects.filter(player_id=player_id).order_by("finished_at", "game_id")
    return {"standings": list(now.values(*_STANDING_FIELDS)), "changes": list(changes.values(*_CHANGE_FIELDS))}


def leave(player_id: UUID, now: datetime) -> None:
    """Off all boards, also as they stood. The changes stay, as the ratings of others follow from them."""
    pools = Pool.objects.filter(boards__standings__player=player_id).order_by("key").values_list("key", flat=True)
    for key in list(pools.distinct()):
        with transaction.atomic():
            pool = Pool.objects.select_for_update().get(key=key)
            listed = Standing.objects.filter(board__pool=pool, player_id=player_id, is_listed=True)
            count_listed(gone=list(listed.filter(until=None)), come=[])
            listed.update(is_listed=False)


register(Part("scoring", told, leave))
