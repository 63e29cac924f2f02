"""Which cards of the pile may be taken (RULES.md, section 6), and which may be called (9.1, 9.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import BIT, OF_SUIT, PACK_SIZE, SUIT, Card, Seat, cards_in
from engine.errors import Code
from engine.finishing import Turn, can_finish
from engine.rules import Rules
from engine.table import Layout, Observation, Table
from engine.tabling import folded, least_cards, openings, run_members, triples


def take_refusal(seen: Observation, index: int) -> Code | None:
    """Why the card at this place of the pile may not be taken with all above it, None where it may."""
    table = seen.table
    if index < len(table.pile) - 1 and table.options.deep_card == "never":
        return Code.TAKE_TOO_DEEP
    taken = 0
    for card in table.pile[index:]:
        taken |= BIT[card]
    return _refusal(seen, table.pile[index], seen.hand | taken, single=index == len(table.pile) - 1)


def _refusal(seen: Observation, card: Card, hand: int, *, single: bool) -> Code | None:
    """The verdict on a take that leaves this hand."""
    assert seen.seat is not None
    table, bit = seen.table, BIT[card]
    rule = table.options.top_card if single else table.options.deep_card
    obliged = 0 if rule == "free" else bit
    owes = bit if rule == "new_meld" else 0
    turn = Turn(table.rules, seen.seat, table.melds, hand, obliged, owes, bit if single else 0)
    if can_finish(turn):
        return None
    return Code.CANNOT_USE_TAKEN_CARD if obliged else Code.TURN_WOULD_GET_STUCK


def legal_takes(seen: Observation) -> Iterator[Card]:
    """The cards that may be taken, from the top down; whose turn it is, is not asked."""
    table, hand = seen.table, seen.hand
    top = len(table.pile) - 1
    if top < 0:
        return
    assert seen.seat is not None
    deepest = top if table.options.deep_card == "never" else 0
    likely = -1 if table.rules.wilds else tableable(table.rules, table.melds, seen.seat, hand | _mask(table.pile))
    card = table.pile[top]
    plain = hand and table.options.top_card == "free"
    hand |= BIT[card]
    if plain or _refusal(seen, card, hand, single=True) is None:
        yield card
    for index in range(top - 1, deepest - 1, -1):
        card = table.pile[index]
        hand |= BIT[card]
        if likely & BIT[card] and _refusal(seen, card, hand, single=False) is None:
            yield card


def _mask(cards: tuple[Card, ...]) -> int:
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask


def tableable(rules: Rules, layout: Layout, seat: Seat, cards: int) -> int:
    """Without wilds: a mask that holds at least every card that could be tabled if all these were at hand."""
    if rules.any_suits or rules.options.joker_role == "rank":
        return -1
    places = folded(cards)
    likely = triples(places) | run_members(rules, places)
    likely |= likely << PACK_SIZE
    room = openings(rules, layout, seat)
    likely |= room.naturals
    if room.run_ends & cards:
        for suit in {SUIT[card] for card in cards_in(room.run_ends & cards)}:
            likely |= OF_SUIT[suit]
    return likely


def callable_cards(table: Table, seat: Seat) -> int:
    """9.1: the mask of the pile's cards that the seat could table with the table and the cards above them alone."""
    key = table.pile, seat if table.rules.own_only else None
    memory = table.melds.memory
    known: int | None = memory.get(key)
    if known is None:
        known = memory[key] = _callable_cards(table, seat)
    return known


def _callable_cards(table: Table, seat: Seat) -> int:
    rules, layout, pile = table.rules, table.melds, table.pile
    whole = _mask(pile)
    likely = -1 if rules.wilds & whole else tableable(rules, layout, seat, whole)
    if not likely & whole:
        return 0
    found = above = 0
    for card in reversed(pile):
        above |= BIT[card]
        if likely & BIT[card] and least_cards(rules, layout, seat, above, card, new_meld=False):
            found |= BIT[card]
    return found
