"""The moments around a deadline."""

from datetime import datetime, timedelta
from typing import Any

from games.clocks import LAG_GRACE
from tests.service.games.table import People, set_position
from tests.service.games.test_clocks import after

MOMENT = timedelta(milliseconds=1)
TO_DISCARD = {"turn": 0, "phase": "play", "hands": [["2C", "4D"], ["KD", "KS"]], "stock": ["5H", "6H"], "pile": ["9C"]}


def waiting(game: People, number: int, **changes: Any) -> tuple[datetime, int]:
    """Seat 0 has to discard, long after the round before; its clock runs. When its time is over, and the version."""
    start = after(1000 * number)
    if game.state.game.clock_seat == 0:
        set_position(game.game_id, TO_DISCARD | {"turn": 1}, start)
    row = set_position(game.game_id, TO_DISCARD | changes, start)
    assert row.clock_seat == 0
    assert row.clock_ends_at is not None
    return row.clock_ends_at + LAG_GRACE, row.version
