"""What a deal came to, explained: the parts of each score, and the points of every card that they are made of."""

from typing import Any

import engine
from engine import CODES, Deal, cards_in
from games.public import hand_codes

JSON = dict[str, Any]


def result_fields(deal: Deal) -> JSON:
    """Of a deal that is over, `seats`: the parts of each score; `melds` and `hands`: the points of each card.

    A meld's card names the seat that tabled it. A hand's cards count where `hands_count` says so (RULES 10.2).
    """
    table, scores, totals = deal.table, engine.seat_scores(deal), engine.totals(deal)
    assert scores is not None, "asked of a deal that is over"
    assert totals is not None
    return {
        "seats": [
            {
                "seat": seat,
                "melded": one.melded,
                "left": one.left,
                "bonus": one.bonus,
                "score": one.score,
                "total": total,
                "went_out": seat == table.out,
            }
            for seat, (one, total) in enumerate(zip(scores, totals, strict=True))
        ],
        "melds": [_meld(deal, number) for number in range(1, len(table.melds) + 1)],
        "hands": [_hand(deal, seat) for seat in range(table.players)],
        "hands_count": engine.hands_count(table),
    }


def _meld(deal: Deal, number: int) -> JSON:
    meld = deal.table.melds[number - 1]
    worth = zip(meld.cards, meld.by, engine.meld_points(deal.table.rules, meld), strict=True)
    cards = [{"card": card, "seat": by, "points": points} for card, by, points in worth]
    return {"id": number, "kind": meld.kind, "owner": meld.owner, "cards": cards}


def _hand(deal: Deal, seat: int) -> list[JSON]:
    rules = deal.table.rules
    held = {CODES[card]: rules.hand_points[card] for card in cards_in(deal.hands[seat])}
    return [{"card": card, "points": held[card]} for card in hand_codes(deal, seat)]
