"""Who looks at a game, and what a seat is told of the deal where the service is stricter than the engine."""

from dataclasses import dataclass
from enum import StrEnum

import engine
from engine import Observation, Seat


class Role(StrEnum):
    """As what a viewer looks."""

    SEAT = "seat"
    SPECTATOR = "spectator"
    FINISHED = "finished"


@dataclass(frozen=True)
class Viewer:
    """One who looks: with `seat`, also at that seat's own cards."""

    role: Role
    seat: int | None = None


SPECTATOR = Viewer(Role.SPECTATOR)


def observation(deal: engine.Deal, seat: int | None) -> Observation:
    """What the service tells a seat. Nobody learns whether a call is kept: while a window is open, all wait.

    With `call_window` 0 nobody waits, and the window is open only while the next player may draw.
    """
    seen = engine.observe(deal, None if seat is None else Seat(seat))
    return seen._replace(held=is_waiting(deal))


def is_waiting(deal: engine.Deal) -> bool:
    """Whether a call window keeps the next player from drawing (RULES 9.9)."""
    return bool(deal.table.window) and deal.table.options.call_window > 0
