"""The legal moves of a world: all of them, or whether one candidate is (docs/rules.md, sections 5 to 9).

Candidates are what the cards allow; whether a candidate is legal depends on how the turn could end (5.6, 6.4).
"""

from __future__ import annotations

from typing import Final

from bots.kernel.cards import cards_in
from bots.kernel.facts import CALL_PILE, FREE, NEVER, NEW_MELD, NO_CALL
from bots.kernel.finishing import Turn, can_finish, places_on
from bots.kernel.hands import melds_in, wild_groups
from bots.kernel.melds import CARD_BITS, STAND, Layout, faced, laid_off, put_down, replaces, swapped, with_meld
from bots.kernel.moves import CALL, CALLS, DISCARDS, LAY_OFF, SWAP, TAKES, THE_DECLINE, THE_DRAW, THE_PASS, Move
from bots.kernel.reach import fewest, tableable
from bots.kernel.world import IN_DRAW, OVER, World

EMPTY: Final = Layout([])


def actors(world: World) -> list[int]:
    """The seats that have a move: those that have still to answer in the call window, then the one on turn."""
    if world.phase == OVER:
        return []
    if not world.window:
        return [world.turn]
    if world.turn in world.callers or not draws(world):
        return world.callers.copy()
    return [*world.callers, world.turn]


def legal_moves(world: World, seat: int) -> list[Move]:
    """All legal moves of the seat (of equal wilds the lowest; see `hands` for the most melds that are listed)."""
    found = window_moves(world, seat) if seat in world.callers else []
    if seat != world.turn or world.phase == OVER:
        return found
    if world.phase == IN_DRAW:
        return found + draws(world)
    tablings = [*lay_offs(world), *(move for group in new_melds(world) for move in group)]
    return discards(world) + [move for move in tablings if may_table(world, move)] + swaps(world)


def window_moves(world: World, seat: int) -> list[Move]:
    """Calls and the pass of a seat that has still to answer in the open window."""
    if world.facts.call == CALL_PILE:
        cards = cards_in(callable_cards(world, seat))
        return [CALLS[card] for card in cards if may_call(world, seat, card)] + [THE_PASS]
    layout, top = faced(world.facts, world.layout, seat), 1 << world.pile[-1]
    return [*_ways_to_lay_off(world, layout, top, 0, CALL), THE_PASS]


def draws(world: World) -> list[Move]:
    """The moves of the draw phase."""
    if world.is_held():
        return []
    if not world.can_draw():
        return legal_takes(world) + ([] if world.window else [THE_DECLINE])
    return [THE_DRAW, *legal_takes(world)]


def legal_takes(world: World) -> list[Move]:
    """The takes of the seat on turn, whatever else is open."""
    return [TAKES[card] for card in cards_in(likely_takes(world)) if may_take(world, card)]


def likely_takes(world: World) -> int:
    """A mask that holds at least every card of the pile that may be taken."""
    if not world.pile:
        return 0
    top = 1 << world.pile[-1]
    if world.facts.deep_rule == NEVER:
        return top
    if world.facts.swaps:  # with a wild from the table everything is possible
        return world.pile_mask
    layout = faced(world.facts, world.layout, world.turn) if world.facts.own_only else world.layout
    return world.pile_mask & tableable(world.facts, layout, world.hands[world.turn] | world.pile_mask) | top


def may_take(world: World, card: int) -> bool:
    """6.4: whether the seat on turn may take this card of the pile and all above it."""
    facts, hand = world.facts, world.hands[world.turn]
    single = card == world.pile[-1]
    rule = facts.top_rule if single else facts.deep_rule
    if single and rule == FREE and hand:
        return True
    hand |= above(world, card)
    bit = 1 << card
    turn = Turn(
        facts,
        world.turn,
        world.layout,
        hand,
        0 if rule == FREE else bit,
        bit if rule == NEW_MELD else 0,
        bit if single else 0,
    )
    return can_finish(turn)


