"""Games as their rows tell them, for those who rate them."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q, QuerySet

import engine
from games.models import Game, LeaverPolicy, Seat, Status
from scoring.places import Outcome, Sitter


def countable_games(pool: str) -> QuerySet[Game]:
    """The games of a pool that have ended, in the order in which they are rated."""
    over = Q(status=Status.FINISHED) | Q(status=Status.ABORTED, leaver_policy=LeaverPolicy.ABANDON)
    return Game.objects.filter(over, pool=pool).order_by("finished_at", "id")


def outcome_of(game: Game, seats: Iterable[Seat]) -> Outcome | None:
    """What a game of a pool that is over came to; None where it counts for nobody."""
    sitters = [_sitter(seat) for seat in sorted(seats, key=lambda seat: seat.seat)]
    is_abandoned = game.status == Status.ABORTED
    if is_abandoned and (game.leaver_policy != LeaverPolicy.ABANDON or not any(one.left_at for one in sitters)):
        return None  # broken off by agreement
    if game.status == Status.VOIDED or not any(one.player_id for one in sitters):
        return None
    result = game.result or {"winners": [], "totals": None}
    totals = result["totals"] or [0] * len(sitters)
    return Outcome(engine.options_from(game.options), sitters, result["winners"], totals, is_abandoned)


def players_of(outcome: Outcome) -> list[UUID]:
    """The people at the table, in the order of their seats."""
    return [one.player_id for one in outcome.sitters if one.player_id is not None]


def _sitter(seat: Seat) -> Sitter:
    if seat.player_id is None:
        return Sitter(None, seat.bot_level)
    return Sitter(seat.player_id, left_at=seat.resigned_at)
