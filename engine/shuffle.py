"""The shuffle (docs/notation.md, "Deals"): pure functions of a deal's seed, the same for ever on every machine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from struct import unpack

from engine.cards import Card, Seat, cards_in
from engine.options import Options
from engine.rules import rules_for

SEED_BYTES = 32


def commitment(seed: bytes) -> str:
    """The SHA-256 of the seed in lower-case hexadecimal, published before the first move of the deal."""
    return sha256(seed).hexdigest()


def shuffled_pack(options: Options, players: int, seed: bytes) -> tuple[Card, ...]:
    """The pack in the order in which it is dealt."""
    return _shuffled(tuple(cards_in(rules_for(options, players, None).pack)), seed, "deal")


def first_dealer(players: int, seed: bytes) -> Seat:
    """The dealer of a game's first deal."""
    return Seat(_uniform(_numbers(seed, "dealer"), players))


def reshuffled(cards: Sequence[Card], seed: bytes, number: int) -> tuple[Card, ...]:
    """The new stock of reshuffle `number` (from 1), the next card to be drawn first."""
    return _shuffled(cards, seed, f"reshuffle {number}")


def _shuffled(cards: Sequence[Card], seed: bytes, label: str) -> tuple[Card, ...]:
    order = list(cards)
    numbers = _numbers(seed, label)
    for last in range(len(order) - 1, 0, -1):
        other = _uniform(numbers, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def _numbers(seed: bytes, label: str) -> Iterator[int]:
    """The stream of 32-bit numbers of a seed and a label."""
    if len(seed) != SEED_BYTES:
        raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
    prefix = label.encode("ascii") + b"\0" + seed
    block = 0
    while True:
        digest = sha256(prefix + block.to_bytes(8, "big")).digest()
        yield from unpack(">8I", digest)
        block += 1


def _uniform(numbers: Iterator[int], n: int) -> int:
    """The next number below n: numbers of the last, incomplete stretch of n are skipped."""
    limit = 2**32 // n * n
    number = next(numbers)
    while number >= limit:
        number = next(numbers)
    return number % n
