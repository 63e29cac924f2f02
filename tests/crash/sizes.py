"""How much is tried: a little in `make test`, much in `make soak`, which sets SOAK=1.

CRASH_GAMES in the environment says how many games are played, CRASH_SEED which (0), to play others than the last time.
"""

import os
from dataclasses import dataclass

import pytest

SOAK = os.environ.get("SOAK", "") not in ("", "0")
SEED = int(os.environ.get("CRASH_SEED", "0"))
SIZED = [pytest.mark.soak] if SOAK else []
"""The mark of the tests that this module gives a size."""

GAMES = int(os.environ.get("CRASH_GAMES", "1000" if SOAK else "12"))
"""At least so many are played; more, while there is still something to be killed."""
WATCHED_GAMES = 60 if SOAK else 3
AT_ONCE = 64 if SOAK else 8
LONGEST_SILENCE_SECONDS = 600.0 if SOAK else 180.0
"""So long nothing may come of a request, or of a game: the longest that a busy machine needs to start all anew."""


@dataclass(frozen=True)
class Pace:
    """How often each target is killed, at least if it `goes_on` until the games are over, and the seconds between two
    kills and until one is started again."""

    rounds: int
    goes_on: bool
    between: tuple[float, float]
    down: tuple[float, float]


PACE = (
    Pace(rounds=10, goes_on=True, between=(3.0, 11.0), down=(0.0, 4.0))
    if SOAK
    else Pace(rounds=1, goes_on=False, between=(0.5, 2.0), down=(0.0, 1.0))
)
REPEATED_AT_THE_END = 5_000 if SOAK else 500
"""Of the accepted requests so many are sent once more when all is over."""
