"""What a legal move does to a world, and how turns, call windows and deals end (docs/rules.md, sections 8 and 9)."""

from __future__ import annotations

from bots.kernel.cards import mask_of
from bots.kernel.facts import CALL_PILE, END, FREE
from bots.kernel.legal import above, has_take, layout_after, seats_that_call, seats_that_contest
from bots.kernel.melds import BY, CARD_BITS, STAND, begins_low, laid_off, points_of_first, swapped, with_meld
from bots.kernel.moves import AT_LOW, CALL, DECLINE, DISCARD, DRAW, LAY_OFF, MELD, PASS, SWAP, TAKE, Move
from bots.kernel.world import (
    DECLINED,
    IN_DRAW,
    IN_PLAY,
    NO_TAKE,
    OUT,
    OVER,
    QUIET,
    STOCK_END,
    World,
)

QUIET_ROUNDS = 3


def play(world: World, seat: int, move: Move) -> None:
    """Carries out a legal move of the seat. Nothing is checked."""
    kind = move.kind
    if kind == DRAW:
        draw(world)
    elif kind == DISCARD:
        discard(world, move.card)
    elif kind == TAKE:
        _take(world, move.card)
    elif kind == LAY_OFF:
        lay_off(world, move)
    elif kind == MELD:
        put_meld(world, move)
    elif kind == SWAP:
        _swap(world, move)
    elif kind == PASS:
        world.callers.remove(seat)
        _after_pass(world)
    elif kind == CALL:
        _call(world, seat, move)
    elif kind == DECLINE:
        _end(world, world.turn, DECLINED)


def draw(world: World) -> None:
    """The seat on turn draws from the stock, which is made anew where it is empty (8.8)."""
    if not world.stock:
        stock = world.pile[:-1]
        world.chance.shuffle(stock)
        renew_stock(world, stock)
    world.hands[world.turn] |= 1 << world.stock.pop()
    world.phase = IN_PLAY
    if world.window:
        _close(world)


def renew_stock(world: World, stock: list[int]) -> None:
    """8.8: the pile but its top is the stock, in the given order, the next card last."""
    world.stock = stock
    world.pile = world.pile[-1:]
    world.pile_mask = mask_of(world.pile)
    world.reshuffled += 1


def _close(world: World) -> None:
    """No window is open any more."""
    world.window = []
    world.callers = []
    world.calls = []
    world.call_seats = []


def _take(world: World, card: int) -> None:
    top = card == world.pile[-1]
    rule = world.facts.top_rule if top else world.facts.deep_rule
    world.obliged = 0 if rule == FREE else 1 << card
    _move_to_hand(world, world.turn, card)


def _move_to_hand(world: World, seat: int, card: int) -> None:
    """The seat has the card of the pile and all above it, which all have seen, and is in its play phase."""
    mask = above(world, card)
    at = world.pile.index(card)
    world.taken = world.pile[at:]
    del world.pile[at:]
    world.pile_mask ^= mask
    world.hands[seat] |= mask
    world.known[seat] |= mask
    world.phase = IN_PLAY
    if world.window:
        _close(world)


def put_meld(world: World, move: Move) -> None:
    """The seat on turn puts a meld down."""
    world.layout = layout_after(world, move)
    world.points[world.turn] += move.points
    _tabled(world, move.mask)


def lay_off(world: World, move: Move) -> None:
    """The seat on turn lays a card off."""
    _count_lay_off(world, world.turn, move)
    world.layout = layout_after(world, move)
    _tabled(world, 1 << move.card)


def _count_lay_off(world: World, seat: int, move: Move) -> None:
    """The points of a card that is laid off, by which with `corner` an ace may be a low ace no more (4.2)."""
    facts, meld = world.facts, world.layout.melds[move.meld]
    low = False
    if move.end == AT_LOW:
        low = meld.start == 1
        if begins_low(meld):
            by = meld.cards[0] >> BY
            world.points[by] += points_of_first(facts, meld, False) - points_of_first(facts, meld, True)
    world.points[seat] += facts.tabled_points(move.card, move.stand, low)


def _tabled(world: World, mask: int) -> None:
    """What follows when cards were tabled: the deal or the turn may end with the last card (8.1, 8.3)."""
    seat = world.turn
    hand = world.hands[seat] ^ mask
    world.hands[seat] = hand
    world.known[seat] &= hand
    world.obliged &= hand
    world.tabled = True
    if hand:
        return
    if not world.facts.floats:
        _end(world, seat, OUT)
        return
    stock_end = _ends_with_stock(world)
    world.turn = (seat + 1) % world.facts.players
    world.phase = IN_DRAW
    _end_turn(world)
    world.quiet_turns = 0
    if stock_end:
        _end(world, seat, STOCK_END)
    else:
        _without_window(world, seat)


