"""Seeds, shuffles and deals (docs/notation.md, Deals; docs/rules.md 2 and 13.1)."""

import hashlib
from collections.abc import Iterator
from typing import Any

from tests.engine.reference.cards import RANKS, pack
from tests.engine.reference.rules import Rules, rules_for


def _numbers(label: str, seed: bytes) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(label.encode() + b"\0" + seed + block.to_bytes(8, "big")).digest()
        for at in range(0, 32, 4):
            yield int.from_bytes(digest[at : at + 4], "big")
        block += 1


def _uniform(numbers: Iterator[int], n: int) -> int:
    limit = n * (2**32 // n)
    return next(number for number in numbers if number < limit) % n


def shuffled(cards: list[str], label: str, seed: bytes) -> list[str]:
    order, numbers = list(cards), _numbers(label, seed)
    for i in range(len(order) - 1, 0, -1):
        j = _uniform(numbers, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def reshuffled(cards: tuple[str, ...], seed: bytes, times: int) -> tuple[str, ...]:
    return tuple(shuffled(list(cards), f"reshuffle {times}", seed))


def first_dealer(players: int, seed: bytes) -> int:
    return _uniform(_numbers("dealer", seed), players)


def dealt(value: str | dict[str, Any], players: int, seed: bytes, dealer: int) -> dict[str, Any]:
    """What a fresh deal looks like: hands, stock, pile, turn and wild rank."""
    rules = rules_for(value, players)
    cards = shuffled(pack(rules), "deal", seed)
    order = [(dealer + 1 + n) % players for n in range(players)]
    hands: list[list[str]] = [[] for _ in range(players)]
    wild_rank = None
    if rules.hand_sizes == "upcard":
        for seat in order:
            shown = cards.pop(0)
            hands[seat] = [shown] + [cards.pop(0) for _ in range(_more(shown))]
            if seat == dealer and rules.wild == "dealer_upcard":
                wild_rank = shown[0]
    else:
        for _ in range(rules.hand_size_two if players == 2 else rules.hand_size):
            for seat in order:
                hands[seat].append(cards.pop(0))
    return {
        "hands": [sorted(hand) for hand in hands],
        "pile": cards[:1],
        "stock": cards[1:],
        "turn": order[0],
        "dealer": dealer,
        "wild_rank": wild_rank,
    }


def _more(shown: str) -> int:
    """13.1: pips their face, J Q K ten, ace eleven."""
    return 11 if shown[0] == "A" else min(RANKS.index(shown[0]) + 1, 10)


def can_be_dealt(rules: Rules) -> bool:
    """Whether a stock card is left after the upcard (2.3), and the pack holds the bonus cards."""
    cards, players = pack(rules), rules.players
    fixed = int(rules.hand_size_two if players == 2 else rules.hand_size)
    hand_size = 12 if rules.hand_sizes == "upcard" else fixed
    return hand_size * players + 2 <= len(cards) and set(rules.bonus_cards) <= set(cards)