def above(world: World, card: int) -> int:
    """The card of the pile and all above it, as a mask."""
    mask = 0
    pile = world.pile
    for index in range(len(pile) - 1, -1, -1):
        mask |= 1 << pile[index]
        if pile[index] == card:
            break
    return mask


def discards(world: World) -> list[Move]:
    """The discards of the seat on turn (5.4, 6.5, 6.6, 8.4)."""
    return [DISCARDS[card] for card in cards_in(discardable(world))]


def discardable(world: World) -> int:
    """The cards that the seat on turn may discard, as a mask."""
    if world.obliged:
        return 0
    hand = world.hands[world.turn]
    last = world.facts.refuses_playable and hand and not hand & (hand - 1)
    if last and _fits(world, world.turn, hand.bit_length() - 1):
        return 0
    return hand & ~world.single() if len(world.taken) == 1 else hand


def lay_offs(world: World) -> list[Move]:
    """The candidates for a lay-off of the seat on turn."""
    hand = world.hands[world.turn]
    if not hand & (world.layout.naturals | world.facts.wilds):
        return []
    layout = faced(world.facts, world.layout, world.turn) if world.facts.own_only else world.layout
    if world.obliged:
        hand &= ~(world.owes_new_meld() & world.obliged)
    if hand & world.facts.wilds:
        return _ways_to_lay_off(world, layout, hand, world.obliged | world.single(), LAY_OFF)
    fitting = hand & layout.naturals
    known = layout.ways.get(fitting)
    if known is None:
        known = layout.ways[fitting] = _ways_to_lay_off(world, layout, fitting, 0, LAY_OFF)
    return known


def _ways_to_lay_off(world: World, layout: Layout, hand: int, special: int, kind: int) -> list[Move]:
    """Every way to lay a card of the hand off, of equal wilds the lowest."""
    facts = world.facts
    found: list[Move] = []
    fitting = hand & layout.naturals
    wilds = hand & facts.wilds if layout.wild else 0
    if not fitting and not wilds:
        return found
    lowest = [group[0] for group in wild_groups(facts, wilds, special)] if wilds else []
    for index, meld in enumerate(layout.melds):
        alike = meld.low == meld.high and meld.low >= 0
        if fitting & meld.room:
            for card in cards_in(fitting & meld.room):
                for stand, end in places_on(facts, meld, card, False):
                    found.append(Move(kind, card, stand, index, end, alike))
        for card in lowest:
            for stand, end in places_on(facts, meld, card, True):
                found.append(Move(kind, card, stand, index, end, alike))
    return found


def new_melds(world: World) -> list[list[Move]]:
    """The candidates for a new meld of the seat on turn, in groups."""
    hand = world.hands[world.turn]
    special = world.obliged | world.single() if hand & world.facts.wilds else 0
    return melds_in(world.facts, hand, special)


def may_table(world: World, move: Move) -> bool:
    """8.2, 5.6: whether the seat on turn may put this meld down, or lay this card off."""
    facts, seat = world.facts, world.turn
    tabled = 1 << move.card if move.kind == LAY_OFF else move.mask
    left = world.hands[seat] & ~tabled
    if not left and facts.keeps_a_discard:
        return False
    obliged, single = world.obliged & ~tabled, world.single()
    if not obliged and left & ~single:
        return True
    # What a new meld leaves is there as before, so the answer is often plain before the new table is built.
    before = EMPTY if move.kind == LAY_OFF else world.layout
    turn = Turn(facts, seat, before, left, obliged, world.owes_new_meld(), single)
    if can_finish(turn):
        return True
    turn.layout = layout_after(world, move)
    return can_finish(turn)


def layout_after(world: World, move: Move) -> Layout:
    """The table after the seat on turn puts a meld down or lays a card off."""
    facts, layout, seat = world.facts, world.layout, world.turn
    if move.kind == LAY_OFF:
        meld = laid_off(facts, layout.melds[move.meld], move.card, move.stand, move.end, seat)
        return with_meld(layout, move.meld, meld)
    return with_meld(layout, len(layout.melds), put_down(facts, move, seat))


