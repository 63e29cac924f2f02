"""The rules and the numbers of players that secrecy is tried with."""

from dataclasses import dataclass
from typing import Any
from zlib import crc32

from django.db import connection

import engine
from engine import PRESETS
from tests.engine.sizes import SOAK

VARIANTS: dict[str, dict[str, Any]] = {
    "clockwise": {"preset": "pagat", "call_priority": "clockwise"},
    "clockwise top call": {"preset": "top_call", "call_priority": "clockwise"},
    "nobody waits": {"preset": "classic", "call_window": 0},
    "contested": {"preset": "unplayable_discard", "playable_last_discard": "callable"},
    "own melds": {"preset": "pagat", "lay_off": "own"},
}
"""Rules that differ from every preset in what is hidden, or when."""
DELAYS = {"shown later": 3}
"""So many moves later those who look on are shown a public game by the rules of pagat."""
RULES: dict[str, Any] = {
    **{name: {"preset": name} for name in PRESETS},
    **VARIANTS,
    **{name: {"preset": "pagat"} for name in DELAYS},
}
_VISIBILITIES = ("public", "unlisted", "private")


@dataclass(frozen=True)
class Setting:
    """A game to be looked at: its rules, how many play, and who else may see it.

    `part` of so many `parts` of all questions are asked in it: the other parts with other numbers of players.
    """

    name: str
    players: int
    visibility: str
    part: int = 0
    parts: int = 1

    @property
    def rules(self) -> Any:
        """As a game is made by them."""
        return RULES[self.name]

    @property
    def delay(self) -> int:
        """How many moves later it is shown to those who look on."""
        return DELAYS.get(self.name, 0)

    @property
    def options(self) -> engine.Options:
        """The rules in full."""
        return engine.options_from(self.rules)

    def asks(self, kind: str) -> bool:
        """Whether questions of this kind belong to its part."""
        return crc32(kind.encode()) % self.parts == self.part

    def __str__(self) -> str:
        return f"{self.name}-{self.players}-{self.visibility}"


def _settings_of(name: str, index: int) -> list[Setting]:
    numbers = _numbers(engine.options_from(RULES[name]))
    chosen = numbers if SOAK else [numbers[index % len(numbers)]]
    return [
        Setting(name, number, _VISIBILITIES[0 if name in DELAYS else (index + number) % 3], part, len(chosen))
        for part, number in enumerate(chosen)
    ]


def _numbers(options: engine.Options) -> list[int]:
    """Of players; who answers a call window is a secret among three, and who else may come first among four."""
    least = 2 if options.call == "off" else 4 if options.call_priority == "clockwise" else 3
    numbers = range(max(least, options.min_players), options.max_players + 1)
    return [number for number in numbers if options.enough_cards(number)]


SETTINGS = [setting for index, name in enumerate(RULES) for setting in _settings_of(name, index)]
"""Every rules with one number of players, every number with some rules; with SOAK each with each."""
TRIED = SETTINGS if SOAK or connection.vendor == "sqlite" else SETTINGS[::4]
"""What is told does not hang on the database: with the second one a part is tried."""
