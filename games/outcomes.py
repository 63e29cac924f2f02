"""What a game came to for each person at the table."""

from collections.abc import Collection

from engine import Options
from engine.scoring import side_of
from games.models import Outcome, Seat


def outcome_of(seat: Seat, winners: Collection[int], options: Options, players: int) -> Outcome:
    """For a person at this seat; one who left has not won or lost, whatever the bot at the seat has done."""
    if seat.resigned_at is not None:
        return Outcome.LEFT
    if seat.seat not in winners:
        return Outcome.LOST
    return Outcome.WON if set(winners) == set(side_of(options, players, seat.seat)) else Outcome.SHARED
