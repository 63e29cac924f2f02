"""Cards as texts: rank, suit, the pack, and what counts as wild."""

from tests.engine.reference.rules import Rules

RANKS = "A23456789TJQK"
SUITS = "CDHS"


def pack(rules: Rules) -> list[str]:
    """All cards of the game in their fixed order (docs/notation.md, Deals)."""
    first = [rank + suit for suit in SUITS for rank in RANKS]
    second = [card + "2" for card in first] if rules.packs == 2 else []
    return first + second + [f"X{n + 1}" for n in range(rules.jokers_per_pack * rules.packs)]


def in_pack_order(cards: list[str]) -> list[str]:
    """Clubs, diamonds, hearts, spades, the second pack behind the first, jokers last."""
    return sorted(
        cards,
        key=lambda card: (
            is_joker(card),
            len(card),
            0 if is_joker(card) else SUITS.index(card[1]),
            int(card[1]) if is_joker(card) else RANKS.index(card[0]),
        ),
    )


def is_joker(card: str) -> bool:
    return card[0] == "X"


def face(card: str) -> str:
    """The rank and suit of a card, the same for twins: `7H` of `7H2`."""
    return card[:2]


def is_wild(rules: Rules, wild_rank: str | None, card: str) -> bool:
    """Whether the card may stand for another one (section 1)."""
    if is_joker(card):
        return bool(rules.wild == "jokers")
    return bool(rules.wild == "dealer_upcard" and card[0] == wild_rank)
