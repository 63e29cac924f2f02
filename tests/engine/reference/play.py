"""A move's text on a position: the position after it, or the first code of the table that applies."""

from collections.abc import Callable
from dataclasses import replace

from tests.engine.reference import ending, table
from tests.engine.reference.dealing import reshuffled
from tests.engine.reference.laying_off import meld_number, place_for
from tests.engine.reference.melds import readings
from tests.engine.reference.notation import Groups, parsed, text_of
from tests.engine.reference.search import (
    after_take,
    can_end_turn,
    can_reshuffle,
    discard_fault,
    take_fault,
)
from tests.engine.reference.state import Refused, State, played
from tests.engine.reference.window import answer_window

IN_DRAW = ("draw", "take", "decline")


def play(state: State, seat: int, text: str, seed: bytes = bytes(32)) -> State:
    """The position after the move; raises Refused. `seed` is the deal's, for a reshuffle."""
    if state.phase == "over":
        raise Refused("deal_over")
    verb, groups = parsed(state, seat, text)
    if verb in ("call", "pass"):
        return answer_window(state, seat, verb, groups)
    if seat != state.turn:
        raise Refused("not_your_turn")
    waiting = state.calls or ending.is_contested(state)
    if state.phase != ("draw" if verb in IN_DRAW else "play") or (waiting and verb in ("draw", "take")):
        raise Refused("wrong_phase")
    if verb == "draw":
        return _draw(state, seed)
    if verb == "decline":
        return _decline(state)
    return MOVES[verb](state, groups)


def refusal(state: State, seat: int, text: str) -> str | None:
    """The code of a move that is not accepted, or None."""
    try:
        play(state, seat, text)
    except Refused as refused:
        return refused.code
    return None


def _draw(state: State, seed: bytes) -> State:
    stock, pile, times = state.stock, state.pile, state.reshuffled
    if not stock:
        if not can_reshuffle(state):
            raise Refused("stock_empty")
        times += 1
        stock, pile = reshuffled(pile[:-1], seed, times), pile[-1:]
    hands = tuple(hand | {stock[0]} if seat == state.turn else hand for seat, hand in enumerate(state.hands))
    return replace(
        state,
        phase="play",
        hands=hands,
        stock=stock[1:],
        pile=pile,
        reshuffled=times,
        callers=frozenset(),
        taken=(),
        obliged=frozenset(),
        by_call=False,
        tabled=False,
    )


def _decline(state: State) -> State:
    if state.stock or can_reshuffle(state) or state.callers or state.calls:
        raise Refused("cannot_decline")
    return ending.over(state, "declined")


def _take(state: State, groups: Groups) -> State:
    card = text_of(groups[0])
    if card not in state.pile:
        raise Refused("card_not_in_pile")
    fault = take_fault(state, card)
    if fault:
        raise Refused(fault)
    return replace(after_take(state, card, state.turn), tabled=False)


def _meld(state: State, groups: Groups) -> State:
    written = [played(card) for card in text_of(groups[0]).split()]
    if not {card for card, _ in written} <= state.hands[state.turn]:
        raise Refused("card_not_in_hand")
    found = readings(state, written)
    if not found:
        raise Refused("not_a_meld")
    if len(found) > 1:
        raise Refused("ambiguous")
    return _tabled(state, table.with_new_meld(state, state.turn, found[0]))


def _lay_off(state: State, groups: Groups) -> State:
    card, stands = played(text_of(groups[0]))
    if card not in state.hands[state.turn]:
        raise Refused("card_not_in_hand")
    number = meld_number(state, groups[1])
    place = place_for(state, state.turn, (card, stands), number, groups[2])
    after = table.with_lay_off(state, state.turn, number, place)
    return _tabled(state, after, allowed=table.may_lay_off(state, card))


def _tabled(before: State, after: State, allowed: bool = True) -> State:
    if not after.hands[after.turn] and before.rules.go_out == "discard":
        raise Refused("must_keep_a_discard")
    if not allowed or not can_end_turn(after):
        raise Refused("turn_would_get_stuck")
    return ending.after_tabling(after)


def _swap(state: State, groups: Groups) -> State:
    card, wild = text_of(groups[0]), text_of(groups[1])
    if card not in state.hands[state.turn]:
        raise Refused("card_not_in_hand")
    number = meld_number(state, groups[2])
    meld = state.melds[number - 1]
    if state.rules.wild_swap == "off":
        raise Refused("wild_swap_off")
    if wild not in table.wilds_of(meld):
        raise Refused("no_such_wild")
    if not table.swaps(state, meld, card, wild):
        raise Refused("does_not_fit")
    if not table.is_open(state, state.turn, meld):
        raise Refused("not_your_meld")
    after = table.with_swap(state, state.turn, number, card, wild)
    if card in state.obliged or not can_end_turn(after):
        raise Refused("turn_would_get_stuck")
    return after


def _discard(state: State, groups: Groups) -> State:
    card = text_of(groups[0])
    hand = state.hands[state.turn]
    if card not in hand:
        raise Refused("card_not_in_hand")
    fault = discard_fault(state, card)
    if fault:
        raise Refused(fault)
    hands = tuple(hand - {card} if seat == state.turn else hand for seat, hand in enumerate(state.hands))
    after = replace(state, hands=hands, pile=(*state.pile, card), last_discard_by=state.turn)
    return ending.after_discard(after, card)


MOVES: dict[str, Callable[[State, Groups], State]] = {
    "take": _take,
    "meld": _meld,
    "lay": _lay_off,
    "swap": _swap,
    "discard": _discard,
}
