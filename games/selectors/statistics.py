"""How a player has done in games that were played to their end."""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum

from games.models import Outcome, Seat, Status

_OUTCOMES = [outcome.value for outcome in Outcome]
_SUMS = ("deals", "deal_points", "outs", "turns", "turn_ms", "takes", "deep_takes", "calls", "missed_calls")
_WON = (Outcome.WON, Outcome.SHARED)


def statistics_of(player_id: UUID) -> list[dict[str, Any]]:
    """For each preset, against people and against bots alone, the number of games by what they came to, and the play.

    In one statement. Games with another person at the table count as against people, also when they leave.
    """
    counted = (
        _played(player_id)
        .annotate(with_people=_with_others(player_id))
        .values_list("game__preset", "with_people", "outcome")
        .annotate(count=Count("id"), **{f"of_{name}": Sum(name) for name in _SUMS})
        .order_by("game__preset")
    )
    rows: dict[tuple[str, bool], dict[str, int]] = defaultdict(lambda: dict.fromkeys((*_OUTCOMES, *_SUMS), 0))
    for preset, with_people, outcome, count, *sums in counted:
        row = rows[preset, with_people]
        row[outcome] = count
        for name, more in zip(_SUMS, sums, strict=True):
            row[name] += more
    return [
        {
            "preset": preset,
            "against": "people" if with_people else "bots",
            "games": sum(row[outcome] for outcome in _OUTCOMES),
            **row,
            "average_deal_score": _average(row["deal_points"], row["deals"]),
            "average_turn_ms": _average(row["turn_ms"], row["turns"], digits=0),
        }
        for (preset, with_people), row in sorted(rows.items(), key=lambda row: (row[0][0], not row[0][1]))
    ]


def streaks_of(player_id: UUID) -> list[dict[str, Any]]:
    """Against people and against bots, how many games in a row the player has won: the last, and the most ever."""
    outcomes: dict[str, list[str]] = {"people": [], "bots": []}
    ended = _played(player_id).annotate(with_people=_with_others(player_id)).order_by("finished_at", "game_id")
    for with_people, outcome in ended.values_list("with_people", "outcome"):
        outcomes["people" if with_people else "bots"].append(outcome)
    return [{"against": against, **_streak(found)} for against, found in outcomes.items() if found]


def completion_of(player_id: UUID) -> dict[str, Any]:
    """How many games that have ended the player has started, how many of these the player has left, and the rate of the
    others; games that were broken off count, those that are void do not.
    """
    ended = Seat.objects.filter(
        player_id=player_id,
        game__imported=False,
        game__started_at__isnull=False,
        game__status__in=(Status.FINISHED, Status.ABORTED),
    )
    found = ended.aggregate(started=Count("id"), left=Count("id", filter=Q(resigned_at__isnull=False)))
    stayed = found["started"] - found["left"]
    return {**found, "rate": _average(stayed, found["started"], digits=4)}


def _played(player_id: UUID) -> QuerySet[Seat]:
    """The player's seats in games that were finished."""
    return Seat.objects.filter(player_id=player_id, game__status=Status.FINISHED).exclude(outcome="")


def _with_others(player_id: UUID) -> Exists:
    """Whether another person sat there."""
    return Exists(Seat.objects.filter(game=OuterRef("game"), player__isnull=False).exclude(player_id=player_id))


def _streak(outcomes: Iterable[str]) -> dict[str, int]:
    current = longest = 0
    for outcome in outcomes:
        current = current + 1 if outcome in _WON else 0
        longest = max(longest, current)
    return {"current": current, "longest": longest}


def _average(total: int, count: int, digits: int = 1) -> float | None:
    return round(total / count, digits) if count else None
