"""Options as they apply to one deal: the number of players and the wild rank worked into masks, limits and points."""

from __future__ import annotations

from functools import cached_property, lru_cache

from engine.cards import (
    BIT,
    CARDS,
    CODES,
    FIRST_JOKER,
    JOKER_RANK,
    JOKERS,
    OF_RANK,
    ONE_PACK,
    PACK_SIZE,
    RANK,
    RANK_ALONE,
    Card,
)
from engine.options import Options

LOW_ACE, HIGH_ACE = 0, 13
"""Places of a run are numbered from the low ace (0) to the high ace (13); with `corner` they form a ring of 13."""


class Rules:
    """What one deal is played by. Equal arguments share one instance, so it may be compared by identity."""

    def __init__(self, options: Options, players: int, wild_rank: int | None) -> None:
        self.options = options
        self.players = players
        self.wild_rank = wild_rank
        self.packs = packs = options.packs(players)
        naturals = ONE_PACK | (ONE_PACK << PACK_SIZE if packs == 2 else 0)
        joker_count = packs * options.jokers_per_pack
        jokers = JOKERS & ((1 << (FIRST_JOKER + joker_count)) - 1)
        self.pack = naturals | jokers
        self.wilds = jokers if options.wild == "jokers" else 0
        if wild_rank is not None and options.wild == "dealer_upcard":
            self.wilds = OF_RANK[wild_rank] & naturals
        self.ring = options.ace_in_runs == "corner"
        self.lowest = 1 if options.ace_in_runs == "high" else LOW_ACE
        self.highest = HIGH_ACE if options.ace_in_runs in ("both", "high") else 12
        self.any_suits = options.set_suits == "any"
        self.set_limit = 4 * packs if self.any_suits else 4
        self.min_naturals = options.min_naturals
        self.own_only = options.lay_off == "own"
        self.swaps = options.wild_swap == "reuse" and self.wilds != 0
        self.keeps_a_discard = options.go_out == "discard"
        self.floats = options.go_out in ("float", "unplayable")

    @cached_property
    def hand_points(self) -> tuple[int, ...]:
        """The points of each card in the hand (3.1-3.3, 3.6, 13.3)."""
        bonus = self._bonus
        return tuple(bonus.get(card, self._plain_points(card)) for card in range(len(CODES)))

    @cached_property
    def wild_classes(self) -> tuple[int, ...]:
        """The wilds in groups of equals: those without a bonus, then each value of a bonus (NOTATION, "legal")."""
        groups: dict[int | None, int] = {}
        bonus = self._bonus
        for card in range(len(CODES)):
            if self.wilds & BIT[card]:
                groups[bonus.get(card)] = groups.get(bonus.get(card), 0) | BIT[card]
        return tuple(groups.values())

    def tabled_points(self, card: Card, stand: int | None, low_ace: bool) -> int:
        """The points of a tabled card; `low_ace` where it, or what it stands for, is the low end of its run."""
        if low_ace and self._is_plain(card) and RANK[card] == 0:
            return self.options.ace_low_points
        represents = self.options.joker_on_table == "represented"
        if card >= FIRST_JOKER and stand is not None and represents and card not in self._bonus:
            rank = stand - RANK_ALONE if stand >= RANK_ALONE else stand % 13
            return self.options.ace_low_points if low_ace else self._rank_points(rank)
        return self.hand_points[card]

    @cached_property
    def _bonus(self) -> dict[Card, int]:
        """3.6: a code without a twin's mark covers both twins, unless the twin has an entry of its own."""
        given = {CARDS[code]: points for code, points in self.options.bonus_cards}
        twins = {card + PACK_SIZE: points for card, points in given.items() if card < PACK_SIZE}
        return twins | given

    def _is_plain(self, card: Card) -> bool:
        return card not in self._bonus and not (card < FIRST_JOKER and self.wilds & BIT[card])

    def _plain_points(self, card: Card) -> int:
        if card < FIRST_JOKER and self.wilds & BIT[card]:
            if self.wild_rank == 0 and self.options.wild_ace_points is not None:
                return self.options.wild_ace_points
            return self.options.wild_points or 0
        return self._rank_points(RANK[card])

    def _rank_points(self, rank: int) -> int:
        if rank == JOKER_RANK:
            return self.options.joker_points
        if rank == 0:
            return self.options.ace_points
        return 10 if rank >= 9 else 5 if self.options.pips == "five" else rank + 1


def rules_for(options: Options, players: int, wild_rank: int | None) -> Rules:
    """The one `Rules` of these options, number of players and wild rank (0 ace … 12 king, None where none is wild)."""
    return _rules_for(options, options.preset, players, wild_rank)


@lru_cache(maxsize=1024)
def _rules_for(options: Options, _preset: str | None, players: int, wild_rank: int | None) -> Rules:
    # The name takes no part in comparing options, but it must not be lost to an equal set of another name.
    return Rules(options, players, wild_rank)
