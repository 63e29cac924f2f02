"""The best way to table cards this turn: disjoint melds and lay-offs, wilds only where they earn it.

Sets and runs compete for cards, so every way to settle that is drafted; all else follows: runs as long as they go, then
lay-offs, then wilds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, product

from bots.draft import Draft
from bots.sight import Sight, positions_of, positions_of_rank
from bots.wilds import Use, uses
from engine.cards import BIT, OF_RANK, SUIT, cards_in
from engine.melds import End, run_place

MOST_DRAFTS = 32
"""How many ways to choose the sets are drafted: far more than a hand of 25 cards commonly has."""

ENDS: tuple[End, End] = ("high", "low")


@dataclass(frozen=True, slots=True)
class Aim:
    """What a plan is made for.

    `hold`: how many points of natural cards a wild must bring along to be played now. `obliged`: the cards
    that must be tabled; `into_new_meld`: in a new meld. `undiscardable`: a card that may not end this turn
    (6.6). `wilds`: whether to table wilds at all.
    """

    hold: float
    obliged: int = 0
    into_new_meld: bool = False
    undiscardable: int = 0
    wilds: bool = True


def best_plan(sight: Sight, hand: int, aim: Aim) -> Draft:
    """The best draft for the hand: it goes out when that can be done, else it is worth most."""
    draft = _settled(sight, hand, aim)
    if aim.wilds and hand & sight.rules.wilds and not finishes(draft, aim):
        spendthrift = Aim(0, aim.obliged, aim.into_new_meld, aim.undiscardable)
        everything = _settled(sight, hand, spendthrift)
        if finishes(everything, aim) and fulfils(everything, aim):
            return everything
    return draft


def fulfils(draft: Draft, aim: Aim) -> bool:
    """Whether the draft tables what must be tabled."""
    if draft.rest & aim.obliged:
        return False
    return not aim.into_new_meld or any(step.meld == 0 and step.mask & aim.obliged for step in draft.steps)


def finishes(draft: Draft, aim: Aim) -> bool:
    """Whether the turn would end with an empty hand."""
    count = draft.rest.bit_count()
    if count == 0:
        return not draft.sight.rules.keeps_a_discard
    return count == 1 and not draft.rest & aim.undiscardable


def worth(draft: Draft, aim: Aim) -> float:
    """The points of a draft and what the wilds kept are good for."""
    points = draft.sight.points
    return draft.points + sum(points[card] + aim.hold for card in cards_in(draft.wilds))


def _settled(sight: Sight, hand: int, aim: Aim) -> Draft:
    """The best draft that leaves a card to discard where one is needed (5.6, 6.6, 8.2)."""
    draft = _best(sight, hand, aim)
    if not _is_stranded(draft, aim):
        return draft
    kept = [_holding_back(sight, hand, 1 << card, aim) for card in cards_in(hand & ~aim.obliged & ~aim.undiscardable)]
    return max(kept, key=lambda other: _rating(other, aim), default=draft)


def _is_stranded(draft: Draft, aim: Aim) -> bool:
    if not draft.rest:
        return draft.sight.rules.keeps_a_discard
    return draft.rest == aim.undiscardable


def _holding_back(sight: Sight, hand: int, card: int, aim: Aim) -> Draft:
    draft = _best(sight, hand & ~card, aim)
    draft.rest |= card
    return draft


def _rating(draft: Draft, aim: Aim) -> tuple[bool, float]:
    return fulfils(draft, aim), worth(draft, aim)


def _best(sight: Sight, hand: int, aim: Aim) -> Draft:
    start = Draft(sight, hand, aim.obliged)
    drafts = [_completed(start, sets, aim) for sets in islice(_ways_to_choose_sets(start), MOST_DRAFTS)]
    return drafts[0] if len(drafts) == 1 else max(drafts, key=lambda draft: _rating(draft, aim))


def _completed(start: Draft, sets: tuple[tuple[int, int], ...], aim: Aim) -> Draft:
    draft = start.copy()
    for rank, cards in sets:
        if cards:
            draft.meld_set(rank, cards)
    _table_naturals(draft, aim)
    if aim.wilds and draft.wilds:
        _table_wilds(draft, aim)
    return draft


def _ways_to_choose_sets(draft: Draft) -> Iterator[tuple[tuple[int, int], ...]]:
    """Each way to choose, for every rank of which a set is held, the cards of the set (0: no set)."""
    options: list[list[tuple[int, int]]] = []
    naturals = draft.naturals
    for rank, of_rank in enumerate(OF_RANK):
        held = naturals & of_rank
        if held.bit_count() >= 3:
            cards = held if draft.sight.rules.any_suits else draft.one_of_each(held)
            if cards.bit_count() >= 3:
                options.append([(rank, choice) for choice in _sets_of(draft, cards)])
    return product(*options)


def _sets_of(draft: Draft, cards: int) -> list[int]:
    """The sets worth a draft: all the cards, or without those that might be better used in a run."""
    contested = [BIT[card] for card in cards_in(cards) if _may_join_a_run(draft, card)]
    if not contested:
        return [cards]
    smaller = [cards & ~card for card in contested] if cards.bit_count() > 3 else []
    if cards.bit_count() > 4 and len(contested) > 1:
        smaller.append(cards & ~sum(contested))
    return [cards, *(choice for choice in smaller if choice.bit_count() >= 3), 0]


def _may_join_a_run(draft: Draft, card: int) -> bool:
    suit, rank = SUIT[card], card % 13
    if suit > 3:
        return False
    positions = positions_of(draft.sight.rules, draft.ranks(suit))
    for position in positions_of_rank(draft.sight.rules, rank):
        window = positions << 2 >> position & 0b11011
        if window & 0b00011 == 0b00011 or window & 0b01010 == 0b01010 or window & 0b11000 == 0b11000:
            return True
        for spot in draft.runs:
            if spot.suit == suit and position in (spot.low - 1, spot.high + 1):
                return True
    return False


def _table_naturals(draft: Draft, aim: Aim) -> None:
    """Runs as long as they go, then every lay-off."""
    reserved = aim.obliged if aim.into_new_meld else 0
    for suit in range(4):
        while _meld_best_run(draft, suit):
            pass
    for index in range(len(draft.runs)):
        for end in ENDS:
            while _extends(draft, index, end, reserved):
                draft.extend_run(index, end)
    for index in range(len(draft.sets)):
        for card in cards_in(draft.fitting(draft.sets[index]) & ~reserved):
            if draft.sets[index].room:
                draft.join_set(index, card)


def _meld_best_run(draft: Draft, suit: int) -> bool:
    ranks = draft.ranks(suit)
    if ranks.bit_count() < 3:
        return False
    positions = positions_of(draft.sight.rules, ranks)
    starts = positions & positions >> 1 & positions >> 2
    best: tuple[int, int, int] | None = None
    for low in cards_in(starts & ~(starts << 1)):
        high = low + 2
        while positions >> high + 1 & 1 and high - low < 12:
            high += 1
        points = sum(draft.sight.points[run_place(suit, position)] for position in range(low + (low == 0), high + 1))
        if best is None or points > best[0]:
            best = points, low, high
    if best is None:
        return False
    draft.meld_run(suit, best[1], best[2])
    return True


def _extends(draft: Draft, index: int, end: End, reserved: int) -> bool:
    spot = draft.runs[index]
    if not draft.can_extend(spot, end):
        return False
    card = draft.natural_at(run_place(spot.suit, spot.high + 1 if end == "high" else spot.low - 1))
    return card is not None and not reserved & BIT[card]


def _table_wilds(draft: Draft, aim: Aim) -> None:
    """First whatever tables an obliged card, then every use that pays."""
    if not fulfils(draft, aim):
        use = _best_use(draft, aim, obliged=True)
        if use is None:
            return
        use.apply(draft)
        _table_naturals(draft, aim)
    while (use := _best_use(draft, aim, obliged=False)) is not None:
        use.apply(draft)
        _table_naturals(draft, aim)


def _best_use(draft: Draft, aim: Aim, *, obliged: bool) -> Use | None:
    """The use that pays most; None where none pays, or where none tables the obliged card if that is asked."""

    def profit(use: Use) -> float:
        return use.gain - aim.hold * use.need

    open_uses = [use for use in uses(draft) if not obliged or _discharges(draft, use, aim)]
    best = max(open_uses, key=lambda use: (profit(use), -use.need), default=None)
    return best if best is not None and (obliged or profit(best) >= 0) else None


def _discharges(draft: Draft, use: Use, aim: Aim) -> bool:
    """Whether a use tables the obliged card, in a new meld where that is asked."""
    if aim.into_new_meld and use.spot >= 0:
        return False
    return bool(use.naturals & aim.obliged or (use.need and draft.wilds & aim.obliged))
