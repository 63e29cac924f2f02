"""The levels that can be chosen, by name. A new player is its own file and one line here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

from bots import random_player
from bots.attention import CASUAL, CLUB, NOVICE
from bots.greedy import Greedy
from engine import Move, Observation

Choose: TypeAlias = Callable[[Observation, Random], Move]


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play.

    `choose` answers an observation of a seat that may act with a legal move: a call or a pass while
    `may_call`, else a move of the turn. The times are the human pace of the level in seconds, lowest and
    highest, from which the service draws one; thinking itself takes milliseconds. `rating` is measured, None
    until it is.
    """

    name: str
    description: str
    choose: Choose
    think_time_seconds: tuple[float, float]
    call_delay_seconds: tuple[float, float]
    rating: int | None = None


LEVELS: dict[str, Level] = {
    level.name: level
    for level in (
        Level(
            "random",
            "Plays any legal move. For tests and demonstrations.",
            random_player.choose,
            (0.3, 0.8),
            (0.5, 2.0),
        ),
        Level(
            "novice",
            "Sees the top card of the pile, melds at once, forgets lay-offs and calls now and then.",
            Greedy(NOVICE).choose,
            (0.8, 2.0),
            (1.5, 4.0),
        ),
        Level(
            "casual",
            "Looks at the top three cards of the pile, gets rid of high cards, discards nothing that fits the table.",
            Greedy(CASUAL).choose,
            (0.8, 2.2),
            (1.0, 3.0),
        ),
        Level(
            "club",
            "Sees the whole pile, counts the cards that are gone, and minds what a discard gives to the others.",
            Greedy(CLUB).choose,
            (0.8, 2.5),
            (0.6, 2.0),
        ),
    )
}
"""Every level by its name, the weakest first."""
