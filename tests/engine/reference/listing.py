"""Every legal move of a seat as canonical text, found by trying all, as `legal` lists them (docs/notation.md)."""

from collections.abc import Iterator

from tests.engine.reference.cards import in_pack_order, is_joker, is_wild
from tests.engine.reference.laying_off import lay_off_text
from tests.engine.reference.melds import melds_in
from tests.engine.reference.play import refusal
from tests.engine.reference.scoring import own_points
from tests.engine.reference.state import Played, State, played_text
from tests.engine.reference.table import every_place, wilds_of


def listed(state: State, seat: int) -> set[str]:
    """The texts of the accepted moves; of equal wilds the lowest in the hand, from low to high."""
    return {text for text in set(_all(state, seat)) if refusal(state, seat, text) is None}


def _all(state: State, seat: int) -> Iterator[str]:
    yield from ("draw", "pass", "decline")
    yield from (f"take {card}" for card in state.pile)
    yield from (f"discard {card}" for card in state.hands[seat])
    for _, cards in melds_in(state, state.hands[seat]):
        if _takes_the_lowest(state, seat, list(cards)):
            yield _meld_text(state, cards)
    for number, meld in enumerate(state.melds, 1):
        for card in state.hands[seat]:
            for place in every_place(state, meld, card):
                if _takes_the_lowest(state, seat, [place[0]]):
                    yield f"lay {lay_off_text(state, number, place)}"
            yield from (f"swap {card} for {wild} on {number}" for wild in wilds_of(meld))
        if state.pile and state.rules.call == "top_lay_off":
            yield from (
                f"call {lay_off_text(state, number, place)}" for place in every_place(state, meld, state.pile[-1])
            )
    if state.rules.call == "pile":
        yield from (f"call {card}" for card in state.pile)


def _meld_text(state: State, cards: tuple[Played, ...]) -> str:
    return "meld " + " ".join(played_text(card) for card in cards)


def _takes_the_lowest(state: State, seat: int, cards: list[Played]) -> bool:
    """Whether of each kind of equal wilds the lowest of the hand are used, low to high."""
    used = [card for card, stands in cards if stands is not None]
    as_themselves = {card for card, stands in cards if stands is None}
    free = [card for card in in_pack_order(list(state.hands[seat])) if is_wild(state.rules, state.wild_rank, card)]
    free = [card for card in free if card not in as_themselves]
    for kind in {_kind(state, card) for card in used}:
        mine = [card for card in used if _kind(state, card) == kind]
        if mine != [card for card in free if _kind(state, card) == kind][: len(mine)]:
            return False
    return True


def _kind(state: State, card: str) -> tuple[bool, bool, bool, int | None]:
    """Wilds are equal when the rules cannot tell them apart."""
    return is_joker(card), card in state.obliged, state.taken == (card,), own_points(state, card)
