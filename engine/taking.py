"""Which cards of the pile may be taken (docs/rules.md, section 6), and which may be called (9.1, 9.3)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.cards import BIT, PACK_SIZE, Card, Seat, mask_of_cards
from engine.errors import Code
from engine.finishing import can_finish
from engine.rules import Rules
from engine.table import Layout, Observation, Table
from engine.tabling import EACH_SUIT, folded, least_cards, openings, run_members, set_ranks


def take_refusal(seen: Observation, index: int) -> Code | None:
    """Why the card at this place of the pile may not be taken with all above it, None where it may."""
    table = seen.table
    if index < len(table.pile) - 1 and table.rules.options.deep_card == "never":
        return Code.TAKE_TOO_DEEP
    hand = seen.hand | mask_of_cards(table.pile[index:])
    return _refusal(seen, table.pile[index], hand, single=index == len(table.pile) - 1)


def _refusal(seen: Observation, card: Card, hand: int, *, single: bool) -> Code | None:
    """The verdict on a take that leaves this hand."""
    assert seen.seat is not None
    table, bit = seen.table, BIT[card]
    rule = table.rules.options.top_card if single else table.rules.options.deep_card
    obliged = 0 if rule == "free" else bit
    owes = bit if rule == "new_meld" else 0
    if can_finish(table.rules, seen.seat, table.melds, hand, obliged, owes, bit if single else 0):
        return None
    return Code.CANNOT_USE_TAKEN_CARD if obliged else Code.TURN_WOULD_GET_STUCK


def legal_takes(seen: Observation) -> Iterator[Card]:
    """The cards that may be taken, from the top down; whose turn it is, is not asked."""
    table, hand = seen.table, seen.hand
    pile, rules = table.pile, table.rules
    if not pile:
        return
    assert seen.seat is not None
    top, below = pile[-1], pile[-2::-1]
    plain = hand and rules.options.top_card == "free"
    hand |= BIT[top]
    if plain or _refusal(seen, top, hand, single=True) is None:
        yield top
    if not below or rules.options.deep_card == "never":
        return
    likely = -1 if rules.wilds else tableable(rules, table.melds, seen.seat, hand | mask_of_cards(below))
    for card in below:
        hand |= BIT[card]
        if likely & BIT[card] and _refusal(seen, card, hand, single=False) is None:
            yield card


def tableable(rules: Rules, layout: Layout, seat: Seat, cards: int) -> int:
    """Without wilds: a mask that holds at least every card that could be tabled if all these were at hand."""
    if rules.any_suits or rules.options.joker_role == "rank":
        return -1
    places = folded(cards)
    room = openings(rules, layout, seat)
    likely = run_members(rules, places | room.in_runs) | set_ranks(places) * EACH_SUIT
    return likely | likely << PACK_SIZE | room.naturals


def callable_cards(table: Table, seat: Seat) -> int:
    """9.1: the mask of the pile's cards that the seat could table with the table and the cards above them alone."""
    rules, layout, pile = table.rules, table.melds, table.pile
    whole = mask_of_cards(pile)
    likely = -1 if rules.wilds & whole else tableable(rules, layout, seat, whole)
    if not likely & whole:
        return 0
    found = above = 0
    for card in reversed(pile):
        above |= BIT[card]
        if likely & BIT[card] and least_cards(rules, layout, seat, above, card, new_meld=False):
            found |= BIT[card]
    return found
