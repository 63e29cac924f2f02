"""What games in disorder are played by, and by how many: rules, clocks and the rest, drawn by chance."""

from random import Random
from typing import Any

import engine
from engine import PRESETS
from games.models import LeaverPolicy, UndoPolicy
from games.services.create import SeatWish

CLOCKS: list[dict[str, Any]] = [
    {"mode": "live", "initial_ms": 60_000, "increment_ms": 1_000},
    {"mode": "live", "turn_ms": 15_000, "reserve_ms": 10_000},
    {"mode": "live", "initial_ms": 40_000, "turn_ms": 10_000, "reserve_ms": 5_000},
    {"mode": "daily", "turn_seconds": 60},
    {"mode": "daily", "turn_seconds": 60, "vacation_days": 2},
    {"mode": "none"},
]
# Windows for one and for all, waited for and not; kept calls; last discards that are contested; new stocks.
RULES: list[dict[str, Any]] = [
    {"preset": "pagat", "call_priority": "clockwise"},
    {"preset": "pagat", "call_priority": "clockwise", "call_window": 0},
    {"preset": "pagat", "call_priority": "clockwise", "wild_swap": "reuse", "call_window": 20},
    {"preset": "new_meld_only", "call_window": 0},
    {"preset": "top_call", "call_priority": "clockwise"},
    {"preset": "unplayable_discard", "playable_last_discard": "callable"},
    {"preset": "unplayable_discard", "playable_last_discard": "callable", "call_priority": "clockwise"},
    {"preset": "unplayable_discard", "playable_last_discard": "callable", "call_window": 0},
    {"preset": "pagat", "stock_out": "reshuffle", "reshuffles": 2},
]
LEVELS = ("random", "novice", "casual", "club")
MOST_PEOPLE = 6


def drawn_rules(random: Random) -> dict[str, Any]:
    """Rules of one deal, seldom of two."""
    rules = random.choice(RULES) if random.random() < 0.5 else {"preset": random.choice(list(PRESETS))}
    return {**rules, "deal_limit": random.choice([1, 1, 1, 2])}


def drawn_seats(random: Random, rules: dict[str, Any]) -> list[SeatWish]:
    """As many seats as these rules allow, small tables more often: the first for the owner, others for all kinds."""
    options = engine.options_from(rules)
    number = min(random.randint(options.min_players, options.max_players) for _ in range(2))
    people = random.randint(1, min(number, MOST_PEOPLE))
    rest = [SeatWish()] * (people - 1) + [SeatWish(random.choice(LEVELS)) for _ in range(number - people)]
    random.shuffle(rest)
    return [SeatWish(), *rest]


def drawn_settings(random: Random) -> dict[str, Any]:
    """How time is kept, and what becomes of those who leave."""
    clock = random.choice(CLOCKS)
    return {
        "clock": clock,
        "rated": clock["mode"] != "none" and random.random() < 0.3,
        "max_timeouts": random.randint(0, 3),
        "leaver_policy": LeaverPolicy.ABANDON if random.random() < 0.1 else LeaverPolicy.BOT,
        "takeover_level": random.choice(LEVELS),
        "returnable": random.random() < 0.8,
        "undo_policy": UndoPolicy.OFF if random.random() < 0.1 else UndoPolicy.AGREED,
        "spectator_delay_moves": random.choice((0, 0, 0, 5)),
    }
