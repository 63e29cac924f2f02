"""Move texts worth trying in a position: legal ones, near misses, and nonsense."""

from random import Random

from tests.engine.reference.cards import RANKS, SUITS, pack
from tests.engine.reference.melds import melds_in
from tests.engine.reference.state import State, played_text
from tests.engine.reference.table import every_place, wilds_of

NONSENSE = (
    "",
    "lay",
    "take",
    "meld",
    "swap 8H for X1",
    "discard 10D",
    "draw 7H",
    "call",
    "lay 8H on X",
    "Pass",
    "meld 5h 6h 7h",
)


def candidates(state: State, rng: Random, count: int) -> list[tuple[int, str]]:
    """Seats and texts; most of them are for the seat whose turn it is, in its phase."""
    seats = range(len(state.hands))
    found = []
    for _ in range(count):
        others = sorted(state.callers) if state.callers and rng.random() < 0.7 else list(seats)
        seat = state.turn if rng.random() < (0.4 if state.callers else 0.9) else rng.choice(others)
        found.append((seat, _text(state, rng, seat)))
    return found


def _text(state: State, rng: Random, seat: int) -> str:
    if rng.random() < 0.01:
        return rng.choice(NONSENSE)
    if rng.random() < 0.1:
        kind = rng.choice(["draw", "take", "meld", "lay", "swap", "discard", "call", "pass", "decline"])
    elif state.callers:
        kind = rng.choice(["call", "call", "call", "pass", "draw", "take"])
    elif state.phase == "draw":
        kind = rng.choice(["draw", "take", "take", "take", "decline"])
    else:
        swaps = state.rules.wild_swap != "off" and any(wilds_of(meld) for meld in state.melds)
        kind = rng.choice(
            ["meld", "meld", "discard", *["lay"] * (3 if state.melds else 0), *["swap"] * (3 if swaps else 0)]
        )
    return _form(state, rng, seat, kind)


def _form(state: State, rng: Random, seat: int, kind: str) -> str:
    hand = sorted(state.hands[seat])
    if kind == "take":
        return f"take {_one_of(state, rng, state.pile)}"
    if kind == "discard":
        return f"discard {_one_of(state, rng, hand)}"
    if kind == "meld":
        return f"meld {_meld(state, rng, seat)}"
    if kind == "lay":
        return f"lay {_lay_off(state, rng, hand)}"
    if kind == "swap":
        return _swap(state, rng, seat)
    if kind == "call":
        card = _one_of(state, rng, state.pile[-1:] if rng.random() < 0.4 else state.pile)
        plain = (state.rules.call != "top_lay_off") != (rng.random() < 0.05)
        return f"call {card}" if plain else f"call {_lay_off(state, rng, [card])}"
    return kind


def _one_of(state: State, rng: Random, cards: list[str] | tuple[str, ...]) -> str:
    """One of the cards, seldom any card at all."""
    return rng.choice(cards) if cards and rng.random() < 0.97 else rng.choice([*pack(state.rules), "7H2", "X8"])


def _meld(state: State, rng: Random, seat: int) -> str:
    """A meld of the hand with some declarations left out, or any cards of the hand."""
    hand = sorted(state.hands[seat])
    legal = list(melds_in(state, state.hands[seat])) if rng.random() < 0.8 else []
    if legal:
        _, cards = rng.choice(legal)
        silent = rng.choice([0.0, 0.5, 1.0])
        texts = [card if stands and rng.random() < silent else played_text((card, stands)) for card, stands in cards]
        if rng.random() < 0.6:
            rng.shuffle(texts)
        return " ".join(texts)
    picked = rng.sample(hand, min(len(hand), rng.choice([2, 3, 3, 4]))) or [_one_of(state, rng, [])]
    return " ".join(_perhaps_declared(state, rng, card, 0.05) for card in picked)


def _lay_off(state: State, rng: Random, cards: list[str]) -> str:
    """A card on a meld where it fits, said in one of several ways, or any card on any meld."""
    spots = [
        (number, place)
        for number, meld in enumerate(state.melds, 1)
        for card in cards
        for place in every_place(state, meld, card)
    ]
    if spots and rng.random() < 0.8:
        number, (entry, end) = rng.choice(spots)
        text = played_text(entry) if rng.random() < 0.6 else entry[0]
        said = rng.choice([None, None, end, rng.choice(["low", "high"])])
    else:
        text = _perhaps_declared(state, rng, _one_of(state, rng, cards), 0.1)
        number = rng.randint(1, len(state.melds) + 1)
        said = rng.choice([None, None, "low", "high"])
    return f"{text} on {number}" + (f" {said}" if said else "")


def _swap(state: State, rng: Random, seat: int) -> str:
    numbers = [number for number, meld in enumerate(state.melds, 1) if wilds_of(meld)] or [1]
    number = rng.choice(numbers) if rng.random() < 0.9 else rng.randint(1, len(state.melds) + 1)
    cards = [card for card, _ in state.melds[number - 1].cards] if number <= len(state.melds) else []
    wilds = wilds_of(state.melds[number - 1]) if cards else []
    wild = _one_of(state, rng, wilds if wilds and rng.random() < 0.9 else cards)
    stands = [face for meld in state.melds for card, face in meld.cards if card == wild and face]
    fitting = [card for card in sorted(state.hands[seat]) if stands and card.startswith(stands[0])]
    card = _one_of(state, rng, fitting if fitting and rng.random() < 0.8 else sorted(state.hands[seat]))
    return f"swap {card} for {wild} on {number}"


def _perhaps_declared(state: State, rng: Random, card: str, naturals: float) -> str:
    """A wild often with what it stands for, anything else seldom."""
    if rng.random() >= (0.7 if card[0] in ("X", state.wild_rank) else naturals):
        return card
    return f"{card}={rng.choice(RANKS)}{rng.choice(['', *SUITS])}"
