"""What a deal is worth to each seat, and who has won the game (docs/rules.md, sections 3, 10 and 11)."""

from __future__ import annotations

from functools import lru_cache

from engine.cards import BIT, FIRST_JOKER, RANK, RANK_ALONE, Card, Seat, cards_in, played
from engine.melds import RUN, Meld
from engine.options import Options
from engine.rules import Rules
from engine.table import OVER, Deal, Table


@lru_cache(maxsize=1 << 14)  # asked for again with each move, of melds that seldom change
def meld_points(rules: Rules, meld: Meld) -> tuple[int, ...]:
    """The points of each card of the meld, in its order."""
    pairs = [played(text) for text in meld.cards]
    return tuple(
        rules.tabled_points(card, stand, at == 0 and _is_low_ace(meld, card, stand))
        * (2 if meld.doubled & BIT[card] else 1)
        for at, (card, stand) in enumerate(pairs)
    )


def _is_low_ace(meld: Meld, card: Card, stand: int | None) -> bool:
    """3.3: the first card of a run that begins with the ace."""
    if meld.kind != RUN or meld.start % 13 != 0 or meld.start == 13:
        return False
    return RANK[card] == 0 if stand is None and card < FIRST_JOKER else stand is not None and stand < RANK_ALONE


def table_points(table: Table) -> tuple[int, ...]:
    """The points that each seat has on the table (10.1, the hands aside)."""
    points = [0] * table.players
    for meld in table.melds:
        for by, worth in zip(meld.by, meld_points(table.rules, meld), strict=True):
            points[by] += worth
    return tuple(points)


def hand_points(rules: Rules, hand: int) -> int:
    """What the cards of a hand count against their player."""
    return sum(rules.hand_points[card] for card in cards_in(hand))


def deal_scores(deal: Deal) -> tuple[int, ...] | None:
    """The score of each seat (10.1-10.3), None while the deal goes on."""
    table = deal.table
    if table.phase != OVER:
        return None
    options = table.options
    left = [hand_points(table.rules, hand) for hand in deal.hands]
    counted = left if table.ended == "out" or options.stock_out_counts_hand else [0] * len(left)
    scores = [tabled - held for tabled, held in zip(table_points(table), counted, strict=True)]
    if table.out is not None:
        scores[table.out] += options.out_bonus
        if options.out_collects:
            side = side_of(options, table.players, table.out)
            scores[table.out] += sum(held for seat, held in enumerate(left) if seat not in side)
    return tuple(scores)


def totals(deal: Deal) -> tuple[int, ...] | None:
    """The totals after the deal, None while it goes on."""
    scores = deal_scores(deal)
    if scores is None:
        return None
    return tuple(before + score for before, score in zip(deal.table.scores, scores, strict=True))


def side_of(options: Options, players: int, seat: int) -> tuple[Seat, ...]:
    """The seats that win together: the seat, and with `partners` the one opposite (11.6, 14.1)."""
    if not options.partners:
        return (Seat(seat),)
    return tuple(Seat(other) for other in range(players) if (other - seat) % 2 == 0)


def winners(deal: Deal) -> tuple[Seat, ...]:
    """The seats that have won the game with this deal, () while the game goes on (11.2-11.6)."""
    after = totals(deal)
    if after is None:
        return ()
    table = deal.table
    options = table.options
    sides = sorted({side_of(options, table.players, seat) for seat in range(table.players)})
    side_totals = {side: sum(after[seat] for seat in side) for side in sides}
    highest = max(side_totals.values())
    leaders = [side for side in sides if side_totals[side] == highest]
    out = side_of(options, table.players, table.out) if table.out is not None else None
    if options.deal_limit is not None and table.deal_number >= options.deal_limit:
        return tuple(sorted(seat for side in leaders for seat in side))
    if options.winner != "highest" and out is not None and _reached(options, side_totals[out]):
        return out
    if options.winner != "must_go_out" and len(leaders) == 1 and _reached(options, highest):
        return leaders[0]
    return ()


def _reached(options: Options, total: int) -> bool:
    if options.target is None:
        return False
    return total > options.target if options.target_reached == "more_than" else total >= options.target
