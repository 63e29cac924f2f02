"""Can a certain card be tabled, and could the turn still be ended (docs/rules.md 5.6, 6.4, 9.1)? Exact.

Masks of ranks have 13 bits. A `Layout` given here is what the seat may use of the table (`melds.faced`).
"""

from __future__ import annotations

from bots.kernel.cards import (
    EACH_SUIT,
    JOKERS,
    ONE_PACK,
    PLACE,
    RANK,
    SUIT,
    SUIT_BITS,
    TWIN,
    folded,
)
from bots.kernel.facts import Facts
from bots.kernel.hands import run_members, set_ranks
from bots.kernel.melds import Layout, window


def tableable(facts: Facts, layout: Layout, cards: int) -> int:
    """A mask that holds at least every card that could be tabled if all these were at hand."""
    if cards & facts.wilds or not facts.plain_sets:
        return facts.pack
    places = (cards | cards >> TWIN) & ONE_PACK
    likely = run_members(facts, places | layout.in_runs) | set_ranks(places) * EACH_SUIT
    return (likely | likely << TWIN if facts.two_packs else likely) | layout.naturals


def fewest(facts: Facts, layout: Layout, hand: int, card: int, new_meld: bool) -> int:
    """The fewest cards of the hand whose tabling tables the card (one of them), 0 where it cannot be done.

    New melds, lay-offs and chains of lay-offs count (6.4); swaps do not. `new_meld`: only a new meld will do.
    """
    least = 0
    if not new_meld:
        bit = 1 << card
        if layout.naturals & bit or (layout.wild and facts.wilds & bit):
            return 1
        least = _chain(facts, layout, hand, card)
        if least == 2:
            return 2
    return _smaller(least, _fewest_in_meld(facts, hand, card))


def _smaller(one: int, other: int) -> int:
    """The smaller of two counts of which 0 means none."""
    return min(one, other) if one and other else one or other


def _chain(facts: Facts, layout: Layout, hand: int, card: int) -> int:
    """The fewest cards that reach the card from the end of a run of its suit, 0 where none do (6.4, 9.3)."""
    suit = SUIT[card]
    if suit == 4 or not hand & (facts.wilds | layout.run_ends & facts.of_suit[suit]):
        return 0
    others = hand & ~(1 << card)
    held = folded(others) >> 13 * suit & SUIT_BITS
    wilds = others & facts.wilds
    least = 0
    for meld in layout.melds:
        if meld.in_run and meld.of == suit:
            for between in _gaps(facts, meld.start, len(meld.cards), RANK[card]):
                spare = wilds & ~_natural_wild(facts, between & held, suit, hand)
                if (between & ~held).bit_count() <= spare.bit_count():
                    least = _smaller(least, between.bit_count() + 1)
    return least


def _natural_wild(facts: Facts, ranks: int, suit: int, hand: int) -> int:
    """The card of the wild rank that fills its own place in a chain, and is not free to stand for another."""
    if facts.wild_rank < 0 or not ranks >> facts.wild_rank & 1:
        return 0
    place = suit * 13 + facts.wild_rank
    both = hand & (1 << place | 1 << place + TWIN)
    return both & -both


def _gaps(facts: Facts, start: int, length: int, rank: int) -> list[int]:
    """The ranks between a run and the rank, as masks, for each end from which the run could grow that far."""
    found: list[int] = []
    if facts.ring:
        up = (rank - start - length) % 13
        down = (start - 1 - rank) % 13
        if length + up + 1 <= 13:
            found = [window((start + length) % 13, up), window((start - down) % 13, down)]
        return found
    for position in (rank, 13) if rank == 0 else (rank,):
        if position >= start + length and position <= facts.highest and position - start < 13:
            found.append(window(start + length, position - start - length))
        elif position < start and position >= facts.lowest and start + length - position <= 13:
            found.append(window(position + 1, start - position - 1))
    return found


def _fewest_in_meld(facts: Facts, hand: int, card: int) -> int:
    """The fewest cards of a new meld with the card, 0 where there is none."""
    if not facts.wilds >> card & 1:
        return _as_itself(facts, hand, card)
    least = 0 if SUIT[card] == 4 else _as_itself(facts, hand, card)
    return 3 if least == 3 else _smaller(least, _as_wild(facts, hand, card))


def _as_itself(facts: Facts, hand: int, card: int) -> int:
    wilds = hand & facts.wilds & ~(1 << card)
    rank, suit = RANK[card], SUIT[card]
    of_rank = hand & facts.of_rank[rank]
    same = _distinct(facts, of_rank)
    if not wilds:
        if same >= 3:
            return 3
        return 3 if suit < 4 and run_members(facts, folded(hand & facts.of_suit[suit])) >> PLACE[card] & 1 else 0
    spare = (wilds & ~of_rank).bit_count()
    if same + spare >= 3 and min(same, 3) >= facts.min_naturals:
        return 3
    return _shortest_run(facts, hand, suit, wilds, rank, -1) if suit < 4 else 0


def _distinct(facts: Facts, of_rank: int) -> int:
    """How many of these cards of one rank may lie in one set as themselves."""
    if facts.any_suits:
        return of_rank.bit_count()
    return folded(of_rank).bit_count() + (of_rank & JOKERS).bit_count()


def _as_wild(facts: Facts, hand: int, card: int) -> int:
    """The fewest cards of a meld in which the card stands for another."""
    wilds = hand & facts.wilds
    for rank in range(13):
        if rank != facts.wild_rank:
            naturals = min(_distinct(facts, hand & facts.of_rank[rank]), 2)
            if naturals + wilds.bit_count() >= 3 and naturals >= facts.min_naturals:
                return 3
    least = 0
    for suit in range(4):
        least = _smaller(least, _shortest_run(facts, hand & ~(1 << card), suit, wilds, -1, card))
    return least


def _shortest_run(facts: Facts, hand: int, suit: int, wilds: int, through: int, used: int) -> int:
    """The length of the shortest run of the suit from the hand and the wilds, 0 where there is none.

    `through`: it holds that rank, as itself (-1: no matter). `used`: that wild takes part, standing for another card.
    """
    held = folded(hand) >> 13 * suit & SUIT_BITS
    for length in range(3, 4 if facts.min_naturals < 2 else 14):
        for start in range(13) if facts.ring else range(facts.lowest, facts.highest - length + 2):
            ranks = window(start, length)
            if through >= 0 and not ranks >> through & 1:
                continue
            if _can_fill(facts, suit, ranks, ranks & held, wilds, through, used):
                return length
    return 0


def _can_fill(facts: Facts, suit: int, ranks: int, naturals: int, wilds: int, through: int, used: int) -> bool:
    """Whether a window of ranks, some of them held as naturals, can be filled by the wilds.

    A card of the wild rank in its own place is a natural, and no longer free. Where the wild that must be used finds no
    gap, a natural makes room; where the only gap is its own place it would be itself, which `_as_itself` answers.
    """
    if used >= 0 and naturals == ranks:
        naturals &= naturals - 1
    gaps = ranks & ~naturals
    spare = wilds.bit_count()
    if facts.wild_rank >= 0 and naturals >> facts.wild_rank & 1 and through != facts.wild_rank:
        spare -= 1
    if used >= 0 and SUIT[used] == suit and gaps == 1 << RANK[used]:
        return False
    return gaps.bit_count() <= spare and naturals.bit_count() >= facts.min_naturals
