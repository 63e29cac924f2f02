"""What those who follow a feed and those who read it for them tell each other, whoever's feed it is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from players.news import Standing


@dataclass(frozen=True, slots=True)
class Follower:
    """One who follows a feed: who (None for somebody without a token), in which language, told up to which place."""

    player_id: UUID | None
    language: str
    place: str


@dataclass(frozen=True, slots=True)
class Portion:
    """The next events for a follower, the place behind them, and whether more are there already.

    Followers to whom the same is told have the very same portion. `seat` is the follower's own in a game.
    """

    events: list[dict[str, Any]]
    place: str
    has_more: bool
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Followed:
    """What is told to each follower (None: may not see it any more), how the feed stands, and whether it is over."""

    portions: Mapping[Follower, Portion | None]
    standing: Standing
    is_over: bool = False
