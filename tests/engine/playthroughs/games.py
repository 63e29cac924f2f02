"""The deals that are written down: rules, players, seed, and how the players play."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engine import Deal, options_from, start_deal
from tests.engine.random_play import TEMPERS, Step, walk


@dataclass(frozen=True)
class Playthrough:
    """One deal. `number` makes its seed and the choices of the players, whose temper is one of TEMPERS."""

    about: str
    rules: str | dict[str, Any]
    players: int
    number: int
    temper: str = "eager"
    deal_number: int = 1
    scores: tuple[int, ...] | None = field(default=None)

    @property
    def seed(self) -> bytes:
        """The deal's seed."""
        return Random(self.number).randbytes(32)

    def start(self) -> Deal:
        """The deal before its first move."""
        options = options_from(self.rules)
        return start_deal(options, self.players, self.seed, deal_number=self.deal_number, scores=self.scores)

    def steps(self) -> Iterator[Step]:
        """The moves to its end."""
        return walk(self.start(), Random(f"moves {self.number}"), TEMPERS[self.temper])


_LOWEST = {
    "preset": "pagat",
    "min_players": 2,
    "max_players": 2,
    "second_pack_from": 3,
    "jokers_per_pack": 1,
    "hand_size_two": 3,
    "hand_size": 3,
    "min_naturals": 0,
    "call_window": 0,
    "reshuffles": 0,
    "ace_points": 1,
    "ace_low_points": 1,
    "joker_points": 0,
    "wild_points": 0,
    "wild_ace_points": 0,
    "out_bonus": 0,
    "target": 50,
    "deal_limit": 1,
}
_HIGHEST = {
    "preset": "pagat",
    "min_players": 2,
    "max_players": 8,
    "second_pack_from": 9,
    "jokers_per_pack": 4,
    "hand_size_two": 15,
    "hand_size": 15,
    "next_dealer": "winner",
    "min_naturals": 2,
    "call_window": 60,
    "reshuffles": 9,
    "ace_points": 200,
    "ace_low_points": 200,
    "joker_points": 200,
    "wild_points": 400,
    "wild_ace_points": 400,
    "out_bonus": 500,
    "target": 20000,
    "deal_limit": 100,
}
_RESHUFFLING = {"preset": "ranked", "stock_out": "reshuffle", "reshuffles": 2, "hand_size": 12}
_CORNER = {"preset": "pagat", "ace_in_runs": "corner", "set_suits": "any"}

PLAYTHROUGHS: dict[str, Playthrough] = {
    # One a preset, under its name
    "pagat": Playthrough("jokers, a deep take and a call", "pagat", 3, 46),
    "classic": Playthrough("a deep take and a call", "classic", 3, 334),
    "browser": Playthrough("the deal that wins a game of two", "browser", 2, 357, deal_number=6, scores=(470, 480)),
    "bicycle": Playthrough("the top card has to be used", "bicycle", 3, 221),
    "five_ten_fifteen": Playthrough("five, ten and fifteen points", "five_ten_fifteen", 2, 202),
    "wikipedia": Playthrough(
        "who goes out wins against a higher total", "wikipedia", 4, 610, deal_number=9, scores=(470, 470, 470, 560)
    ),
    "new_meld_only": Playthrough("a deep card has to go into a new meld", "new_meld_only", 2, 74),
    "must_use": Playthrough("the top card has to be used, and calls", "must_use", 3, 133),
    "new_meld": Playthrough("a taken card has to go into a new meld", "new_meld", 4, 462),
    "must_discard": Playthrough("out by a discard alone", "must_discard", 3, 297),
    "floating": Playthrough("a player floats and draws again", "floating", 3, 542),
    "unplayable_discard": Playthrough("a last card that fits nowhere", "unplayable_discard", 3, 510),
    "out_to_win": Playthrough(
        "going out wins against a higher total", "out_to_win", 3, 543, deal_number=11, scores=(470, 480, 620)
    ),
    "top_call": Playthrough("a call is a lay-off", "top_call", 4, 297),
    "no_call": Playthrough("nobody calls", "no_call", 2, 120),
    "quick": Playthrough("a game to 200", "quick", 4, 596, deal_number=5, scores=(170, 180, 90, 120)),
    "joker_swap": Playthrough("jokers are swapped out", "joker_swap", 3, 145),
    "ranked": Playthrough("nobody draws or tables a card for three rounds", "ranked", 2, 489),
    "rummy_5000": Playthrough("a wild rank, as itself and for others", "rummy_5000", 3, 58),
    "rummy_2500": Playthrough("two packs and a wild rank", "rummy_2500", 5, 22),
    "rummy_1500": Playthrough("the deal that wins", "rummy_1500", 2, 74, deal_number=4, scores=(1200, 1250)),
    "persian": Playthrough("the second deal of partners", "persian", 4, 299, deal_number=2, scores=(30, 40, 20, -10)),
    # Other ways to end, and options that no preset has
    "stock_end": Playthrough(
        "the last stock card ends the deal",
        {"preset": "classic", "stock_out": "end", "hand_size": 12, "call": "off"},
        4,
        364,
        "drawer",
    ),
    "declined": Playthrough("nobody has to take", {"preset": "no_call", "hand_size": 13}, 4, 263, "even"),
    "no_take": Playthrough("nothing can be taken", {"preset": "bicycle", "hand_size": 12}, 4, 84, "drawer"),
    "reshuffle": Playthrough("the pile becomes the stock, twice", _RESHUFFLING, 4, 9, "even"),
    "clockwise": Playthrough(
        "a call waits for nearer players", {"preset": "classic", "call_priority": "clockwise"}, 3, 221
    ),
    "corner": Playthrough("runs round the corner and sets with twins", _CORNER, 5, 313),
    "lowest": Playthrough("the lowest value of every range", _LOWEST, 2, 280),
    "highest": Playthrough(
        "the highest value of every range", _HIGHEST, 3, 39, "even", deal_number=99, scores=(19500, 7, -20)
    ),
}
