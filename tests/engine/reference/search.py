"""Questions of the form "is there a way to …", answered by trying every way (5.6, 6.4, 8.4, 8.6, 9.1)."""

from dataclasses import replace

from tests.engine.reference.state import Meld, State
from tests.engine.reference.table import is_open, may_lay_off, places, tablings

Seen = set[tuple[frozenset[str], tuple[Meld, ...], frozenset[str]]]


def can_end_turn(state: State) -> bool:
    """Whether the seat whose turn it is has a legal way to end it, swaps included."""
    return _can_end(state, set())


def _can_end(state: State, seen: Seen) -> bool:
    hand = state.hands[state.turn]
    key = (hand, state.melds, state.obliged)
    if key in seen:
        return False
    seen.add(key)
    if not hand:
        return bool(state.rules.go_out != "discard")  # 8.2
    if not state.obliged and any(discard_fault(state, card) is None for card in hand):
        return True
    return any(_can_end(after, seen) for after in tablings(state, state.turn, state.rules.wild_swap == "reuse"))


def discard_fault(state: State, card: str) -> str | None:
    """The code that refuses a discard of a card of the hand, or None."""
    if state.obliged:
        return "must_use_taken_card"
    if state.taken == (card,):
        return "taken_card_discarded"
    last = state.hands[state.turn] == {card}
    if last and state.rules.go_out == "unplayable" and state.rules.playable_last_discard == "refused":
        return "must_table_last_card" if can_lay_off(state, state.turn, card) else None
    return None


def can_lay_off(state: State, seat: int, card: str) -> bool:
    """Whether the card fits a meld of the table that is open to the seat."""
    return any(
        is_open(state, seat, meld) and may_lay_off(state, card) and places(state, meld, card) for meld in state.melds
    )


def after_take(state: State, card: str, by: int, by_call: bool = False) -> State:
    """The seat with the card and all above it in its hand, in the play phase."""
    at = state.pile.index(card)
    taken = state.pile[at:]
    free = len(taken) == 1 and state.rules.top_card == "free" and not by_call
    hands = tuple(hand | set(taken) if seat == by else hand for seat, hand in enumerate(state.hands))
    return replace(
        state,
        turn=by,
        phase="play",
        hands=hands,
        pile=state.pile[:at],
        taken=taken,
        by_call=by_call,
        obliged=frozenset() if free else frozenset([card]),
        callers=frozenset(),
        calls=(),
    )


def take_fault(state: State, card: str) -> str | None:
    """The code that refuses a take of a card of the pile to the seat in turn, or None (6.1, 6.2, 6.4)."""
    if state.rules.deep_card == "never" and card != state.pile[-1]:
        return "take_too_deep"
    after = after_take(state, card, state.turn)
    if can_end_turn(after):
        return None
    return "cannot_use_taken_card" if after.obliged else "turn_would_get_stuck"


def can_take(state: State) -> bool:
    return any(take_fault(state, card) is None for card in state.pile)


def is_callable(state: State, seat: int, card: str) -> bool:
    """Whether the seat may call the card: the table, the card and those above it must do (9.1, 9.5)."""
    if state.rules.call == "top_lay_off":
        return card == state.pile[-1] and can_lay_off(state, seat, card)
    alone = tuple(frozenset[str]() for _ in state.hands)
    return _can_table(after_take(replace(state, hands=alone), card, seat, by_call=True), seat, set())


def _can_table(state: State, seat: int, seen: Seen) -> bool:
    if not state.obliged:
        return True
    key = (state.hands[seat], state.melds, state.obliged)
    if key in seen:
        return False
    seen.add(key)
    return any(_can_table(after, seat, seen) for after in tablings(state, seat, with_swaps=False))


def can_reshuffle(state: State) -> bool:
    """Whether a draw from the empty stock makes a new one (8.8)."""
    rules = state.rules
    return bool(rules.stock_out == "reshuffle" and state.reshuffled < rules.reshuffles and len(state.pile) >= 2)
