"""A score pad of its own: worked out from RULES 3, 10, 11 and 13-14 by hand, with nothing of the engine."""

from dataclasses import dataclass, field
from typing import Any

JSON = dict[str, Any]
RANKS = "A23456789TJQK"


@dataclass
class Card:
    """A card of a meld; `stands` is what a wild card stands for, `low` whether it is the low end of its run."""

    code: str
    stands: str = ""
    low: bool = False


@dataclass
class Meld:
    """What one seat has of a meld."""

    cards: list[Card]
    double: bool = False


@dataclass
class SeatEntry:
    """What a seat says, in one of the forms."""

    net: int | None = None
    tabled: int = 0
    left: int = 0
    melds: list[Meld] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)


def by_rank(rank: str, rules: JSON) -> int:
    """3.1, 3.3."""
    if rank == "A":
        return int(rules["ace_points"])
    if rank in "TJQK":
        return 10
    return 5 if rules["pips"] == "five" else int(rank)


def fixed(code: str, rules: JSON, wild_rank: str | None) -> int | None:
    """What a card is worth whatever is done with it (3.2, 3.6, 13.3); None for an ordinary card."""
    bonus = rules["bonus_cards"]
    if code in bonus:
        return int(bonus[code])
    if len(code) == 3 and code[:2] in bonus:
        return int(bonus[code[:2]])
    if code[0] == "X":
        return int(rules["joker_points"])
    if rules["wild"] == "dealer_upcard" and code[0] == wild_rank:
        special = rules["wild_ace_points"] if wild_rank == "A" else None
        return int(rules["wild_points"] if special is None else special)
    return None


def in_hand(code: str, rules: JSON, wild_rank: str | None) -> int:
    worth = fixed(code, rules, wild_rank)
    return by_rank(code[0], rules) if worth is None else worth


def on_table(card: Card, rules: JSON, wild_rank: str | None) -> int:
    is_joker = card.code[0] == "X"
    has_bonus = card.code in rules["bonus_cards"]
    if is_joker and card.stands and rules["joker_on_table"] == "represented" and not has_bonus:
        return int(rules["ace_low_points"]) if card.low else by_rank(card.stands[0], rules)
    worth = fixed(card.code, rules, wild_rank)
    if worth is not None:
        return worth
    return int(rules["ace_low_points"]) if card.low else by_rank(card.code[0], rules)


def scores(seats: list[SeatEntry], out: int | None, rules: JSON, wild_rank: str | None = None) -> list[int]:
    """10.1-10.3."""
    held, found = [], []
    for seat in seats:
        melded = seat.tabled + sum(
            (2 if meld.double else 1) * sum(on_table(card, rules, wild_rank) for card in meld.cards)
            for meld in seat.melds
        )
        left = seat.left + sum(in_hand(code, rules, wild_rank) for code in seat.hand)
        held.append(left)
        counts = out is not None or rules["stock_out_counts_hand"]
        found.append(seat.net if seat.net is not None else melded - (left if counts else 0))
    if out is not None and seats[out].net is None:
        found[out] += rules["out_bonus"]
        if rules["out_collects"]:
            partner = (out + 2) % 4 if rules["partners"] else out
            found[out] += sum(left for seat, left in enumerate(held) if seat not in (out, partner))
    return found


@dataclass
class Pad:
    """Where a game stands after its deals."""

    totals: list[int]
    winners: list[int] = field(default_factory=list)
    leaders: list[int] = field(default_factory=list)
    ended_with: int | None = None
    conflicts: list[int] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    next_dealer: int | None = None


def pad_of(deals: list[tuple[int, int | None, list[int]]], rules: JSON, players: int, first_dealer: int) -> Pad:
    """The pad of entries (number, who went out, scores) in any order."""
    pad = Pad([0] * players)
    dealer = first_dealer
    dealers = {}
    last = max((number for number, _, _ in deals), default=0)
    for number in range(1, last + 1):
        dealers[number] = dealer
        here = [deal for deal in deals if deal[0] == number]
        out = None
        if not here:
            pad.missing.append(number)
        elif len(here) > 1:
            pad.conflicts.append(number)
        else:
            _, out, points = here[0]
            pad.totals = [old + new for old, new in zip(pad.totals, points, strict=True)]
            if not pad.missing and not pad.conflicts:
                pad.winners = won(pad.totals, number, out, rules)
            pad.leaders = best(pad.totals, rules)
        if pad.winners:
            pad.ended_with = number
            return pad
        dealer = out if out is not None and rules["next_dealer"] == "winner" else (dealer + 1) % players
    pad.next_dealer = dealers[pad.missing[0]] if pad.missing else dealer
    return pad


def side_totals(totals: list[int], rules: JSON) -> list[int]:
    if not rules["partners"]:
        return totals
    return [totals[seat % 2] + totals[seat % 2 + 2] for seat in range(4)]


def best(totals: list[int], rules: JSON) -> list[int]:
    sides = side_totals(totals, rules)
    return [seat for seat in range(len(totals)) if sides[seat] == max(sides)]


def won(totals: list[int], number: int, out: int | None, rules: JSON) -> list[int]:
    """11.1-11.6."""
    sides, target = side_totals(totals, rules), rules["target"]
    enough = [
        target is not None and (side > target if rules["target_reached"] == "more_than" else side >= target)
        for side in sides
    ]
    if rules["deal_limit"] and number >= rules["deal_limit"]:
        return best(totals, rules)
    if rules["winner"] in ("went_out", "must_go_out") and out is not None and enough[out]:
        return [seat for seat in range(len(totals)) if seat == out or (rules["partners"] and seat % 2 == out % 2)]
    if rules["winner"] == "must_go_out":
        return []
    first = best(totals, rules)
    alone = len(first) == (2 if rules["partners"] else 1)
    return first if alone and enough[first[0]] else []
