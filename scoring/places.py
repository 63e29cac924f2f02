"""Who came first, second and so on in a game that is rated (docs/ratings.md), from its rows and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from engine import Options, side_of
from scoring.skills import BEGINNER, BOTS, Skill, rated


@dataclass(frozen=True)
class Sitter:
    """Who was rated at a seat: a player, who may have left for good at `left_at`, or a bot of a level."""

    player_id: UUID | None
    bot_level: str = ""
    left_at: datetime | None = None


@dataclass(frozen=True)
class Outcome:
    """A game that is over: who sat where, and what it came to. `is_abandoned`: it ended because somebody left."""

    options: Options
    sitters: Sequence[Sitter]
    winners: Sequence[int]
    totals: Sequence[int]
    is_abandoned: bool = False


@dataclass(frozen=True)
class Rated:
    """What a game came to for one player: the place (1 is the first), and the skill before and after it."""

    place: int
    before: Skill
    skill: Skill


def rated_players(game: Outcome, skills: Mapping[UUID, Skill]) -> dict[UUID, Rated]:
    """Each player's place and new skill; who is not among `skills` is a beginner.

    A side of which all have left comes behind all others. Who has left a side that played on is rated as if all had.
    """
    sides = _sides(game)
    keys = [_key(game, side) for side in sides]
    found = _rated_as(game, sides, keys, skills)
    for at, side in enumerate(sides):
        gone = [sitter for seat in side if (sitter := game.sitters[seat]).left_at is not None]
        for sitter in gone if len(gone) < len(side) else ():
            if sitter.player_id is not None and sitter.left_at is not None:
                without = [*keys[:at], _left(sitter.left_at), *keys[at + 1 :]]
                found[sitter.player_id] = _rated_as(game, sides, without, skills)[sitter.player_id]
    return found


def _rated_as(
    game: Outcome, sides: Sequence[tuple[int, ...]], keys: Sequence[tuple[float, float]], skills: Mapping[UUID, Skill]
) -> dict[UUID, Rated]:
    places = [1 + sum(other < key for other in keys) for key in keys]
    before = [[_skill(game.sitters[seat], skills) for seat in side] for side in sides]
    after = rated(before, places)
    found = {}
    for side, place, old, new in zip(sides, places, before, after, strict=True):
        for seat, *skills_of_seat in zip(side, old, new, strict=True):
            player_id = game.sitters[seat].player_id
            if player_id is not None:
                found[player_id] = Rated(place, *skills_of_seat)
    return found


def _sides(game: Outcome) -> list[tuple[int, ...]]:
    count = len(game.sitters)
    return sorted({tuple(map(int, side_of(game.options, count, seat))) for seat in range(count)})


def _key(game: Outcome, side: Sequence[int]) -> tuple[float, float]:
    """What sides are ordered by: the winners, the others by their totals, those who have left, the latest first."""
    left = [left_at for seat in side if (left_at := game.sitters[seat].left_at) is not None]
    if len(left) == len(side):
        return _left(max(left))
    if game.is_abandoned:
        return 0, 0
    return (0, 0) if set(side) <= set(game.winners) else (1, -sum(game.totals[seat] for seat in side))


def _left(left_at: datetime) -> tuple[float, float]:
    return 2, -left_at.timestamp()


def _skill(sitter: Sitter, skills: Mapping[UUID, Skill]) -> Skill:
    return BOTS[sitter.bot_level] if sitter.player_id is None else skills.get(sitter.player_id, BEGINNER)
