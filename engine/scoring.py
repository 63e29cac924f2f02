"""What a deal is worth to each seat, and who has won the game (docs/rules.md, sections 3, 10 and 11)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

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


class SeatScore(NamedTuple):
    """What the score of a seat is made of: points tabled, points of the hand as far as they count, and what was added
    for going out.
    """

    melded: int
    left: int
    bonus: int

    @property
    def score(self) -> int:
        """The score of the deal."""
        return self.melded - self.left + self.bonus


def seat_scores(deal: Deal) -> tuple[SeatScore, ...] | None:
    """The score of each seat with its parts (10.1-10.3), None while the deal goes on."""
    table = deal.table
    if table.phase != OVER:
        return None
    held = [hand_points(table.rules, hand) for hand in deal.hands]
    left = held if hands_count(table) else [0] * len(held)
    return tuple(map(SeatScore, table_points(table), left, out_bonuses(table.options, held, table.out)))


def out_bonuses(options: Options, held: Sequence[int], out: int | None) -> tuple[int, ...]:
    """What going out adds to each seat's score (10.3); `held` are the points of the cards left in each hand."""
    bonuses = [0] * len(held)
    if out is not None:
        bonuses[out] = options.out_bonus
        if options.out_collects:
            side = side_of(options, len(held), out)
            bonuses[out] += sum(points for seat, points in enumerate(held) if seat not in side)
    return tuple(bonuses)


def hands_count(table: Table) -> bool:
    """Whether the cards left in the hands count against their players (10.2)."""
    return table.ended == "out" or table.options.stock_out_counts_hand


def deal_scores(deal: Deal) -> tuple[int, ...] | None:
    """The score of each seat, None while the deal goes on."""
    scores = seat_scores(deal)
    return None if scores is None else tuple(one.score for one in scores)


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
    table = deal.table
    return () if after is None else winners_with(table.options, after, table.deal_number, table.out)


def winners_with(options: Options, after: Sequence[int], deal_number: int, out: int | None) -> tuple[Seat, ...]:
    """The seats that win with these totals after the deal of this number, in which `out` went out; () for none yet."""
    leading = leaders(options, after)
    if options.deal_limit is not None and deal_number >= options.deal_limit:
        return leading
    out_side = side_of(options, len(after), out) if out is not None else None
    if options.winner != "highest" and out_side and _reached(options, sum(after[seat] for seat in out_side)):
        return out_side
    side = side_of(options, len(after), leading[0])
    if options.winner != "must_go_out" and side == leading and _reached(options, sum(after[seat] for seat in side)):
        return leading
    return ()


def leaders(options: Options, after: Sequence[int]) -> tuple[Seat, ...]:
    """The seats, or sides, with the highest total; several where it is shared."""
    side_totals = [sum(after[other] for other in side_of(options, len(after), seat)) for seat in range(len(after))]
    return tuple(Seat(seat) for seat, total in enumerate(side_totals) if total == max(side_totals))


def _reached(options: Options, total: int) -> bool:
    if options.target is None:
        return False
    return total > options.target if options.target_reached == "more_than" else total >= options.target
