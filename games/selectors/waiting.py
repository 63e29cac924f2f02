"""The games that wait for a player: the truth behind every notice."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db.models import Case, DateTimeField, F, Prefetch, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce, Least

from games.clocks import CLOCK_MEMBERS
from games.models import Seat, Status
from games.selectors.games import player_fields
from games.times import instant

_NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""Behind every deadline; so games without one can be put in their order."""


def games_that_wait(player_id: UUID) -> QuerySet[Seat]:
    """The player's seats in games that wait for them, each with its game and all who sit there: two statements.

    Annotated with `deadline`. Found by the seats in games that are not over, however many there were before.
    """
    seats = Seat.objects.filter(player_id=player_id, finished_at=None, resigned_at=None)
    waiting = seats.filter(game__status__in=(Status.RUNNING, Status.PAUSED)).annotate(
        to_move=_bit("to_move"), to_call=_bit("to_call"), to_answer=_bit("to_answer"), deadline=_deadline()
    )
    others = Prefetch("game__seats", Seat.objects.select_related("player").order_by("seat"))
    waits = Q(to_move=1) | Q(to_call=1) | Q(to_answer=1)
    return waiting.filter(waits).select_related("game").defer("game__snapshot").prefetch_related(others)


def waiting_fields(seat: Seat) -> dict[str, Any]:
    """A game that waits for who sits there: for what, and until when."""
    game, asked = seat.game, seat.__dict__
    reasons = {"turn": asked["to_move"], "call_window": asked["to_call"], "offer": asked["to_answer"]}
    deadline = asked["deadline"]
    return {
        "game": str(game.id),
        "version": game.version,
        "seat": seat.seat,
        "waits_for": [reason for reason, is_so in reasons.items() if is_so],
        "deadline": None if deadline >= _NEVER else instant(deadline),
        "window": str(game.window_id) if reasons["call_window"] else None,
        "offer": str(game.offer_id) if reasons["offer"] else None,
        "preset": game.preset,
        "rated": game.rated,
        "clock": dict.fromkeys(CLOCK_MEMBERS) | game.clock,
        "others": [player_fields(other.player) for other in game.seats.all() if other.player and other != seat],
    }


def _bit(column: str) -> Any:
    shifted: Any = F(f"game__{column}").bitrightshift(F("seat"))  # type: ignore[arg-type] # its types know numbers only
    return shifted.bitand(1)


def _deadline() -> Any:
    """The first instant that the player must not miss."""

    def at(column: str, **when: Any) -> Any:
        return Case(When(**when, then=Coalesce(F(f"game__{column}"), never)), default=never)

    never = Value(_NEVER, DateTimeField())
    return Least(
        at("clock_ends_at", game__clock_seat=F("seat"), to_move=1),
        at("window_closes_at", to_call=1),
        at("offer_expires_at", to_answer=1),
        output_field=DateTimeField(),
    )
