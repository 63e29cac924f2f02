"""The options of the rules (docs/options.md): one flat, frozen value, checked when it is made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from engine.cards import CARDS, FIRST_JOKER
from engine.errors import ImpossibleRules, sentence

BonusCards = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class OptionSpec:
    """What an option may be: `kind` is choice, int, bool or card_points; low and high are inclusive."""

    name: str
    clause: str
    kind: str
    default: object
    values: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    nullable: bool = False

    def admits(self, value: object) -> bool:
        """Whether the value exists for this option, combinations aside."""
        if value is None:
            return self.nullable
        if self.kind == "choice":
            return value in self.values
        if self.kind == "bool":
            return isinstance(value, bool)
        if self.kind == "int":
            return type(value) is int and self.low <= value <= self.high
        return isinstance(value, tuple) and all(
            code in CARDS and type(points) is int and self.low <= points <= self.high for code, points in value
        )


def _choice(clause: str, *values: str) -> Any:
    return field(default=values[0], metadata={"clause": clause, "kind": "choice", "values": values})


def _int(clause: str, default: int | None, low: int, high: int, nullable: bool = False) -> Any:
    return field(
        default=default,
        metadata={"clause": clause, "kind": "int", "low": low, "high": high, "nullable": nullable},
    )


def _bool(clause: str, default: bool) -> Any:
    return field(default=default, metadata={"clause": clause, "kind": "bool"})


@dataclass(frozen=True)
class Options:
    """One set of rules. The defaults are the preset `pagat`; `preset`, the name it was made from, for display only."""

    min_players: int = _int("2.1", 2, 2, 8)
    max_players: int = _int("2.1", 8, 2, 8)
    second_pack_from: int = _int("2.1", 5, 3, 9)
    jokers_per_pack: int = _int("2.1", 2, 0, 4)
    hand_size_two: int = _int("2.2", 13, 3, 15)
    hand_size: int = _int("2.2", 7, 3, 15)
    hand_sizes: str = _choice("13.1", "fixed", "upcard")
    next_dealer: str = _choice("2.4", "left", "winner")
    wild: str = _choice("4.3", "jokers", "dealer_upcard", "none")
    joker_role: str = _choice("14.2", "wild", "rank")
    min_naturals: int = _int("4.6", 1, 0, 2)
    wild_swap: str = _choice("4.8", "off", "reuse")
    set_suits: str = _choice("4.1", "distinct", "any")
    ace_in_runs: str = _choice("4.2", "both", "low", "high", "corner")
    top_card: str = _choice("6.1", "free", "must_use", "new_meld")
    deep_card: str = _choice("6.2", "use", "new_meld", "never")
    lay_off: str = _choice("7.1", "anyone", "own")
    call: str = _choice("9.1", "pile", "top_lay_off", "off")
    call_priority: str = _choice("9.8", "first", "clockwise")
    call_window: int = _int("9.9", 5, 0, 60)
    go_out: str = _choice("8.1", "any", "discard", "float", "unplayable")
    playable_last_discard: str = _choice("8.4", "refused", "callable")
    stock_out: str = _choice("8.6", "play_on", "end", "reshuffle")
    reshuffles: int = _int("8.8", 1, 0, 9)
    stock_out_counts_hand: bool = _bool("10.2", True)
    pips: str = _choice("3.1", "face", "five")
    ace_points: int = _int("3.3", 15, 1, 200)
    ace_low_points: int = _int("3.3", 1, 1, 200)
    joker_points: int = _int("3.2", 15, 0, 200)
    joker_on_table: str = _choice("3.2", "fixed", "represented")
    wild_points: int | None = _int("13.3", None, 0, 400, nullable=True)
    wild_ace_points: int | None = _int("13.3", None, 0, 400, nullable=True)
    bonus_cards: BonusCards = field(
        default=(), metadata={"clause": "3.6", "kind": "card_points", "low": -1000, "high": 1000}
    )
    four_at_once_doubles: bool = _bool("14.3", False)
    partners: bool = _bool("14.1", False)
    out_bonus: int = _int("10.3", 0, 0, 500)
    out_collects: bool = _bool("10.3", False)
    target: int | None = _int("11.1", 500, 50, 20000, nullable=True)
    target_reached: str = _choice("11.1", "at_least", "more_than")
    winner: str = _choice("11.2", "highest", "went_out", "must_go_out")
    deal_limit: int | None = _int("11.5", None, 1, 100, nullable=True)
    preset: str | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        for name, spec in OPTIONS.items():
            value = getattr(self, name)
            if not spec.admits(value):
                raise ImpossibleRules("{value} is not a value of {name}.", (name,), value=f"{value!r:.60}", name=name)
        for found, problem, names in _conflicts(self):
            if found:
                raise ImpossibleRules(problem, names)

    def packs(self, players: int) -> int:
        """How many packs so many players use (2.1)."""
        return 2 if players >= self.second_pack_from else 1

    def pack_size(self, players: int) -> int:
        """The number of cards, jokers included."""
        return self.packs(players) * (52 + self.jokers_per_pack)

    def hand_size_for(self, players: int) -> int:
        """The cards dealt to each of so many players, where hands are of one size (2.2)."""
        return self.hand_size_two if players == 2 else self.hand_size

    def check_players(self, players: int) -> None:
        """ImpossibleRules where so many players cannot play by these options (2.1, 2.3, 3.6, 14.1)."""
        if not self.min_players <= players <= self.max_players:
            raise ImpossibleRules(
                "There are {players} players where {fewest} to {most} may play.",
                ("min_players", "max_players"),
                players=players,
                fewest=self.min_players,
                most=self.max_players,
            )
        if not self.enough_cards(players):
            names = ("hand_sizes",) if self.hand_sizes == "upcard" else (self._hand_size_name(players),)
            raise ImpossibleRules(
                "The cards do not suffice for {players} players.",
                (*names, "second_pack_from", "jokers_per_pack"),
                players=players,
            )
        missing = [code for code, _ in self.bonus_cards if not self.has_card(code, players)]
        if missing:
            raise ImpossibleRules("There is no such card in the pack: {card}.", ("bonus_cards",), card=missing[0])

    def enough_cards(self, players: int) -> bool:
        """2.3: at least one stock card is left after the upcard."""
        each = 12 if self.hand_sizes == "upcard" else self.hand_size_for(players)
        return players * each + 2 <= self.pack_size(players)

    def has_card(self, code: str, players: int) -> bool:
        """Whether the pack of so many players holds the card."""
        card, packs = CARDS[code], self.packs(players)
        return card < 52 * packs if card < FIRST_JOKER else card - FIRST_JOKER < packs * self.jokers_per_pack

    def _hand_size_name(self, players: int) -> str:
        return "hand_size_two" if players == 2 else "hand_size"


OPTIONS: dict[str, OptionSpec] = {
    option.name: OptionSpec(option.name, default=option.default, **option.metadata)
    for option in fields(Options)
    if option.metadata
}


def _conflicts(o: Options) -> list[tuple[bool, str, tuple[str, ...]]]:
    """Section 12, "An impossible combination": found?, the problem, the options concerned."""
    numbers = range(o.min_players, o.max_players + 1)
    jokers_wild = o.jokers_per_pack > 0 and o.joker_role == "wild"
    return [
        (
            o.min_players > o.max_players,
            sentence("`min_players` is above `max_players`."),
            ("min_players", "max_players"),
        ),
        (
            o.partners and (o.min_players, o.max_players) != (4, 4),
            sentence("Partners need exactly four players."),
            ("partners", "min_players", "max_players"),
        ),
        (o.call == "pile" and o.deep_card == "never", sentence("A call takes deep."), ("call", "deep_card")),
        (
            o.playable_last_discard == "callable" and o.go_out != "unplayable",
            sentence("A last discard is contested only with go_out unplayable."),
            ("playable_last_discard", "go_out"),
        ),
        (
            o.playable_last_discard == "callable" and o.call == "off",
            sentence("A last discard cannot be called when nobody calls."),
            ("playable_last_discard", "call"),
        ),
        (
            o.wild == "dealer_upcard" and o.hand_sizes != "upcard",
            sentence("The dealer has an upcard only with hand_sizes upcard."),
            ("wild", "hand_sizes"),
        ),
        (
            o.wild == "dealer_upcard" and o.wild_points is None,
            sentence("The points of the wild cards are missing."),
            ("wild", "wild_points"),
        ),
        (
            o.hand_sizes == "upcard" and o.jokers_per_pack > 0,
            sentence("A joker has no rank to deal by."),
            ("hand_sizes", "jokers_per_pack"),
        ),
        (
            o.wild == "none" and jokers_wild,
            sentence("The jokers would have no use."),
            ("wild", "jokers_per_pack", "joker_role"),
        ),
        (o.wild == "jokers" and o.jokers_per_pack == 0, sentence("There are no jokers."), ("wild", "jokers_per_pack")),
        (
            o.wild == "jokers" and o.joker_role == "rank",
            sentence("Jokers are either wild or a rank."),
            ("wild", "joker_role"),
        ),
        (o.target is None and o.deal_limit is None, sentence("The game would never end."), ("target", "deal_limit")),
        (
            not any(o.enough_cards(n) for n in numbers),
            sentence("The cards do not suffice for any number of players."),
            ("hand_size_two", "hand_size", "second_pack_from", "jokers_per_pack"),
        ),
        (
            any(not any(o.has_card(code, n) for n in numbers) for code, _ in o.bonus_cards),
            sentence("A bonus card is not in the pack."),
            ("bonus_cards",),
        ),
    ]


def rivals_of(name: str) -> tuple[str, ...]:
    """The other options whose values may be impossible together with one of this option's.

    >>> rivals_of("call")
    ('deep_card', 'playable_last_discard')
    """
    rivals = {rival for *_, names in _conflicts(Options()) if name in names for rival in names}
    return tuple(rival for rival in OPTIONS if rival in rivals and rival != name)


def options_json(options: Options) -> dict[str, Any]:
    """All options in full, JSON-ready, with the name of the preset they were made from."""
    values = {name: getattr(options, name) for name in OPTIONS}
    return {"preset": options.preset, **values, "bonus_cards": dict(options.bonus_cards)}


def bonus_cards_from(value: object) -> object:
    """{"QS": 40} as the sorted pairs that an Options holds; anything else as it is, to be refused there."""
    if isinstance(value, Mapping) and all(isinstance(code, str) and code in CARDS for code in value):
        return tuple(sorted(value.items(), key=lambda pair: CARDS[pair[0]]))
    return value
