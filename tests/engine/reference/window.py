"""Calls and passes: an open window and what its answers lead to (section 9)."""

from dataclasses import replace

from tests.engine.reference import ending, table
from tests.engine.reference.laying_off import lay_off_text, meld_number, place_for
from tests.engine.reference.notation import Groups, parsed, text_of
from tests.engine.reference.search import after_take, can_end_turn, is_callable
from tests.engine.reference.state import Refused, State, played


def answer_window(state: State, seat: int, verb: str, groups: Groups) -> State:
    own = verb == "call" and state.phase == "draw" and seat == state.last_discard_by
    if own and state.rules.call != "off":
        raise Refused("own_discard")
    if seat not in state.callers:
        raise Refused("call_closed")
    after = replace(state, callers=state.callers - {seat})
    if verb == "call":
        after = replace(after, calls=(*state.calls, (seat, _checked_call(state, seat, groups))))
    return _settled(state, after)


def _checked_call(state: State, seat: int, groups: Groups) -> str:
    """The canonical text of a call that is allowed."""
    card, stands = played(text_of(groups[0]))
    if card not in state.pile or (ending.is_contested(state) and card != state.pile[-1]):
        raise Refused("nothing_to_call")
    if state.rules.call == "top_lay_off":
        if card != state.pile[-1]:
            raise Refused("nothing_to_call")
        number = meld_number(state, groups[1])
        place = place_for(state, seat, (card, stands), number, groups[2])
        return f"call {lay_off_text(state, number, place)}"
    if not is_callable(state, seat, card):
        raise Refused("nothing_to_call")
    if not can_end_turn(after_take(state, card, seat, by_call=True)):
        raise Refused("turn_would_get_stuck")
    return f"call {card}"


def _settled(before: State, after: State) -> State:
    """The window after an answer: the nearest call is carried out once nobody nearer may answer (9.8)."""
    assert after.last_discard_by is not None
    discarder, count = after.last_discard_by, len(after.hands)

    def distance(seat: int) -> int:
        return (seat - discarder) % count

    if after.calls:
        seat, text = min(after.calls, key=lambda call: distance(call[0]))
        nearer = [other for other in after.callers if distance(other) < distance(seat)]
        if after.rules.call_priority == "clockwise" and nearer:
            return after
        return _carried_out(after, seat, text)
    if after.callers:
        return after
    if ending.is_contested(before):
        return ending.over(replace(after, turn=discarder), "out", discarder)
    return ending.unless_no_take(after, discarder)


def _carried_out(state: State, seat: int, text: str) -> State:
    closed = replace(state, callers=frozenset(), calls=())
    _, groups = parsed(state, seat, text)
    card, stands = played(text_of(groups[0]))
    if state.rules.call == "pile":
        return after_take(closed, card, seat, by_call=True)
    number = meld_number(state, groups[1])
    place = place_for(state, seat, (card, stands), number, groups[2])
    laid = table.with_card_on(replace(closed, pile=closed.pile[:-1]), seat, number, place)
    return ending.unless_no_take(replace(laid, quiet_turns=0), seat)
