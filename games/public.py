"""What everybody may know of a deal, field by field and ready for JSON: the common part of every view.

Hands, stock, seeds and kept calls have no way into it: it is made of the engine's `Table`, which lacks them.
"""

from typing import Any

import engine
from engine import CODES, RANKS, Deal, Meld, Table, codes

JSON = dict[str, Any]


def public_fields(deal: Deal) -> JSON:
    """What a view tells everybody of the deal; `callers` are all for whom the window opened."""
    table = deal.table
    return {
        "deal_number": table.deal_number,
        "dealer": table.dealer,
        "turn": table.turn,
        "phase": table.phase,
        "wild_rank": None if table.wild_rank is None else RANKS[table.wild_rank],
        "last_discard_by": table.last_discard_by,
        "tabled": table.tabled,
        "by_call": table.by_call,
        "quiet_turns": table.quiet_turns,
        "reshuffled": table.reshuffled,
        "known_cards": [list(codes(mask)) for mask in table.known],
        "stock_count": table.stock_count,
        "pile": [CODES[card] for card in table.pile],
        "melds": [_meld(number, meld) for number, meld in enumerate(table.melds, 1)],
        "taken": [CODES[card] for card in table.taken],
        "obliged": list(codes(table.obliged)),
        "callers": list(table.window),
    }


def seat_fields(deal: Deal) -> list[JSON]:
    """Of each seat the number of its cards, its points on the table in this deal, its total in the game."""
    table: Table = deal.table
    totals = engine.totals(deal) or table.scores
    points = engine.table_points(table)
    return [
        {
            "seat": seat,
            "card_count": table.card_counts[seat],
            "on_table_points": points[seat],
            "total": totals[seat],
        }
        for seat in range(table.players)
    ]


def _meld(number: int, meld: Meld) -> JSON:
    return {
        "id": number,
        "kind": meld.kind,
        "cards": list(meld.cards),
        "by": list(meld.by),
        "owner": meld.owner,
        "doubled": list(codes(meld.doubled)),
    }


def changed_fields(before: JSON, after: JSON) -> JSON:
    """Those of the fields that differ, each as it is now; of `seats`, what differs at each seat."""
    changes = {name: value for name, value in after.items() if name not in before or before[name] != value}
    if "seats" in changes:
        pairs = zip(before["seats"], after["seats"], strict=True)
        changes["seats"] = [{"seat": new["seat"], **changed_fields(old, new)} for old, new in pairs if old != new]
    return changes


def hand_codes(deal: Deal, seat: int) -> list[str]:
    """The cards that a seat holds, in pack order."""
    return list(codes(deal.hands[seat]))


def changed_hands(before: Deal, after: Deal) -> dict[str, list[str]]:
    """Seat to its new cards, where they changed. Secret but to the seat itself while the deal goes on."""
    hands = enumerate(zip(before.hands, after.hands, strict=True))
    return {str(seat): hand_codes(after, seat) for seat, (old, new) in hands if old != new}
