"""Sections 4.8 and 7: putting a card to a meld that is on the table, and a new meld on it."""

from collections.abc import Iterator
from dataclasses import replace

from tests.engine.reference.cards import face, is_joker
from tests.engine.reference.melds import (
    Reading,
    ends,
    fits_as_itself,
    fits_as_wild,
    in_answer_order,
    is_legal,
    largest_set,
    melds_in,
)
from tests.engine.reference.state import Meld, Played, State

Place = tuple[Played, str | None]
"""The card as played and, on a run, the end it goes to."""


def is_open(state: State, seat: int, meld: Meld) -> bool:
    """Whether the seat may lay off on the meld and swap in it (7.1)."""
    return bool(state.rules.lay_off == "anyone") or meld.owner == seat


def places(state: State, meld: Meld, card: str, stands: str | None = None, end: str | None = None) -> list[Place]:
    """The ways to lay a card off on a meld; the declaration and the end, where given, have to be right.

    A card of the wild rank without a declaration stands for itself where it can (4.5).
    """
    found = _set_places(state, meld, card) if meld.kind == "set" else _run_places(state, meld, card)
    if end is not None:
        found = [place for place in found if place[1] == end]
    if stands is not None:
        return [place for place in found if place[0][1] == stands]
    if is_joker(card):
        return found
    return [place for place in found if place[0][1] is None] or found


def _set_places(state: State, meld: Meld, card: str) -> list[Place]:
    rank = _rank_of_set(meld)
    size = 4 if rank == "X" else largest_set(state.rules)
    entry = _entry(state, "set", card, rank)
    if entry is None or len(meld.cards) >= size or not is_legal(state.rules, "set", (*meld.cards, entry)):
        return []
    return [(entry, None)]


def _run_places(state: State, meld: Meld, card: str) -> list[Place]:
    found: list[Place] = []
    for end, place in ends(state.rules, meld).items():
        entry = _entry(state, "run", card, place)
        if entry is not None:
            found.append((entry, end))
    return found


def _entry(state: State, kind: str, card: str, place: str) -> Played | None:
    if fits_as_itself(state.rules, kind, card, place):
        return card, None
    return (card, place) if fits_as_wild(state, kind, card, place) else None


def _rank_of_set(meld: Meld) -> str:
    card, stands = meld.cards[0]
    return stands or card[0]


def with_new_meld(state: State, seat: int, reading: Reading) -> State:
    """The table with a new meld from the seat's hand; four at once may count double (14.3)."""
    kind, cards = reading
    codes = frozenset(card for card, _ in cards)
    doubled = codes if state.rules.four_at_once_doubles and kind == "set" and len(cards) == 4 else frozenset()
    meld = Meld(kind, cards, (seat,) * len(cards), seat, doubled)
    return _from_hand(replace(state, melds=(*state.melds, meld)), seat, codes)


def with_lay_off(state: State, seat: int, number: int, place: Place) -> State:
    """The table with one card more on a meld, from the seat's hand."""
    entry, _ = place
    return _from_hand(with_card_on(state, seat, number, place), seat, frozenset([entry[0]]))


def with_card_on(state: State, seat: int, number: int, place: Place) -> State:
    """The table with one card more on meld `number`, wherever the card comes from."""
    entry, end = place
    meld = state.melds[number - 1]
    low = end == "low"
    cards = (entry, *meld.cards) if low else (*meld.cards, entry)
    by = (seat, *meld.by) if low else (*meld.by, seat)
    return _with_meld(state, number, replace(meld, cards=cards, by=by))


def swaps(state: State, meld: Meld, card: str, wild: str) -> bool:
    """Whether the natural card may take the place of that wild (4.8)."""
    if is_joker(card):
        return False
    stands = dict(meld.cards)[wild]
    assert stands is not None
    if meld.kind == "run":
        return face(card) == stands
    others = tuple(entry for entry in meld.cards if entry[0] != wild)
    return card[0] == stands and is_legal(state.rules, "set", (*others, (card, None)))


def wilds_of(meld: Meld) -> list[str]:
    """The cards of a meld that stand for another card."""
    return [card for card, stands in meld.cards if stands is not None]


def with_swap(state: State, seat: int, number: int, card: str, wild: str) -> State:
    """The natural in the wild's place, and the wild in the hand, where it is obliged."""
    meld = state.melds[number - 1]
    at = [each for each, _ in meld.cards].index(wild)
    cards = (*meld.cards[:at], (card, None), *meld.cards[at + 1 :])
    by = (*meld.by[:at], seat, *meld.by[at + 1 :])
    changed = _with_meld(state, number, replace(meld, cards=cards, by=by, doubled=meld.doubled - {wild}))
    hands = _hands(state, seat, (state.hands[seat] - {card}) | {wild})
    return replace(changed, hands=hands, obliged=state.obliged | {wild})


def must_go_into_a_new_meld(state: State) -> str | None:
    """The card that was taken for a new meld and nothing else, wherever it is now (6.1, 6.2)."""
    if not state.taken or state.by_call:
        return None
    option = state.rules.top_card if len(state.taken) == 1 else state.rules.deep_card
    return state.taken[0] if option == "new_meld" else None


def may_lay_off(state: State, card: str) -> bool:
    return card not in state.obliged or card != must_go_into_a_new_meld(state)


def tablings(state: State, seat: int, with_swaps: bool) -> Iterator[State]:
    """Every table that one meld, lay-off or swap of the seat can make, whatever 5.6 says."""
    for reading in melds_in(state, state.hands[seat]):
        yield with_new_meld(state, seat, reading)
    for number, meld in enumerate(state.melds, 1):
        if not is_open(state, seat, meld):
            continue
        for card in sorted(state.hands[seat]):
            if may_lay_off(state, card):
                for place in every_place(state, meld, card):
                    yield with_lay_off(state, seat, number, place)
            if with_swaps and card not in state.obliged:
                for wild in wilds_of(meld):
                    if swaps(state, meld, card, wild):
                        yield with_swap(state, seat, number, card, wild)


def every_place(state: State, meld: Meld, card: str) -> list[Place]:
    """Every way to lay the card off, a card of the wild rank also as wild where it fits as itself."""
    return _set_places(state, meld, card) if meld.kind == "set" else _run_places(state, meld, card)


def _from_hand(state: State, seat: int, cards: frozenset[str]) -> State:
    return replace(
        state,
        hands=_hands(state, seat, state.hands[seat] - cards),
        obliged=state.obliged - cards,
        tabled=True,
    )


def _hands(state: State, seat: int, hand: frozenset[str]) -> tuple[frozenset[str], ...]:
    return (*state.hands[:seat], hand, *state.hands[seat + 1 :])


def _with_meld(state: State, number: int, meld: Meld) -> State:
    """The melds with one changed; a set, with its seats, is put into the order in which it is answered."""
    if meld.kind == "set":
        seats = dict(zip((card for card, _ in meld.cards), meld.by, strict=True))
        cards = in_answer_order("set", meld.cards)
        meld = replace(meld, cards=cards, by=tuple(seats[card] for card, _ in cards))
    return replace(state, melds=(*state.melds[: number - 1], meld, *state.melds[number:]))
