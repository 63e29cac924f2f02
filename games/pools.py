"""Which games are rated together: those of one family of rules and one speed, among people or with computer players.

A pool is named by these, such as `classic.fast` or `joker.daily.bots` (docs/ratings.md).
"""

from collections.abc import Mapping
from typing import Any

import engine

FAMILIES = ("classic", "joker", "rummy_5000", "persian")
SPEEDS = ("fast", "slow", "daily")
WITH_BOTS = "bots"
POOLS = tuple(f"{family}.{speed}{bots}" for family in FAMILIES for speed in SPEEDS for bots in ("", f".{WITH_BOTS}"))
_FAST_MS = 30_000
_TURNS = 40
"""So many turns a bank of time is taken to be for, where no turn has a time of its own."""


def pool_of(options: engine.Options, clock: Mapping[str, Any], *, with_bots: bool = False) -> str:
    """The name of the pool; "" where such games are not rated."""
    family, speed = family_of(options), speed_of(clock)
    if family is None or speed is None:
        return ""
    return f"{family}.{speed}.{WITH_BOTS}" if with_bots else f"{family}.{speed}"


def family_of(options: engine.Options) -> str | None:
    """That of a preset, by its wild cards; None for rules of one's own."""
    if options != engine.PRESETS.get(options.preset or ""):
        return None
    if options.joker_role == "rank":
        return "persian"
    return {"none": "classic", "jokers": "joker", "dealer_upcard": "rummy_5000"}[options.wild]


def speed_of(clock: Mapping[str, Any]) -> str | None:
    """`fast` where a turn has less than 30 seconds, `slow` for other live games; None without a clock."""
    if clock["mode"] != "live":
        return "daily" if clock["mode"] == "daily" else None
    turn_ms = clock.get("turn_ms") or (clock.get("initial_ms") or 0) / _TURNS + (clock.get("increment_ms") or 0)
    return "fast" if turn_ms < _FAST_MS else "slow"
