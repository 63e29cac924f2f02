"""Clocks (docs/api/clocks.md): how much time a seat has, and the columns of a game that hold it.

`clocks` has for each seat what is left of its bank (null without one), of its reserve, and of its days of vacation.
`clock_seat` is the seat whose clock runs, `clock_ends_at` when its time is over, `clock_since` when the clocks last
changed.
Instants are stored; what is left follows from them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from engine import Deal
from games.models import Game, LeaverPolicy, Seat
from games.sight import is_waiting
from games.times import instant

LAG_GRACE = timedelta(milliseconds=500)
"""How late a move may arrive: for the way through the net."""
VACATION_DAY = timedelta(days=1)

CLOCK_MEMBERS = ("mode", "initial_ms", "increment_ms", "turn_ms", "reserve_ms", "turn_seconds", "vacation_days")


@dataclass(frozen=True)
class Limits:
    """A clock's policy in one form: a bank with an increment a turn, time for one turn, a reserve behind both."""

    bank_ms: int | None
    increment_ms: int
    turn_ms: int | None
    reserve_ms: int
    vacation_days: int = 0


def limits_of(clock: dict[str, Any]) -> Limits | None:
    """The limits of a clock; None where nobody's time is limited."""
    if clock["mode"] == "live":
        return Limits(
            clock.get("initial_ms") or None,
            clock.get("increment_ms") or 0,
            clock.get("turn_ms") or None,
            clock.get("reserve_ms") or 0,
        )
    if clock["mode"] == "daily":
        return Limits(None, 0, clock["turn_seconds"] * 1000, 0, clock.get("vacation_days") or 0)
    return None


def set_clocks(game: Game) -> None:
    """Give every seat its time, at the start of a game."""
    limits = limits_of(game.clock)
    if limits is not None:
        game.clocks = [[limits.bank_ms, limits.reserve_ms, limits.vacation_days] for _ in range(game.seat_count)]


def allowed_ms(game: Game, seat: int) -> int:
    """How long the seat may think from the moment on at which the clocks last changed."""
    limits = limits_of(game.clock)
    assert limits is not None, "asked of a game with clocks only"
    bank_ms, reserve_ms, _ = _times(game)[seat]
    return min(ms for ms in (bank_ms, limits.turn_ms) if ms is not None) + reserve_ms


def follow(game: Game, deal: Deal, seats: Sequence[Seat], now: datetime, *, is_new_deal: bool) -> None:
    """Let the right clock run: that of the person on turn, while nobody waits for a call and play is not paused."""
    runs = _runs_for(game, deal, seats)
    if game.clock_seat is not None and (runs != game.clock_seat or is_new_deal):
        _stop(game, now, is_turn_over=is_new_deal or deal.table.turn != game.clock_seat)
    if runs is not None and game.clock_seat is None:
        game.clock_seat, game.clock_since = runs, now
        game.clock_ends_at = now + timedelta(milliseconds=allowed_ms(game, runs))


def add_time(game: Game, seconds: int) -> None:
    """Every seat's reserve grows, and with it the time of the clock that runs."""
    game.clocks = [[bank_ms, reserve_ms + seconds * 1000, days] for bank_ms, reserve_ms, days in _times(game)]
    if game.clock_ends_at is not None:
        game.clock_ends_at += timedelta(seconds=seconds)


def take_vacation_day(game: Game) -> bool:
    """The seat whose clock runs has a day more in its reserve, if it has days of vacation. Returns whether so."""
    seat, times = game.clock_seat, _times(game)
    if seat is None or game.clock_ends_at is None or not times[seat][2]:
        return False
    bank_ms, reserve_ms, days = times[seat]
    times[seat] = [bank_ms, reserve_ms + VACATION_DAY // timedelta(milliseconds=1), days - 1]
    game.clocks = times
    game.clock_ends_at += VACATION_DAY
    return True


def shift(game: Game, length: timedelta) -> None:
    """Everything that time will decide is decided so much later; nobody is charged for it."""
    for name in ("window_closes_at", "clock_since", "clock_ends_at", "offer_expires_at"):
        at = getattr(game, name)
        if at is not None and not (name == "clock_since" and game.clock_seat is None):
            setattr(game, name, at + length)


def next_due(game: Game) -> datetime | None:
    """When time will next decide something in this game."""
    ends_at = game.clock_ends_at and game.clock_ends_at + LAG_GRACE
    return min((at for at in (game.window_closes_at, ends_at, game.offer_expires_at) if at), default=None)


def is_turn_due(game: Game, now: datetime) -> bool:
    """Whether the time of the seat on turn is over, the grace included."""
    return game.clock_ends_at is not None and game.clock_ends_at + LAG_GRACE <= now


def consequence(game: Game, seat: Seat) -> str:
    """What follows when this seat's time runs out now: `vacation`, `auto_move`, or its leaver policy."""
    if game.clocks is not None and _times(game)[seat.seat][2]:
        return "vacation"
    if seat.timeouts_used < game.max_timeouts:
        return "auto_move"
    return "bot" if game.leaver_policy == LeaverPolicy.BOT else "abandon"


def clock_fields(game: Game) -> list[dict[str, Any]]:
    """Every seat's clock as a view shows it; empty without clocks."""
    return [
        {
            "seat": seat,
            "remaining_ms": allowed_ms(game, seat),
            "as_of": instant(game.clock_since or game.started_at or game.created_at),
            "running": seat == game.clock_seat,
            "vacation_days": days,
        }
        for seat, (_, _, days) in enumerate(_times(game))
    ]


def deadline_fields(game: Game, seats: Sequence[Seat]) -> dict[str, Any] | None:
    """What time will decide next in play, and when; where play waits for nobody's time, the end of an open offer."""
    if game.window_closes_at is not None:
        return {"seat": None, "at": instant(game.window_closes_at), "kind": "call_window", "then": "auto_move"}
    if game.clock_seat is not None and game.clock_ends_at is not None:
        then = consequence(game, seats[game.clock_seat])
        return {"seat": game.clock_seat, "at": instant(game.clock_ends_at), "kind": "turn", "then": then}
    if game.offer_expires_at is not None:
        return {"seat": None, "at": instant(game.offer_expires_at), "kind": "offer", "then": "expire"}
    return None


def _runs_for(game: Game, deal: Deal, seats: Sequence[Seat]) -> int | None:
    if game.status != "running" or game.clocks is None or is_waiting(deal):
        return None
    return None if seats[deal.table.turn].is_bot else int(deal.table.turn)


def _stop(game: Game, now: datetime, *, is_turn_over: bool) -> None:
    limits, seat, since = limits_of(game.clock), game.clock_seat, game.clock_since
    assert limits is not None, "a clock runs"
    assert seat is not None
    assert since is not None
    times = _times(game)
    bank_ms, reserve_ms, days = times[seat]
    spent_ms = max(0, (now - since) // timedelta(milliseconds=1))
    main_ms = allowed_ms(game, seat) - reserve_ms
    left_ms = None if bank_ms is None else bank_ms - min(spent_ms, main_ms) + limits.increment_ms * is_turn_over
    times[seat] = [left_ms, max(0, reserve_ms - max(0, spent_ms - main_ms)), days]
    game.clocks, game.clock_seat, game.clock_since, game.clock_ends_at = times, None, now, None


def _times(game: Game) -> list[list[Any]]:
    """Of each seat bank, reserve and days of vacation, of which games that are older say nothing."""
    return [[*times, 0][:3] for times in game.clocks or ()]
