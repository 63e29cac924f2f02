"""The rules of one deal as plain numbers: what the kernel asks again and again, worked out once."""

from __future__ import annotations

from typing import Final, TypeAlias

from bots.kernel.cards import CARD_COUNT, EACH_SUIT, OF_RANK, OF_SUIT, RANK_ALONE, cards_in, engine_card, kernel_mask
from bots.kernel.moves import Move
from engine.rules import HIGH_ACE, Rules

FREE: Final = 0
USE: Final = 1
NEW_MELD: Final = 2
NEVER: Final = 3
_TAKES: Final = {"free": FREE, "must_use": USE, "use": USE, "new_meld": NEW_MELD, "never": NEVER}

NO_CALL: Final = 0
CALL_PILE: Final = 1
CALL_TOP: Final = 2
_CALLS: Final = {"off": NO_CALL, "pile": CALL_PILE, "top_lay_off": CALL_TOP}

PLAY_ON: Final = 0
END: Final = 1
RESHUFFLE: Final = 2
_STOCK_OUT: Final = {"play_on": PLAY_ON, "end": END, "reshuffle": RESHUFFLE}

WildKey: TypeAlias = tuple[int, int, int, int]
LOW_ACE: Final = 13
"""In `wild_points`: what a wild that stands for a low ace is worth."""


class Facts:
    """The rules of a deal (`rules`, the engine's form) as numbers; masks and cards are the kernel's.

    `pack` are all cards of the game, `of_rank` and `of_suit` those of a rank (13: jokers) or suit (4: jokers).
    `lowest`, `highest`: places of a run, 0 the low ace, 13 the high one; `ring`: they form a circle of 13. `wild_rank`
    is -1 where no rank is wild. Places of a pack: `run_starts` may begin a run of three that ends at a king or below,
    `high_aces` may end one. `plain_sets`: a set takes one natural of each suit, jokers none. `top_rule`,
    `deep_rule`, `call`, `stock_out`: the constants of this module. Points of a tabled card: `hand_points`, as a low ace
    `low_points`, as a wild `wild_points[card][rank that it stands for]`. `natural_sets` and `natural_runs` keep the
    melds that were found for the naturals of one rank or suit; `wild_sets` and `wild_runs` those for naturals, wilds,
    special wilds and the rank or suit, `kept` melds in all.
    """

    def __init__(self, rules: Rules) -> None:
        options = rules.options
        self.rules = rules
        self.players: int = rules.players
        self.pack: int = kernel_mask(rules.pack)
        self.two_packs: bool = rules.packs == 2
        self.of_rank: list[int] = [mask & self.pack for mask in OF_RANK]
        self.of_suit: list[int] = [mask & self.pack for mask in OF_SUIT]
        self.wilds: int = kernel_mask(rules.wilds)
        self.wild_rank: int = -1 if rules.wild_rank is None else rules.wild_rank
        self.lowest: int = rules.lowest
        self.highest: int = rules.highest
        self.ring: bool = rules.ring
        self.run_starts: int = EACH_SUIT * (0x7FE if self.lowest else 0x7FF)
        self.high_aces: int = EACH_SUIT if self.ring or self.highest == HIGH_ACE else 0
        self.any_suits: bool = rules.any_suits
        self.plain_sets: bool = not rules.any_suits and options.joker_role != "rank"
        self.set_limit: int = rules.set_limit
        self.min_naturals: int = rules.min_naturals
        self.own_only: bool = rules.own_only
        self.swaps: bool = rules.swaps
        self.keeps_a_discard: bool = rules.keeps_a_discard
        self.floats: bool = rules.floats
        self.refuses_playable: bool = options.go_out == "unplayable" and options.playable_last_discard == "refused"
        self.contests: bool = options.go_out == "unplayable" and options.playable_last_discard == "callable"
        self.top_rule: int = _TAKES[options.top_card]
        self.deep_rule: int = _TAKES[options.deep_card]
        self.call: int = _CALLS[options.call]
        self.clockwise: bool = options.call_priority == "clockwise"
        self.stock_out: int = _STOCK_OUT[options.stock_out]
        self.reshuffles: int = options.reshuffles
        self.hands_count: bool = options.stock_out_counts_hand
        self.four_doubles: bool = options.four_at_once_doubles
        self.out_bonus: int = options.out_bonus
        self.out_collects: bool = options.out_collects
        self.partners: bool = options.partners
        self.wild_classes: list[int] = [kernel_mask(group) for group in rules.wild_classes]
        cards = [engine_card(card) for card in range(CARD_COUNT)]
        self.hand_points: list[int] = [rules.hand_points[card] for card in cards]
        self.low_points: list[int] = [rules.tabled_points(card, None, True) for card in cards]
        self.wild_points: list[list[int]] = [_wild_points(rules, card) for card in cards]
        self.kept = 0
        self.natural_sets: dict[int, list[Move]] = {}
        self.natural_runs: dict[int, list[Move]] = {}
        self.wild_sets: dict[WildKey, list[Move]] = {}
        self.wild_runs: dict[WildKey, list[Move]] = {}

    def tabled_points(self, card: int, stand: int, low: bool) -> int:
        """The points of a tabled card that stands for `stand` (-1: itself); `low`: it begins a run as its low ace."""
        if stand < 0:
            return self.low_points[card] if low else self.hand_points[card]
        if low:
            return self.wild_points[card][LOW_ACE]
        return self.wild_points[card][stand - RANK_ALONE if stand >= RANK_ALONE else stand % 13]

    def points_in(self, mask: int) -> int:
        """What the cards of a hand count."""
        points = 0
        for card in cards_in(mask):
            points += self.hand_points[card]
        return points


def _wild_points(rules: Rules, card: int) -> list[int]:
    as_ranks = [rules.tabled_points(card, RANK_ALONE + rank, False) for rank in range(13)]
    return [*as_ranks, rules.tabled_points(card, 0, True)]


_FACTS: Final[dict[int, Facts]] = {}
_MOST_KEPT: Final = 4


def facts_of(rules: Rules) -> Facts:
    """The facts of these rules, made once as long as not many others are asked for."""
    known = _FACTS.get(id(rules))
    if known is None or known.rules is not rules:
        if len(_FACTS) >= _MOST_KEPT:
            _FACTS.clear()
        known = _FACTS[id(rules)] = Facts(rules)
    return known
