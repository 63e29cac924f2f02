"""Clocks (docs/api/clocks.md): how much time a seat has, and the columns of a game that hold it.

`clocks` has for each seat what is left of its bank (null without one), of its reserve, and of its days of vacation; and
what the turn has taken of its time so far while the clock stands: a turn that is interrupted goes on with what it had.
`clock_seat` is the seat whose clock runs, `clock_ends_at` when its time is over, `clock_since` when the clocks last
changed. Instants are stored; what is left follows from them.
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
MOST_MS = 10 * 24 * 3600 * 1000
"""What a bank and a reserve hold at most, so that what is left of both and of the longest turn is an int32."""
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
        game.clocks = [[limits.bank_ms, limits.reserve_ms, limits.vacation_days, 0]] * game.seat_count


def allowed_ms(game: Game, seat: int) -> int:
    """How long the seat may think from the moment on at which the clocks last changed."""
    limits = limits_of(game.clock)
    assert limits is not None, "asked of a game with clocks only"
    bank_ms, reserve_ms, _, spent_ms = _times(game)[seat]
    turn_ms = None if limits.turn_ms is None else max(0, limits.turn_ms - spent_ms)
    return int(min(ms for ms in (bank_ms, turn_ms) if ms is not None) + reserve_ms)


def follow(game: Game, deal: Deal, seats: Sequence[Seat], now: datetime, *, is_new_deal: bool) -> None:
    """Let the right clock run: that of the person on turn, while nobody waits for a call and play is not paused."""
    runs = _runs_for(game, deal, seats)
    on_turn = None if is_new_deal else int(deal.table.turn)
    if game.clock_seat is not None and (runs != game.clock_seat or is_new_deal):
        _stop(game, now, is_turn_over=on_turn != game.clock_seat)
    game.clocks = [[*left, spent_ms * (seat == on_turn)] for seat, (*left, spent_ms) in enumerate(_times(game))]
    if runs is not None and game.clock_seat is None:
        game.clock_seat, game.clock_since = runs, now
        game.clock_ends_at = now + timedelta(milliseconds=allowed_ms(game, runs))


def add_time(game: Game, seconds: int) -> None:
    """Every seat's reserve grows, up to the most that it holds, and with it the time of the clock that runs."""
    times = _times(game)
    for seat, left in enumerate(times):
        more_ms = max(0, min(seconds * 1000, MOST_MS - left[1]))
        left[1] += more_ms
        if seat == game.clock_seat and game.clock_ends_at is not None:
            game.clock_ends_at += timedelta(milliseconds=more_ms)
    game.clocks = times


def take_vacation_day(game: Game) -> bool:
    """The seat whose time is over has a day more, if it has days of vacation. Returns whether so.

    That day begins with the end of its time, and is its reserve: what is not needed of it is kept.
    """
    seat, ends_at, limits, times = game.clock_seat, game.clock_ends_at, limits_of(game.clock), _times(game)
    if seat is None or ends_at is None or limits is None or not times[seat][2]:
        return False
    bank_ms, _, days, _ = times[seat]
    times[seat] = [bank_ms, VACATION_DAY // timedelta(milliseconds=1), days - 1, limits.turn_ms or 0]
    game.clocks, game.clock_since, game.clock_ends_at = times, ends_at, ends_at + VACATION_DAY
    return True


def prolong(game: Game, since: datetime, until: datetime, window_seconds: int, offered_at: datetime | None) -> bool:
    """What time will decide is decided later by as much of this span as has passed since it began to run.

    Nobody is charged for that. Returns whether there was something.
    """
    begun = {
        "window_closes_at": game.window_closes_at and game.window_closes_at - timedelta(seconds=window_seconds),
        "clock_ends_at": game.clock_since,
        "offer_expires_at": offered_at,
    }
    lost = {name: until - max(since, at) for name, at in begun.items() if getattr(game, name) and at and at < until}
    for name, length in lost.items():
        setattr(game, name, getattr(game, name) + length)
    if "clock_ends_at" in lost and game.clock_since is not None:
        game.clock_since += lost["clock_ends_at"]
    return bool(lost)


def next_due(game: Game) -> datetime | None:
    """When time will next decide something in this game."""
    ends_at = game.clock_ends_at and game.clock_ends_at + LAG_GRACE
    instants = (game.window_closes_at, ends_at, game.offer_expires_at, game.invite_expires_at)
    return min((at for at in instants if at), default=None)


def is_turn_due(game: Game, now: datetime) -> bool:
    """Whether the time of the seat on turn is over, the grace included."""
    return game.clock_ends_at is not None and game.clock_ends_at + LAG_GRACE <= now


def is_used_up(game: Game, deal: Deal, seat: Seat) -> bool:
    """Whether it is the seat's turn, and no time is left for it."""
    if game.clocks is None or game.status != "running" or deal.table.turn != seat.seat or is_waiting(deal):
        return False
    return allowed_ms(game, seat.seat) <= 0 and not _times(game)[seat.seat][2]


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
        for seat, (_, _, days, _) in enumerate(_times(game))
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
    bank_ms, reserve_ms, days, before_ms = times[seat]
    spent_ms = max(0, (now - since) // timedelta(milliseconds=1))
    main_ms = min(spent_ms, allowed_ms(game, seat) - reserve_ms)
    left_ms = None if bank_ms is None else min(bank_ms - main_ms + limits.increment_ms * is_turn_over, MOST_MS)
    times[seat] = [left_ms, max(0, reserve_ms - (spent_ms - main_ms)), days, before_ms + main_ms]
    game.clocks, game.clock_seat, game.clock_since, game.clock_ends_at = times, None, now, None


def _times(game: Game) -> list[list[Any]]:
    """Of each seat bank, reserve, days of vacation, and what its turn has taken; older games have the first two."""
    return [[*times, 0, 0][:4] for times in game.clocks or ()]
