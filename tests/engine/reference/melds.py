"""Section 4: which cards form a meld, and how many ways they can be read."""

from collections.abc import Iterator
from itertools import combinations

from tests.engine.reference.cards import RANKS, SUITS, face, in_pack_order, is_joker, is_wild
from tests.engine.reference.rules import Rules
from tests.engine.reference.state import Meld, Played, State

Reading = tuple[str, tuple[Played, ...]]
"""The kind of a meld and its cards in the order in which they are answered."""

CIRCLE = len(RANKS)


def largest_set(rules: Rules) -> int:
    return 4 * int(rules.packs) if rules.set_suits == "any" else 4


def runs(rules: Rules, size: int) -> Iterator[list[str]]:
    """The ranks of every run of that many cards, low to high (4.2)."""
    if not 3 <= size <= CIRCLE:
        return
    if rules.ace_in_runs == "corner":
        yield from ([RANKS[(start + n) % CIRCLE] for n in range(size)] for start in range(CIRCLE))
        return
    line = RANKS + "A"
    first = 1 if rules.ace_in_runs == "high" else 0
    last = len(line) - (1 if rules.ace_in_runs == "low" else 0)
    yield from (list(line[start : start + size]) for start in range(first, last - size + 1))


def shapes(rules: Rules, size: int) -> Iterator[tuple[str, list[str]]]:
    """Every kind of meld of that size, with what each place asks for: a rank in a set, a card in a run."""
    if 3 <= size <= largest_set(rules):
        yield from (("set", [rank] * size) for rank in RANKS)
    if rules.joker_role == "rank" and size in (3, 4):
        yield "set", ["X"] * size  # 14.2
    for ranks in runs(rules, size):
        yield from (("run", [rank + suit for rank in ranks]) for suit in SUITS)


def fits_as_itself(rules: Rules, kind: str, card: str, place: str) -> bool:
    if is_joker(card):
        return rules.joker_role == "rank" and place == "X"
    return place == (card[0] if kind == "set" else face(card))


def fits_as_wild(state: State, kind: str, card: str, place: str) -> bool:
    """4.3; a card of the wild rank that would stand for itself is not played as wild."""
    return (
        place != "X"
        and is_wild(state.rules, state.wild_rank, card)
        and not fits_as_itself(state.rules, kind, card, place)
    )


def is_legal(rules: Rules, kind: str, cards: tuple[Played, ...]) -> bool:
    """4.1 and 4.6 for cards that fit their places."""
    naturals = [card for card, stands in cards if stands is None]
    if len(naturals) < rules.min_naturals:
        return False
    suits = [card[1] for card in naturals if not is_joker(card)]
    return kind == "run" or rules.set_suits == "any" or len(set(suits)) == len(suits)


def in_answer_order(kind: str, cards: tuple[Played, ...]) -> tuple[Played, ...]:
    """A run stays as it is; a set goes clubs, diamonds, hearts, spades, twins together, wilds last."""
    if kind == "run":
        return cards
    order = in_pack_order([card for card, _ in cards])

    def place(entry: Played) -> tuple[bool, int, int]:
        card, stands = entry
        natural = stands is None and not is_joker(card)
        return stands is not None, SUITS.index(card[1]) if natural else len(SUITS), order.index(card)

    return tuple(sorted(cards, key=place))


def readings(state: State, written: list[Played]) -> list[Reading]:
    """The ways to read the cards of a `meld` move as a meld: none, one, or several (4.5).

    Where only the end of an ace is open, the order in which the cards are written decides.
    """
    undeclared = [card for card, stands in written if stands is None and is_wild(state.rules, state.wild_rank, card)]
    jokers = [card for card in undeclared if is_joker(card)]
    found = _readings(state, written, jokers)
    if not found and undeclared != jokers:
        found = _readings(state, written, undeclared)
    return _by_the_ace(written, found) if len(found) > 1 else found


