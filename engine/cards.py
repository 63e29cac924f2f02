"""Cards as numbers, bit masks and text (docs/notation.md, "Cards").

A card is its index in the fixed order of the pack: 0-51 the first pack (clubs, diamonds, hearts, spades, each ace
to king), 52-103 the second, 104-111 the jokers. A set of cards is an int with one bit a card. This module knows no
rule of the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Generic, NewType, TypeAlias, TypeVar

from engine.errors import BadNotation

Card: TypeAlias = int
Seat = NewType("Seat", int)

RANKS = "A23456789TJQK"
SUITS = "CDHS"
JOKER_RANK = 13
PACK_SIZE = 52
FIRST_JOKER = 104

CODES: tuple[str, ...] = tuple(rank + suit + twin for twin in ("", "2") for suit in SUITS for rank in RANKS) + tuple(
    f"X{number}" for number in range(1, 9)
)
CARDS: dict[str, Card] = {code: card for card, code in enumerate(CODES)}

BIT: tuple[int, ...] = tuple(1 << card for card in range(len(CODES)))
RANK: tuple[int, ...] = tuple(card % 13 if card < FIRST_JOKER else JOKER_RANK for card in range(len(CODES)))
SUIT: tuple[int, ...] = tuple(card % 52 // 13 if card < FIRST_JOKER else 4 for card in range(len(CODES)))
PLACE: tuple[int, ...] = tuple(card % 52 if card < FIRST_JOKER else -1 for card in range(len(CODES)))
"""Of a natural card its place in one pack, suit * 13 + rank, the same for both twins; -1 for a joker."""

ONE_PACK = (1 << PACK_SIZE) - 1
JOKERS = sum(BIT[FIRST_JOKER:])
OF_RANK: tuple[int, ...] = tuple(
    sum(BIT[card] for card in range(len(CODES)) if RANK[card] == rank) for rank in range(14)
)
OF_SUIT: tuple[int, ...] = tuple(
    sum(BIT[card] for card in range(FIRST_JOKER) if SUIT[card] == suit) for suit in range(4)
)

RANK_ALONE = 52
"""What a wild stands for is a place (0-51) in a run and RANK_ALONE + rank in a set."""

_STANDS = {CODES[place]: place for place in range(PACK_SIZE)} | {
    rank: RANK_ALONE + index for index, rank in enumerate(RANKS)
}
_STAND_TEXTS = {stand: text for text, stand in _STANDS.items()}
_PLAYED: dict[str, tuple[Card, int | None]] = {code: (card, None) for code, card in CARDS.items()}


def card_of(code: str) -> Card:
    """The card with this code ("7H", "7H2", "X1"); BadNotation for anything else."""
    try:
        return CARDS[code]
    except (KeyError, TypeError):
        raise BadNotation("{text} is no card.", text=f"{code!r:.40}") from None


def code(card: Card) -> str:
    """The code of a card, the inverse of `card_of`."""
    return CODES[card]


def played(text: str) -> tuple[Card, int | None]:
    """A card as played: "X1=8H" gives the card and what it stands for (None where nothing is declared)."""
    known = _PLAYED.get(text)
    if known is not None:
        return known
    code, sign, stand = text.partition("=")
    if not sign or code not in CARDS or stand not in _STANDS:
        raise BadNotation("{text} is no card.", text=f"{text!r:.40}")
    _PLAYED[text] = result = CARDS[code], _STANDS[stand]
    return result


def played_text(card: Card, stand: int | None) -> str:
    """The inverse of `played`."""
    return CODES[card] if stand is None else f"{CODES[card]}={_STAND_TEXTS[stand]}"


_Thing = TypeVar("_Thing")
_SLICE = 11
_SLICE_MASK = (1 << _SLICE) - 1


class _Slice(dict[int, tuple[_Thing, ...]]):
    """Of the things for some neighbouring cards those that a pattern of bits chooses, each pattern worked out once."""

    def __init__(self, things: Sequence[_Thing]) -> None:
        self.things = things

    def __missing__(self, bits: int) -> tuple[_Thing, ...]:
        self[bits] = chosen = tuple([thing for at, thing in enumerate(self.things) if bits >> at & 1])
        return chosen


class PerCard(Generic[_Thing]):
    """One thing for each card; `of` gives those of a mask's cards in pack order."""

    def __init__(self, things: Sequence[_Thing]) -> None:
        self.things = things
        self._slices = [_Slice(things[first : first + _SLICE]) for first in range(0, len(CODES), _SLICE)]

    def of(self, mask: int) -> list[_Thing]:
        """The things of the mask's cards."""
        found: list[_Thing] = []
        for known in self._slices:
            bits = mask & _SLICE_MASK
            if bits:
                found += known[bits]
            mask >>= _SLICE
            if not mask:
                break
        return found


cards_in: Callable[[int], list[Card]] = PerCard(range(len(CODES))).of
"""The cards of a mask in pack order."""


@lru_cache(maxsize=1 << 14)  # of hands and melds, which views show again and again
def codes(mask: int) -> tuple[str, ...]:
    """The codes of a mask in pack order, ("2C", "KD")."""
    return tuple(CODES[card] for card in cards_in(mask))


def mask_of(texts: Iterable[str]) -> int:
    """The mask of some card codes; BadNotation for an unknown code."""
    mask = 0
    for text in texts:
        mask |= BIT[card_of(text)]
    return mask


def mask_of_cards(cards: Iterable[Card]) -> int:
    """The mask of some different cards."""
    mask = 0
    for card in cards:
        mask |= BIT[card]
    return mask
