"""Cards as the kernel numbers them, so that a game with one pack needs 60 bits, a compiled integer of one word.

    0-51    the first pack: its place, suit * 13 + rank (suits clubs, diamonds, hearts, spades; ranks ace 0 to king 12)
    52-59   the jokers
    60-111  the second pack: its place + 60

A mask has one bit a card. What a wild stands for is, as in the engine, a place in a run and 52 + its rank in a set.
"""

from __future__ import annotations

from typing import Final

JOKER: Final = 52
TWIN: Final = 60
CARD_COUNT: Final = 112
ONE_PACK: Final = 0xFFFFFFFFFFFFF
JOKERS: Final = 0xFF0000000000000
SUIT_BITS: Final = 0x1FFF
EACH_SUIT: Final = 0x8004002001
"""The lowest place of each suit."""
RANK_ALONE: Final = 52

PLACE: Final[tuple[int, ...]] = tuple(range(52)) + (-1,) * 8 + tuple(range(52))
RANK: Final[tuple[int, ...]] = tuple([place % 13 if place >= 0 else 13 for place in PLACE])
SUIT: Final[tuple[int, ...]] = tuple([place // 13 if place >= 0 else 4 for place in PLACE])
OF_RANK: Final[tuple[int, ...]] = tuple(
    [sum([1 << card for card in range(CARD_COUNT) if RANK[card] == rank]) for rank in range(14)]
)
OF_SUIT: Final[tuple[int, ...]] = tuple(
    [sum([1 << card for card in range(CARD_COUNT) if SUIT[card] == suit]) for suit in range(5)]
)

_SLICE: Final = 14
_KNOWN: Final[list[dict[int, list[int]]]] = [{} for _ in range(0, CARD_COUNT, _SLICE)]


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, the lowest first."""
    found: list[int] = []
    at = 0
    while mask:
        bits = mask & 0x3FFF
        if bits:
            known = _KNOWN[at].get(bits)
            if known is None:
                known = _KNOWN[at][bits] = [at * _SLICE + bit for bit in range(_SLICE) if bits >> bit & 1]
            found += known
        mask >>= _SLICE
        at += 1
    return found


def card_at(mask: int, index: int) -> int:
    """The card of a mask with so many others below it; the mask has more cards than that."""
    at = 0
    while True:
        bits = mask & 0x3FFF
        count = bits.bit_count()
        if index < count:
            known = _KNOWN[0].get(bits)
            return (cards_in(bits) if known is None else known)[index] + at
        index -= count
        mask >>= _SLICE
        at += _SLICE


def mask_of(cards: list[int]) -> int:
    """The mask of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def folded(mask: int) -> int:
    """The natural cards of a mask as places of one pack: twins fall together, jokers drop out."""
    return (mask | mask >> TWIN) & ONE_PACK


def kernel_card(card: int) -> int:
    """The kernel's number of a card of the engine."""
    return card if card < 52 else card + 8 if card < 104 else card - 52


def engine_card(card: int) -> int:
    """The engine's number of a card of the kernel."""
    return card if card < JOKER else card + 52 if card < TWIN else card - 8


def kernel_mask(mask: int) -> int:
    """The kernel's form of a mask of the engine."""
    return mask & ONE_PACK | mask >> 104 << JOKER | (mask >> 52 & ONE_PACK) << TWIN


def engine_mask(mask: int) -> int:
    """The engine's form of a mask of the kernel."""
    return mask & ONE_PACK | (mask >> TWIN) << 52 | (mask >> JOKER & 0xFF) << 104
