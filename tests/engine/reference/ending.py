"""How a turn, a call window and a deal end (section 8, 9.1, 9.8)."""

from dataclasses import replace

from tests.engine.reference.search import can_lay_off, can_reshuffle, can_take, is_callable
from tests.engine.reference.state import State


def over(state: State, ended: str, out: int | None = None) -> State:
    """The deal at its end; `turn` stays with the seat that moved last."""
    return replace(
        state,
        phase="over",
        ended=ended,
        out=out,
        taken=(),
        obliged=frozenset(),
        by_call=False,
        tabled=False,
        callers=frozenset(),
        calls=(),
    )


def after_tabling(state: State) -> State:
    """The turn goes on, unless that was the last card: then the deal ends or the player floats (8.1, 8.3)."""
    if state.hands[state.turn]:
        return state
    if state.rules.go_out == "any":
        return over(state, "out", state.turn)
    counted = _counted(state)
    limit = _limit(counted)
    return over(counted, limit) if limit else unless_no_take(_to_the_left(counted), state.turn)


def after_discard(state: State, card: str) -> State:
    """The card is on the pile; `state` is the position after that, still in the discarder's turn."""
    discarder = state.turn
    counted = _counted(state)
    limit = _limit(counted)
    if not state.hands[discarder]:
        return _after_last_discard(counted, card, contested=limit is None)
    if limit:
        return over(counted, limit)
    following = _to_the_left(counted)
    callers = eligible(following, following.pile)
    if callers:
        return replace(following, callers=callers)
    return unless_no_take(following, discarder)


def _after_last_discard(state: State, card: str, contested: bool) -> State:
    discarder = state.turn
    following = _to_the_left(state)
    callers = eligible(following, (card,))
    playable = state.rules.go_out == "unplayable" and can_lay_off(state, discarder, card)
    if contested and playable and callers:
        return replace(following, callers=callers)
    return over(state, "out", discarder)


def eligible(state: State, cards: tuple[str, ...]) -> frozenset[int]:
    """The seats that can call one of these cards of the pile; the discarder is not among them."""
    if state.rules.call == "off":
        return frozenset()
    others = [seat for seat in range(len(state.hands)) if seat != state.last_discard_by]
    return frozenset(seat for seat in others if any(is_callable(state, seat, card) for card in cards))


def is_contested(state: State) -> bool:
    """Whether a last discard awaits its decision (9.11)."""
    return bool(state.callers) and state.last_discard_by is not None and not state.hands[state.last_discard_by]


def unless_no_take(state: State, moved: int) -> State:
    """The draw phase with no window open; the deal is over if the player can neither draw nor take (8.6)."""
    if state.stock or can_reshuffle(state) or can_take(state):
        return state
    return over(replace(state, turn=moved), "no_take")


def _counted(state: State) -> State:
    """The count with the turn that ends here, quiet if nothing was drawn from the stock or tabled (8.7)."""
    quiet = bool(state.taken) and not state.tabled
    return replace(state, quiet_turns=state.quiet_turns + 1 if quiet else 0)


def _limit(state: State) -> str | None:
    """The limit that ends the deal with the turn, if any (8.7, 8.8)."""
    if state.rules.stock_out == "end" and not state.stock:
        return "stock_end"
    return "quiet" if state.quiet_turns >= 3 * len(state.hands) else None


def _to_the_left(state: State) -> State:
    return replace(
        state,
        turn=(state.turn + 1) % len(state.hands),
        phase="draw",
        taken=(),
        obliged=frozenset(),
        by_call=False,
        tabled=False,
    )
