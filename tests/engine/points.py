"""Scores added up from the cards themselves, beside the engine: each card of the pack counts once (3, 10.1)."""

import engine
from engine import PRESETS, Deal, Options, codes

# Where these have other values than in `pagat`, cards or deals count in other ways.
_DECIDE = (
    *("pips", "ace_points", "ace_low_points", "joker_points", "joker_on_table", "bonus_cards", "wild"),
    *("four_at_once_doubles", "out_bonus", "out_collects", "stock_out_counts_hand"),
)


def are_plain(options: Options) -> bool:
    """Whether cards count as in `pagat`."""
    return all(
        getattr(options, name) == getattr(PRESETS["pagat"], name)
        for name in _DECIDE
        if name != "wild" or options.wild == "dealer_upcard"
    )


def check_points(deal: Deal) -> None:
    """What the cards on the table bring and those in the hands cost is what the deal brings, seat by seat."""
    if not are_plain(deal.table.options):
        return
    sums = [-sum(map(_points, codes(hand))) for hand in deal.hands]
    for meld in deal.table.melds:
        for place, (text, seat) in enumerate(zip(meld.cards, meld.by, strict=True)):
            is_low = meld.kind == "run" and place == 0 and text[0] == "A"
            sums[seat] += 1 if is_low else _points(text)
    assert tuple(sums) == engine.deal_scores(deal)


def _points(text: str) -> int:
    return {"A": 15, "X": 15}.get(text[0]) or (10 if text[0] in "TJQK" else int(text[0]))