def _readings(state: State, written: list[Played], free: list[str]) -> list[Reading]:
    fixed = [(card, stands) for card, stands in written if card not in free]
    found: list[Reading] = []
    for kind, places in shapes(state.rules, len(written)):
        cards = _placed(state, kind, places, fixed, in_pack_order(free))
        if cards and is_legal(state.rules, kind, cards):
            reading = (kind, in_answer_order(kind, cards))
            if reading not in found:
                found.append(reading)
    return found


def _placed(
    state: State, kind: str, places: list[str], fixed: list[Played], free: list[str]
) -> tuple[Played, ...] | None:
    """The fixed cards in their places and the free wilds, in order, in the places left over."""
    at: dict[int, Played] = {}
    for card, stands in fixed:
        if stands is not None:
            spots = [n for n, place in enumerate(places) if place == stands and n not in at]
        else:
            spots = [
                n for n, place in enumerate(places) if n not in at and fits_as_itself(state.rules, kind, card, place)
            ]
        if not spots:
            return None
        at[spots[0]] = (card, stands)
    rest = [n for n in range(len(places)) if n not in at]
    for n, card in zip(rest, free, strict=True):
        if fits_as_itself(state.rules, kind, card, places[n]):
            at[n] = (card, None)
        elif fits_as_wild(state, kind, card, places[n]):
            at[n] = (card, places[n])
        else:
            return None
    return tuple(at[n] for n in range(len(places)))


def _by_the_ace(written: list[Played], found: list[Reading]) -> list[Reading]:
    """Several readings that differ in the end of an ace alone: first is low, last is high (4.5).

    Wilds are interchangeable, so that it does not matter which of them stands for the ace.
    """
    contents = {(kind, frozenset(stands or face(card) for card, stands in cards)) for kind, cards in found}
    if len(contents) > 1 or found[0][0] == "set":
        return found

    def says_so(cards: tuple[Played, ...], end: int) -> bool:
        card, stands = cards[end]
        return (stands or card)[0] == "A" and written[end][0] == card

    said = [reading for reading in found if says_so(reading[1], 0) or says_so(reading[1], -1)]
    return said if len(said) == 1 else found


def every_meld(state: State, cards: frozenset[str]) -> Iterator[Reading]:
    """Every way in which exactly these cards form a meld, each wild standing for anything it may."""
    plain = [card for card in cards if not is_wild(state.rules, state.wild_rank, card)]
    if len({card[0] for card in plain}) > 1 and len({card[1:2] for card in plain}) > 1:
        return
    for kind, places in shapes(state.rules, len(cards)):
        if not all(any(fits_as_itself(state.rules, kind, card, place) for place in places) for card in plain):
            continue
        for filled in set(_fillings(state, kind, places, in_pack_order(list(cards)))):
            if is_legal(state.rules, kind, filled):
                yield kind, filled


def melds_in(state: State, hand: frozenset[str]) -> Iterator[Reading]:
    """Every meld that some of the cards form."""
    for size in range(3, len(hand) + 1):
        for cards in combinations(sorted(hand), size):
            yield from every_meld(state, frozenset(cards))


def _fillings(state: State, kind: str, places: list[str], cards: list[str]) -> Iterator[tuple[Played, ...]]:
    if not places:
        yield ()
        return
    for card in cards:
        others = [other for other in cards if other != card]
        stands = None
        if not fits_as_itself(state.rules, kind, card, places[0]):
            if not fits_as_wild(state, kind, card, places[0]):
                continue
            stands = places[0]
        for rest in _fillings(state, kind, places[1:], others):
            filled = ((card, stands), *rest)
            yield in_answer_order(kind, filled)


def ends(rules: Rules, meld: Meld) -> dict[str, str]:
    """What may be laid at the low and at the high end of a run: `{"low": "4H", "high": "8H"}` (4.2)."""
    faces = [stands or face(card) for card, stands in meld.cards]
    ranks, suit = [each[0] for each in faces], faces[0][1]
    longer = list(runs(rules, len(ranks) + 1))
    found = {}
    for low in (run[0] for run in longer if run[1:] == ranks):
        found["low"] = low + suit
    for high in (run[-1] for run in longer if run[:-1] == ranks):
        found["high"] = high + suit
    return found
