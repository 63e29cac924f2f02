"""How strong a player is taken to be, and how a game changes that: openskill's full Bradley-Terry model.

Behind this module nothing knows the library. Its numbers are pinned by tests, and its name is kept with each rating.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import BradleyTerryFull

ALGORITHM = "bradley_terry_full/6.2"

LOWEST, BEGINNERS, HIGHEST = 0, 1500, 4000
_POINTS = 30
"""Points of a rating in one of `mu`: then 400 points more win about ten games to one, as players know it."""
_model = BradleyTerryFull()


class Skill(NamedTuple):
    """What is believed of a player: the mean `mu`, and how far off it may be, `sigma`."""

    mu: float
    sigma: float

    @property
    def rating(self) -> int:
        """As it is shown: 0 to 4000, 1500 for who has not played yet."""
        return min(HIGHEST, max(LOWEST, round(BEGINNERS + _POINTS * (self.mu - _model.mu))))

    @property
    def deviation(self) -> int:
        """How far off the rating may be, in points."""
        return round(_POINTS * self.sigma)


BEGINNER = Skill(float(_model.mu), float(_model.sigma))
BOTS = {
    "random": Skill(BEGINNER.mu - 25, 1.0),
    "novice": Skill(BEGINNER.mu - 6, 1.0),
    "casual": Skill(BEGINNER.mu, 1.0),
    "club": Skill(BEGINNER.mu + 4, 1.0),
}
"""Computer players are yardsticks and do not change; the distances follow from their games (docs/bots.md)."""


def rated(sides: Sequence[Sequence[Skill]], places: Sequence[int]) -> list[list[Skill]]:
    """The skills after a game of these sides, of which those with the lowest place came first. Equal places are ties.

    >>> [[first], [second]] = rated([[BEGINNER], [BEGINNER]], [1, 2])
    >>> first.rating > 1500 > second.rating
    True
    """
    teams = [[_model.rating(mu=one.mu, sigma=one.sigma) for one in side] for side in sides]
    after = _model.rate(teams, ranks=[float(place) for place in places])
    return [[Skill(float(one.mu), float(one.sigma)) for one in side] for side in after]