def _swap(world: World, move: Move) -> None:
    facts, seat, meld = world.facts, world.turn, world.layout.melds[move.meld]
    for at, coded in enumerate(meld.cards):
        if coded & CARD_BITS == move.wild:
            low = at == 0 and begins_low(meld)
            worth = facts.tabled_points(move.wild, (coded >> STAND & CARD_BITS) - 1, low)
            world.points[coded >> BY] -= worth * 2 if meld.doubled >> move.wild & 1 else worth
            world.points[seat] += facts.tabled_points(move.card, -1, low)
    world.layout = with_meld(world.layout, move.meld, swapped(facts, meld, move.card, move.wild, seat))
    wild = 1 << move.wild
    world.hands[seat] = world.hands[seat] & ~(1 << move.card) | wild
    world.known[seat] = world.known[seat] & ~(1 << move.card) | wild
    world.obliged |= wild


def _end_turn(world: World) -> None:
    world.taken = []
    world.obliged = 0
    world.by_call = False
    world.tabled = False


def discard(world: World, card: int) -> None:
    """The seat on turn puts the card on the pile, and what follows from it (8.1-8.4, 8.7, 8.8, 9.1)."""
    seat, bit = world.turn, 1 << card
    quiet = world.quiet_turns + 1 if world.taken and not world.tabled else 0
    hand = world.hands[seat] ^ bit
    world.hands[seat] = hand
    world.known[seat] &= hand
    world.pile.append(card)
    world.pile_mask |= bit
    world.last_discard_by = seat
    world.quiet_turns = quiet
    world.turn = (seat + 1) % world.facts.players
    world.phase = IN_DRAW
    _end_turn(world)
    stock_end = not world.stock and _ends_with_stock(world)
    limit_reached = quiet > 0 and quiet >= QUIET_ROUNDS * world.facts.players
    if not hand:
        callers = [] if stock_end or limit_reached else seats_that_contest(world, seat)
        if not callers:
            _end(world, seat, OUT)
            return
    elif stock_end or limit_reached:
        _end(world, seat, STOCK_END if stock_end else QUIET)
        return
    else:
        callers = seats_that_call(world, seat)
    if callers:
        world.window = callers
        world.callers = callers.copy()
    elif not world.stock:
        _without_window(world, seat)


def _ends_with_stock(world: World) -> bool:
    """8.8: the stock is used up, and that ends the deal with the turn (in a loaded position with the next one)."""
    return world.facts.stock_out == END and not world.stock


def _without_window(world: World, last: int) -> None:
    """The turn reaches the next seat; with an empty stock and no legal take the deal ends (8.6)."""
    if not world.can_draw() and not has_take(world):
        _end(world, last, NO_TAKE)


def _end(world: World, last: int, ended: int) -> None:
    _end_turn(world)
    world.phase = OVER
    world.turn = last
    world.ended = ended
    world.out = last if ended == OUT else -1
    _close(world)


def _call(world: World, seat: int, move: Move) -> None:
    if not world.facts.clockwise:
        _carry_out(world, seat, move)
        return
    world.callers.remove(seat)
    world.calls.append(move)
    world.call_seats.append(seat)
    _after_pass(world)


def _after_pass(world: World) -> None:
    """Carries out the call that no nearer seat can precede any more; ends the window when all have answered (9.8)."""
    by, players = world.last_discard_by, world.facts.players
    if world.calls:
        nearest = 0
        for at in range(1, len(world.calls)):
            if (world.call_seats[at] - by) % players < (world.call_seats[nearest] - by) % players:
                nearest = at
        seat = world.call_seats[nearest]
        for caller in world.callers:
            if (caller - by) % players < (seat - by) % players:
                return
        _carry_out(world, seat, world.calls[nearest])
    elif not world.callers:
        contested = world.is_contested()
        _close(world)
        if contested:
            _end(world, by, OUT)
        else:
            _without_window(world, by)


def _carry_out(world: World, seat: int, move: Move) -> None:
    """The call of the seat is served (9.2, 9.5), and the window is over."""
    if world.facts.call == CALL_PILE:
        world.turn = seat
        world.obliged = 1 << move.card
        world.by_call = True
        _move_to_hand(world, seat, move.card)
        return
    _count_lay_off(world, seat, move)
    meld = laid_off(world.facts, world.layout.melds[move.meld], move.card, move.stand, move.end, seat)
    world.layout = with_meld(world.layout, move.meld, meld)
    world.pile.pop()
    world.pile_mask &= ~(1 << move.card)
    world.quiet_turns = 0
    _close(world)
    _without_window(world, seat)
