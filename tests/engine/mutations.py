"""Moves near the legal ones of a seat, and moves at random: most of them illegal, some legal in another form."""

from collections.abc import Callable, Iterator
from random import Random

from engine import CODES, BadNotation, Deal, Move, Seat, cards_in, codes, move_text, parse_move
from engine.cards import RANKS, SUITS, played

TRIES = 10


def mutations(deal: Deal, seat: Seat, moves: list[Move], rng: Random) -> Iterator[Move]:
    """Some moves to try: changed legal ones and, more of them where there are none, moves at random."""
    for _ in range(TRIES):
        words = move_text(rng.choice(moves)).split() if moves and rng.random() < 0.6 else _random(deal, seat, rng)
        for _ in range(rng.randint(0, 2)):
            words = rng.choice(_CHANGES)(words, deal, seat, rng)
        try:
            yield parse_move(" ".join(words))
        except BadNotation:
            continue


def _random(deal: Deal, seat: Seat, rng: Random) -> list[str]:
    """Any move with cards that are at hand."""
    card, meld = _some_card(deal, seat, rng), str(rng.randint(1, max(1, len(deal.table.melds))))
    hand = list(codes(deal.hands[seat]))
    some = rng.sample(hand, min(len(hand), rng.randint(3, 5)))
    of_rank = [code for code in hand if code[0] in (card[0], "X")]
    forms = [
        ["draw"],
        ["pass"],
        ["decline"],
        ["take", card],
        ["discard", card],
        ["call", card],
        ["call", card, "on", meld],
        ["lay", card, "on", meld],
        ["swap", card, "for", _some_wild(deal, rng), "on", meld],
        ["meld", *some],
        ["meld", *of_rank],
    ]
    return rng.choice(forms)


def _some_card(deal: Deal, seat: Seat, rng: Random) -> str:
    """A card of the hand, of the pile, of the pack or of none."""
    hand, pile = list(cards_in(deal.hands[seat])), list(deal.table.pile)
    pack = list(cards_in(deal.table.rules.pack))
    places = [place for place in (hand, hand, pile, pack, range(len(CODES))) if place]
    return CODES[rng.choice(rng.choice(places))]


def _some_wild(deal: Deal, rng: Random) -> str:
    """A wild on the table, or any joker."""
    pairs = [played(text) for meld in deal.table.melds for text in meld.cards]
    wilds = [CODES[card] for card, stand in pairs if stand is not None]
    return rng.choice(wilds or ["X1", "X2"])


def _other_card(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    places = [at for at, word in enumerate(words) if word[:2] in CODES]
    if not places:
        return words
    at = rng.choice(places)
    return [*words[:at], _some_card(deal, seat, rng), *words[at + 1 :]]


def _one_card_more(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    return [*words, _some_card(deal, seat, rng)] if words[0] == "meld" else words


def _one_word_less(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    at = rng.randrange(len(words))
    return words[:at] + words[at + 1 :] or words


def _other_order(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    return [words[0], *rng.sample(words[1:], len(words) - 1)] if words[0] == "meld" else words


def _undeclared(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    return [word.partition("=")[0] for word in words]


def _declared(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    stand = rng.choice(RANKS) + rng.choice(["", *SUITS])
    return [f"{word}={stand}" if word in CODES and rng.random() < 0.5 else word for word in words]


def _other_meld(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    number = str(rng.randint(0, len(deal.table.melds) + 1))
    return [number if word.isdigit() else word for word in words]


def _end(words: list[str], deal: Deal, seat: Seat, rng: Random) -> list[str]:
    return [*(word for word in words if word not in ("low", "high")), rng.choice(["low", "high"])]


_CHANGES: tuple[Callable[[list[str], Deal, Seat, Random], list[str]], ...] = (
    _other_card,
    _other_card,
    _one_card_more,
    _one_word_less,
    _other_order,
    _undeclared,
    _declared,
    _other_meld,
    _end,
)