def swaps(world: World) -> list[Move]:
    """The swaps of the seat on turn: an obliged card may not go in, for a swap is not tabling (4.8)."""
    facts = world.facts
    found: list[Move] = []
    if not facts.swaps:
        return found
    free = cards_in(world.hands[world.turn] & ~world.obliged)
    for index, meld in enumerate(faced(facts, world.layout, world.turn).melds):
        for coded in meld.cards:
            wild, stand = coded & CARD_BITS, (coded >> STAND & CARD_BITS) - 1
            for card in free if stand >= 0 else []:
                if replaces(facts, meld, card, stand) and _may_swap(world, index, card, wild):
                    found.append(Move(SWAP, card, meld=index, wild=wild))
    return found


def _may_swap(world: World, index: int, card: int, wild: int) -> bool:
    facts, seat = world.facts, world.turn
    grown = swapped(facts, world.layout.melds[index], card, wild, seat)
    layout = with_meld(world.layout, index, grown)
    hand = world.hands[seat] & ~(1 << card) | 1 << wild
    obliged = world.obliged | 1 << wild
    return can_finish(Turn(facts, seat, layout, hand, obliged, world.owes_new_meld(), world.single()))


def callable_cards(world: World, seat: int) -> int:
    """9.1, 9.5, 9.11: the cards of the pile that the seat may call, as a mask."""
    facts = world.facts
    if world.is_contested() or facts.call != CALL_PILE:
        top = world.pile[-1]
        return 1 << top if _fits(world, seat, top) else 0
    return _in_reach(world, seat, False)


def can_call(world: World, seat: int) -> bool:
    """Whether there is anything that the seat may call, before a window is open."""
    if world.facts.call != CALL_PILE:
        return _fits(world, seat, world.pile[-1])
    return _in_reach(world, seat, True) != 0


def _in_reach(world: World, seat: int, one: bool) -> int:
    """9.1: the cards of the pile that can be tabled with the table and the cards above them alone, or `one` of them."""
    facts = world.facts
    layout = faced(facts, world.layout, seat) if facts.own_only else world.layout
    likely = world.pile_mask & tableable(facts, layout, world.pile_mask)
    found = mask = 0
    if likely:
        for card in reversed(world.pile):
            mask |= 1 << card
            if likely >> card & 1 and fewest(facts, layout, mask, card, False):
                found |= 1 << card
                if one:
                    break
    return found


def may_call(world: World, seat: int, card: int) -> bool:
    """5.6: whether the turn that begins with the call could be ended, as it can in all but made-up positions."""
    mask, bit = above(world, card), 1 << card
    single = mask if mask == bit else 0
    return can_finish(Turn(world.facts, seat, world.layout, world.hands[seat] | mask, bit, 0, single))


def seats_that_call(world: World, discarder: int) -> list[int]:
    """The other seats that can call something now, from the lowest (9.1, 9.5)."""
    facts = world.facts
    if facts.call == CALL_PILE and len(world.pile) < 3 and not world.pile_mask & (world.layout.naturals | facts.wilds):
        return []  # too few for a meld of their own, and none fits the table
    if facts.call == NO_CALL or not (facts.own_only or can_call(world, world.turn)):
        return []
    others = [seat for seat in range(facts.players) if seat != discarder]
    return [seat for seat in others if can_call(world, seat)] if facts.own_only else others


def seats_that_contest(world: World, discarder: int) -> list[int]:
    """8.4: the seats that can call a last discard which its player could have laid off, from the lowest."""
    top = world.pile[-1]
    if not world.facts.contests or not _fits(world, discarder, top):
        return []
    return [seat for seat in range(world.facts.players) if seat != discarder and _fits(world, seat, top)]


def _fits(world: World, seat: int, card: int) -> bool:
    """Whether the seat could lay the card off on the table as it is."""
    layout = faced(world.facts, world.layout, seat)
    return bool(layout.naturals >> card & 1) or (layout.wild and bool(world.facts.wilds >> card & 1))


def has_take(world: World) -> bool:
    """Whether the seat on turn may take anything."""
    likely = likely_takes(world)
    return any(likely >> card & 1 and may_take(world, card) for card in reversed(world.pile))
