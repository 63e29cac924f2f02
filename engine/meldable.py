"""All the melds that a hand holds (docs/rules.md, section 4), lazily, each once.

Equal wilds are listed once: the lowest of the hand, from low to high. Wilds that differ (obliged, taken alone, with a
bonus) are listed each; so is a card of the wild rank, as itself and as a wild (docs/notation.md, "legal").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, product

from engine.cards import (
    BIT,
    FIRST_JOKER,
    JOKER_RANK,
    OF_RANK,
    OF_SUIT,
    PACK_SIZE,
    RANK,
    RANK_ALONE,
    SUIT,
    Card,
    cards_in,
)
from engine.melds import Played, is_itself, run_place
from engine.rules import Rules
from engine.tabling import folded, run_members, set_ranks

Cards = tuple[Played, ...]
LONGEST = 13


def new_melds(
    rules: Rules, hand: int, *, special: int = 0, through: Card | None = None, longest: int = LONGEST
) -> Iterable[Cards]:
    """The melds of the hand with every declaration made, a run low to high, a set in its canonical order.

    `special` are wilds that are like no other (obliged, taken alone). `through`: only melds that hold this card.
    """
    found = _melds(rules, hand, special, through, longest) if hand & rules.wilds else natural_melds(rules, hand)
    if through is None and longest == LONGEST:
        return found
    return (
        cards
        for cards in found
        if len(cards) <= longest and (through is None or any(card == through for card, _ in cards))
    )


def natural_melds(rules: Rules, hand: int) -> list[Cards]:
    """The melds of a hand without wilds."""
    found: list[Cards] = []
    places = folded(hand)
    if rules.any_suits or hand >> FIRST_JOKER:
        ranks = [rank for rank, of_rank in enumerate(OF_RANK) if (hand & of_rank).bit_count() >= 3]
    else:
        ranks = cards_in(set_ranks(places))
    for rank in ranks:
        found += _natural_sets(rules, hand & OF_RANK[rank])
    members = run_members(rules, places)
    if members:
        members |= members << PACK_SIZE
        for of_suit in OF_SUIT:
            if members & of_suit:
                found += _natural_runs(rules, hand & members & of_suit)
    return found


@lru_cache(maxsize=1 << 13)
def _natural_sets(rules: Rules, of_rank: int) -> tuple[Cards, ...]:
    return tuple(_sets(rules, of_rank, [], LONGEST))


@lru_cache(maxsize=1 << 14)
def _natural_runs(rules: Rules, of_suit: int) -> tuple[Cards, ...]:
    return tuple(_runs(rules, of_suit, [], None, LONGEST))


def _melds(rules: Rules, hand: int, special: int, through: Card | None, longest: int) -> Iterator[Cards]:
    groups = classes(rules, hand & rules.wilds, special)
    yield from _sets(rules, hand, groups, longest)
    yield from _runs(rules, hand, groups, through, longest)


def classes(rules: Rules, wilds: int, special: int) -> list[int]:
    """The wilds in groups of equals, each as a mask."""
    if not wilds:
        return []
    alone = [BIT[card] for card in cards_in(wilds & special)]
    return alone + [group & wilds & ~special for group in rules.wild_classes if group & wilds & ~special]


def _sets(rules: Rules, hand: int, classes: list[int], longest: int) -> Iterator[Cards]:
    wild_count = sum(group.bit_count() for group in classes)
    limit = min(rules.set_limit, longest)
    for rank in range(JOKER_RANK + 1):
        of_rank = hand & OF_RANK[rank]
        if rank == JOKER_RANK:
            of_rank &= ~rules.wilds
        joinable = 0 if rank in (JOKER_RANK, rules.wild_rank) else wild_count
        if of_rank.bit_count() + joinable < 3:
            continue
        naturals = sorted(cards_in(of_rank), key=lambda card: (SUIT[card], card))
        for count in range(rules.min_naturals, min(len(naturals), limit) + 1):
            for chosen in combinations(naturals, count):
                if rules.any_suits or rank == JOKER_RANK or len({SUIT[card] for card in chosen}) == count:
                    yield from _set_with_wilds(rank, chosen, classes, min(joinable, limit - count))


def _set_with_wilds(rank: int, chosen: tuple[Card, ...], classes: list[int], most: int) -> Iterator[Cards]:
    base = tuple((card, None) for card in chosen)
    if not most:
        if len(chosen) >= 3:
            yield base
        return
    for extra in range(max(0, 3 - len(chosen)), most + 1):
        for counts in _shares([group.bit_count() for group in classes], extra):
            wilds = sorted(
                card for group, count in zip(classes, counts, strict=True) for card in cards_in(group)[:count]
            )
            yield base + tuple((card, RANK_ALONE + rank) for card in wilds)


def _shares(sizes: list[int], total: int) -> Iterator[tuple[int, ...]]:
    """All ways to take `total` wilds from classes of these sizes."""
    if not sizes:
        if not total:
            yield ()
        return
    for count in range(min(sizes[0], total) + 1):
        for rest in _shares(sizes[1:], total - count):
            yield (count, *rest)


def _runs(rules: Rules, hand: int, classes: list[int], through: Card | None, longest: int) -> Iterator[Cards]:
    wild_count = sum(group.bit_count() for group in classes)
    natural = through if through is not None and not rules.wilds & BIT[through] else None
    for suit in range(4) if natural is None else (SUIT[natural],):
        fillers = [_fillers(hand, run_place(suit, position)) for position in range(13)]
        if sum(map(bool, fillers)) + wild_count < 3:
            continue
        for start in range(13) if rules.ring else range(rules.lowest, rules.highest - 1):
            for length in _lengths(rules, fillers, start, wild_count, longest):
                ranks = [position % 13 for position in range(start, start + length)]
                if natural is None or RANK[natural] in ranks:
                    places = [suit * 13 + rank for rank in ranks]
                    yield from _filled(rules, places, [fillers[rank] for rank in ranks], classes, wild_count)


def _fillers(hand: int, place: int) -> tuple[Card, ...]:
    """The natural cards of the hand for a place: the card, its twin, both or none."""
    if hand & BIT[place]:
        return (place, place + PACK_SIZE) if hand & BIT[place + PACK_SIZE] else (place,)
    return (place + PACK_SIZE,) if hand & BIT[place + PACK_SIZE] else ()


def _lengths(rules: Rules, fillers: list[tuple[Card, ...]], start: int, wild_count: int, longest: int) -> Iterator[int]:
    """The lengths of a run from this position that the naturals and the wilds could fill."""
    end = start + longest if rules.ring else min(start + longest, rules.highest + 1)
    gaps = 0
    for position in range(start, end):
        gaps += not fillers[position % 13]
        if gaps > wild_count:
            return
        length = position - start + 1
        # 4.5: of a whole ring only those that begin or end with the ace can be written
        if length >= 3 and not (rules.ring and length == LONGEST and start > 1):
            yield length


def _filled(
    rules: Rules, places: list[int], window: list[tuple[Card, ...]], classes: list[int], wild_count: int
) -> Iterator[Cards]:
    """The window filled in every way: naturals where they are, wilds in the gaps and in place of naturals."""
    held = [index for index, cards in enumerate(window) if cards]
    gaps = len(window) - len(held)
    for more in range(min(wild_count - gaps, len(held) - rules.min_naturals) + 1):
        for given_up in combinations(held, more):
            natural = [index for index in held if index not in given_up]
            open_indexes = [index for index in range(len(window)) if index not in natural]
            for cards in product(*(window[index] for index in natural)):
                whole: list[Played] = [(0, None)] * len(window)
                for index, card in zip(natural, cards, strict=True):
                    whole[index] = card, None
                if not open_indexes:
                    yield tuple(whole)
                    continue
                free = [[card for card in cards_in(group) if card not in cards] for group in classes]
                wanted = [places[index] for index in open_indexes]
                for wilds in _wild_sequences(free, wanted):
                    for index, card in zip(open_indexes, wilds, strict=True):
                        whole[index] = card, places[index]
                    yield tuple(whole)


def _wild_sequences(classes: list[list[Card]], places: list[int]) -> Iterator[tuple[Card, ...]]:
    """The different sequences of wilds for the places: of equal wilds the lowest, from low to high.

    Where one of them would come to its own place it is itself there, and that meld is listed with it as a natural.
    """
    for pattern in _patterns([len(group) for group in classes], len(places)):
        lowest = [iter(group) for group in classes]
        chosen = tuple(next(lowest[index]) for index in pattern)
        if not any(map(is_itself, chosen, places)):
            yield chosen


def _patterns(sizes: list[int], count: int) -> Iterator[tuple[int, ...]]:
    """All sequences of class indexes of that length in which no class occurs more often than its size."""
    if not count:
        yield ()
        return
    for index in range(len(sizes)):
        if sizes[index]:
            sizes[index] -= 1
            for rest in _patterns(sizes, count - 1):
                yield (index, *rest)
            sizes[index] += 1
