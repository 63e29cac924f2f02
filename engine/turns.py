"""How turns, call windows and deals end (docs/rules.md, sections 8 and 9), once a move has changed hands and table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.cards import BIT, Card, Seat, mask_of_cards, played
from engine.melds import Place, laid_off, places_on
from engine.table import DRAW, OVER, PLAY, Deal, Ended, Observation, Table
from engine.tabling import layout_with, openings
from engine.taking import callable_cards, legal_takes

if TYPE_CHECKING:
    from engine.moves.call import Call

_TURN_OVER: dict[str, Any] = {"taken": (), "obliged": 0, "by_call": False, "tabled": False}
QUIET_ROUNDS = 3


def with_hand(deal: Deal, seat: Seat, hand: int, changes: dict[str, Any], *, shown: int = 0) -> Deal:
    """The deal with a new hand for the seat and the table changed. `shown`: cards that came to it face up."""
    table = deal.table
    hands, counts, known = [*deal.hands], [*table.card_counts], [*table.known]
    hands[seat] = hand
    counts[seat] = hand.bit_count()
    known[seat] = (known[seat] | shown) & hand
    table = table.changed(changes, card_counts=tuple(counts), known=tuple(known))
    return Deal(table, tuple(hands), deal.stock, deal.callers, deal.calls, deal.seed, deal.reshuffle)


def after_discard(deal: Deal, seat: Seat, card: Card) -> Deal:
    """The seat puts the card on the pile, and what follows from it (8.1-8.4, 8.7, 8.8, 9.1)."""
    before = deal.table
    quiet = before.quiet_turns + 1 if before.taken and not before.tabled else 0
    deal = with_hand(
        deal,
        seat,
        deal.hands[seat] & ~BIT[card],
        {
            "pile": (*before.pile, card),
            "last_discard_by": seat,
            "quiet_turns": quiet,
            "turn": before.left_of(seat),
            "phase": DRAW,
            **_TURN_OVER,
        },
    )
    stock_end = _ends_with_stock(before)
    limit_reached = quiet >= QUIET_ROUNDS * before.players
    if not deal.hands[seat]:
        callers = () if stock_end or limit_reached else _contesters(deal.table, seat)
        return _opened(deal, callers) if callers else _over(deal, seat, "out", out=seat)
    if stock_end:
        return _over(deal, seat, "stock_end")
    if limit_reached:
        return _over(deal, seat, "quiet")
    callers = _callers(deal.table, seat)
    return _opened(deal, callers) if callers else _without_window(deal, seat)


def after_tabling(deal: Deal, seat: Seat) -> Deal:
    """What follows when cards were tabled: nothing, or the deal or the turn ends with the last card (8.1, 8.3)."""
    table = deal.table
    if deal.hands[seat]:
        return deal
    if not table.rules.floats:
        return _over(deal._replace(table=table.changed(_TURN_OVER)), seat, "out", out=seat)
    stock_end = _ends_with_stock(table)
    deal = deal._replace(table=table.changed(_TURN_OVER, quiet_turns=0, turn=table.left_of(seat), phase=DRAW))
    return _over(deal, seat, "stock_end") if stock_end else _without_window(deal, seat)


def after_pass(deal: Deal) -> Deal:
    """Carries out the call that no nearer seat can precede any more; ends the window when all have answered (9.8)."""
    table = deal.table
    by = table.last_discard_by
    assert by is not None

    def distance(seat: Seat) -> int:
        return (seat - by) % table.players

    if deal.calls:
        seat, call = min(deal.calls, key=lambda kept: distance(kept[0]))
        if all(distance(caller) > distance(seat) for caller in deal.callers):
            return carry_out(deal, seat, call)
        return deal
    if deal.callers:
        return deal
    contested = table.is_contested
    deal = deal._replace(table=table.changed(window=()))
    return _over(deal, by, "out", out=by) if contested else _without_window(deal, by)


def carry_out(deal: Deal, seat: Seat, call: Call) -> Deal:
    """The call of the seat is served (9.2, 9.5), and the window is over."""
    deal = deal._replace(callers=(), calls=())
    card = played(call.card)[0]
    if deal.table.rules.options.call == "pile":
        return taken(deal, seat, card, {"turn": seat, "obliged": BIT[card], "by_call": True})
    assert call.meld is not None
    table = deal.table
    stand = played(call.card)[1]
    meld = table.melds[call.meld - 1]
    place = _place(table, call, card, stand)
    meld = laid_off(meld, card, place, seat, ring=table.rules.ring)
    melds = layout_with(table.rules, table.melds, call.meld, meld)
    table = table.changed(melds=melds, pile=table.pile[:-1], quiet_turns=0, window=())
    return _without_window(deal._replace(table=table), seat)


def _place(table: Table, call: Call, card: Card, stand: int | None) -> Place:
    assert call.meld is not None
    (place,) = places_on(table.rules, table.melds[call.meld - 1], card, stand, call.end)
    return place


def taken(deal: Deal, seat: Seat, card: Card, changes: dict[str, Any]) -> Deal:
    """The seat takes the card and all above it from the pile and is in its play phase; no window is open any more."""
    pile = deal.table.pile
    index = pile.index(card)
    mask = mask_of_cards(pile[index:])
    changes = {"pile": pile[:index], "taken": pile[index:], "phase": PLAY, "window": (), **changes}
    return with_hand(deal, seat, deal.hands[seat] | mask, changes, shown=mask)


def _ends_with_stock(table: Table) -> bool:
    """8.8: the stock is used up, and that ends the deal with the turn (in a loaded position with the next one)."""
    return table.rules.options.stock_out == "end" and not table.stock_count


def _callers(table: Table, discarder: Seat) -> tuple[Seat, ...]:
    """The other seats that can call something now (9.1, 9.5)."""
    if table.rules.options.call == "off" or not (table.rules.own_only or can_call(table, table.turn)):
        return ()
    others = tuple(table.left_of(Seat(discarder + step)) for step in range(table.players - 1))
    return tuple(seat for seat in others if can_call(table, seat)) if table.rules.own_only else others


def can_call(table: Table, seat: Seat) -> bool:
    """Whether the pile holds something that the seat may call."""
    if table.is_contested or table.rules.options.call == "top_lay_off":
        return fits_by_itself(table, seat, table.pile[-1])
    return callable_cards(table, seat) != 0


def fits_by_itself(table: Table, seat: Seat, card: Card) -> bool:
    """Whether the seat could lay the card off on the table as it is."""
    room = openings(table.rules, table.melds, seat)
    bit = BIT[card]
    return bool(room.naturals & bit) or (room.wild and bool(table.rules.wilds & bit))


def _contesters(table: Table, discarder: Seat) -> tuple[Seat, ...]:
    """8.4: the seats that can call a last discard which its player could have laid off."""
    options = table.rules.options
    if options.go_out != "unplayable" or options.playable_last_discard != "callable":
        return ()
    card = table.pile[-1]
    if not fits_by_itself(table, discarder, card):
        return ()
    others = tuple(table.left_of(Seat(discarder + step)) for step in range(table.players - 1))
    return tuple(seat for seat in others if fits_by_itself(table, seat, card))


def _opened(deal: Deal, callers: tuple[Seat, ...]) -> Deal:
    callers = tuple(sorted(callers))
    return deal._replace(table=deal.table.changed(window=callers), callers=callers)


def _without_window(deal: Deal, last: Seat) -> Deal:
    """The turn reaches the next seat; with an empty stock and no legal take the deal ends (8.6)."""
    table = deal.table
    if table.stock_count or table.can_reshuffle:
        return deal
    seen = Observation(table, table.turn, deal.hands[table.turn], False, False)
    if any(True for _ in legal_takes(seen)):
        return deal
    return _over(deal, last, "no_take")


def declined(deal: Deal, seat: Seat) -> Deal:
    """8.6: the seat refuses to go on without a stock."""
    return _over(deal, seat, "declined")


def _over(deal: Deal, last: Seat, ended: Ended, *, out: Seat | None = None) -> Deal:
    table = deal.table.changed(_TURN_OVER, phase=OVER, turn=last, ended=ended, out=out, window=())
    return deal._replace(table=table, callers=(), calls=())
