"""How a player has done in games that were played to their end."""

from collections import defaultdict
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef

from games.models import Outcome, Seat, Status

_OUTCOMES = [outcome.value for outcome in Outcome]


def statistics_of(player_id: UUID) -> list[dict[str, Any]]:
    """For each preset, against people and against bots alone, the number of games by what they came to.

    In one statement. Games with another person at the table count as against people, also when they leave.
    """
    others = Seat.objects.filter(game=OuterRef("game"), player__isnull=False).exclude(player_id=player_id)
    played = Seat.objects.filter(player_id=player_id, game__status=Status.FINISHED).exclude(outcome="")
    counted = (
        played.annotate(with_people=Exists(others))
        .values_list("game__preset", "with_people", "outcome")
        .annotate(count=Count("id"))
        .order_by("game__preset")
    )
    rows: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: dict.fromkeys(_OUTCOMES, 0))
    for preset, with_people, outcome, count in counted:
        rows[preset, with_people][outcome] = count
    return [
        {"preset": preset, "against": "people" if with_people else "bots", "games": sum(counts.values()), **counts}
        for (preset, with_people), counts in sorted(rows.items(), key=lambda row: (row[0][0], not row[0][1]))
    ]
