"""A person leaves a game that goes on (RULES 15.1), and comes back."""

from datetime import datetime

from django.utils.translation import gettext

from games.clocks import is_used_up
from games.models import Author, Entry, Kind, LeaverPolicy, Seat, Status
from games.public import hand_codes
from games.selectors.views import shared_fields
from games.services.changes import tell_changes_of_sight
from games.services.deals import end_game
from games.store import GameState
from players.errors import DomainError

MOST_RETURNS, MOST_RATED_RETURNS = 3, 1
"""How often a seat is taken back in a game: each time spoils what others were about to send."""
RETURN_AFTER_MS = 2000
"""How long a computer player takes at most, in the ordinary way, to end a turn that it has taken over."""


def leave(state: GameState, seat: Seat, entry: Entry, now: datetime) -> None:
    """A bot plays on at the seat, or the game is aborted, as its leaver policy says; `entry` tells what follows."""
    seat.resigned_at, seat.connected = now, False
    if state.game.leaver_policy == LeaverPolicy.BOT:
        seat.bot_level = state.game.takeover_level
        entry.outcome["then"].append({"type": "seat_changed", "seat": seat.seat, "bot_level": seat.bot_level})
        _go_on_without_people(state, entry)
    seat.save(update_fields=["resigned_at", "bot_level", "timeouts_used", "connected"])
    if state.game.leaver_policy == LeaverPolicy.ABANDON:
        end_game(state, entry, Status.ABORTED, [], now)


def _go_on_without_people(state: GameState, entry: Entry) -> None:
    """A paused game that its last person has left: nobody else could resume it."""
    if state.game.status == Status.PAUSED and all(seat.is_bot for seat in state.seats):
        state.game.status = Status.RUNNING
        entry.outcome["then"].append({"type": "game_resumed"})


def come_back(state: GameState, seat: Seat, now: datetime) -> None:
    """The person takes the seat back from the bot. Time-outs stay counted: with the next, the seat is lost again.

    Raises `returns_used_up`, and `turn_timed_out` in a turn for which no time is left: the bot ends it, or others would
    wait for ever.
    """
    _check_returns(state, seat)
    if is_used_up(state.game, state.playing, seat):
        message = gettext("Your time for this turn is over; you can come back when the computer player has ended it.")
        raise DomainError("turn_timed_out", message, retry_after_ms=RETURN_AFTER_MS)
    seen_before = shared_fields(state)
    seat.resigned_at, seat.bot_level = None, ""
    seat.save(update_fields=["resigned_at", "bot_level"])
    hands = {str(seat.seat): hand_codes(state.playing, seat.seat)}
    entry = state.append(Kind.JOINED, Author.PERSON, now, seat, hands=hands)
    tell_changes_of_sight(state, entry, seen_before)


def _check_returns(state: GameState, seat: Seat) -> None:
    most = MOST_RATED_RETURNS if state.game.rated else MOST_RETURNS
    since_the_start = Entry.objects.filter(game=state.game, seat=seat.seat, kind=Kind.JOINED, deal_number__gt=0)
    if since_the_start.count() >= most:
        raise DomainError(
            "returns_used_up",
            gettext("You have taken your seat back as often as such a game allows: {most}.").format(most=most),
        )
