"""What the cards kept may still become: for every card that may come, what it would bring to the table."""

from __future__ import annotations

from collections.abc import Iterator

from bots.draft import Draft
from bots.outlook import Outlook
from bots.sight import positions_of, positions_of_rank, twins
from engine.cards import BIT, FIRST_JOKER, JOKERS, OF_RANK, RANK, SUIT, Card, cards_in
from engine.melds import run_place

Way = tuple[int, int]
"""The points that an arriving card would bring to the table, and the cards of the hand that it needs for that."""


_WINDOWS = (((-2, -1), 0b00011), ((-1, 1), 0b01010), ((1, 2), 0b11000))
"""The two neighbours that make a run of three with a card, as offsets and as bits around it."""


def prospects(outlook: Outlook, draft: Draft) -> tuple[float, dict[Card, float]]:
    """The points that a draft's remaining hand may still bring, and how many of them go with each of its naturals."""
    hope = 0.0
    losses = dict.fromkeys(cards_in(draft.naturals), 0.0)
    for place, chance in enumerate(outlook.chances):
        if chance and not draft.rest & twins(place):
            ways = list(_ways(draft, place))
            if ways:
                gain, cards = max(ways)
                hope += chance * gain
                for card in cards_in(cards):
                    other = max((gain for gain, needs in ways if not needs & BIT[card]), default=0)
                    losses[card] += chance * (gain - other)
    for card in losses:
        losses[card] += outlook.weights.seed * draft.sight.points[card] * _mates(outlook, card)
    for card in cards_in(draft.naturals & JOKERS):
        losses[card] += _of_joker(outlook, draft)
    return hope, losses


def _of_joker(outlook: Outlook, draft: Draft) -> float:
    """14.2: what goes with a joker that is no wild: with a mate in the hand the hope of a set, else half of that."""
    chance = outlook.weights.unseen * (outlook.unseen & JOKERS).bit_count()
    share = 1.0 if (draft.naturals & JOKERS).bit_count() > 1 else 0.5
    return min(1.0, chance) * share * draft.sight.points[FIRST_JOKER] * 3


def _ways(draft: Draft, place: int) -> Iterator[Way]:
    """How a card, if it came, would get on the table with cards of the hand."""
    sight, naturals = draft.sight, draft.naturals
    points = sight.points[place]
    mates = naturals & OF_RANK[RANK[place]]
    if mates & mates - 1:
        if not sight.rules.any_suits:
            mates = draft.one_of_each(mates & ~twins(place))
        if mates & mates - 1:
            yield points + draft.gain(mates), mates
    suit = SUIT[place]
    ranks = draft.ranks(suit)
    if ranks:
        yield from _ways_in_runs(draft, place, suit, ranks, points)


def _ways_in_runs(draft: Draft, place: int, suit: int, ranks: int, points: int) -> Iterator[Way]:
    """The same in runs: between or beside two cards of the hand, or as the link between one and a run."""
    rules = draft.sight.rules
    for position in positions_of_rank(rules, RANK[place]):
        near = positions_of(rules, ranks) << 2 >> position
        for offsets, pattern in _WINDOWS:
            if near & pattern == pattern:
                cards = _cards_at(draft, suit, [position + offset for offset in offsets])
                yield points + draft.gain(cards), cards
        for spot in draft.runs:
            if spot.suit == suit:
                beyond = 1 if position == spot.high + 1 else -1 if position == spot.low - 1 else 0
                if beyond and near >> 2 + beyond & 1:
                    cards = _cards_at(draft, suit, [position + beyond])
                    yield points + draft.gain(cards), cards


def _cards_at(draft: Draft, suit: int, positions: list[int]) -> int:
    cards = 0
    for position in positions:
        card = draft.natural_at(run_place(suit, position))
        if card is not None:
            cards |= BIT[card]
    return cards


def _mates(outlook: Outlook, card: Card) -> float:
    """The chances of the cards next to it in rank or suit, added up."""
    if card >= FIRST_JOKER:
        return 0.0
    chances, suit, rank = outlook.chances, SUIT[card], RANK[card]
    same = sum(chances[other * 13 + rank] for other in range(4) if other != suit)
    near = sum(chances[suit * 13 + other] for other in (rank - 2, rank - 1, rank + 1, rank + 2) if 0 <= other < 13)
    return same + near
