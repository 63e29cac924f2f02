"""From a shuffled pack to the first draw, and from one deal of a game to the next (docs/rules.md, sections 2, 13)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import BIT, RANK, Card, Seat
from engine.options import Options
from engine.rules import rules_for
from engine.scoring import totals
from engine.shuffle import first_dealer, shuffled_pack
from engine.table import DRAW, Deal, Layout, Table


def start_deal(
    options: Options,
    players: int,
    seed: bytes,
    *,
    dealer: Seat | None = None,
    deal_number: int = 1,
    scores: Sequence[int] | None = None,
) -> Deal:
    """A deal from its seed of 32 bytes. Without `dealer` the seed draws one, as for the first deal of a game (2.4).

    Raises ImpossibleRules where so many players cannot play by these options.
    """
    options.check_players(players)
    if dealer is None:
        dealer = first_dealer(players, seed)
    pack = shuffled_pack(options, players, seed)
    return deal_from_pack(options, players, pack, dealer, deal_number=deal_number, scores=scores, seed=seed)


def deal_from_pack(
    options: Options,
    players: int,
    pack: Sequence[Card],
    dealer: Seat,
    *,
    deal_number: int = 1,
    scores: Sequence[int] | None = None,
    seed: bytes | None = None,
) -> Deal:
    """A deal from a shuffled pack, its first card dealt first (2.2, 13.1)."""
    order = [Seat((dealer + step) % players) for step in range(1, players + 1)]
    if options.hand_sizes == "upcard":
        hands, shown, used = _by_upcards(pack, order)
    else:
        each = options.hand_size_for(players)
        hands, shown, used = _one_at_a_time(pack, order, each), [0] * players, each * players
    wild_rank = shown[dealer].bit_length() - 1 if options.wild == "dealer_upcard" else None
    rules = rules_for(options, players, None if wild_rank is None else RANK[wild_rank])
    stock = tuple(pack[used + 1 :])
    table = Table(
        rules=rules,
        dealer=dealer,
        turn=order[0],
        phase=DRAW,
        pile=(pack[used],),
        melds=Layout(),
        taken=(),
        obliged=0,
        by_call=False,
        tabled=False,
        window=(),
        last_discard_by=None,
        quiet_turns=0,
        reshuffled=0,
        deal_number=deal_number,
        scores=tuple(scores) if scores is not None else (0,) * players,
        stock_count=len(stock),
        card_counts=tuple(hand.bit_count() for hand in hands),
        known=tuple(shown),
        out=None,
        ended=None,
    )
    return Deal(table, tuple(hands), stock, seed=seed)


def _one_at_a_time(pack: Sequence[Card], order: list[Seat], each: int) -> list[int]:
    players = len(order)
    hands = [0] * players
    for place, seat in enumerate(order):
        for card in pack[place : each * players : players]:
            hands[seat] |= BIT[card]
    return hands


def _by_upcards(pack: Sequence[Card], order: list[Seat]) -> tuple[list[int], list[int], int]:
    """13.1: a card face up to each, and as many more as its rank says; the hands, what was shown, the cards used."""
    hands, shown, used = [0] * len(order), [0] * len(order), 0
    for seat in order:
        upcard = pack[used]
        more = cards_after_upcard(upcard)
        shown[seat] = BIT[upcard]
        for card in pack[used : used + more + 1]:
            hands[seat] |= BIT[card]
        used += more + 1
    return hands, shown, used


def cards_after_upcard(upcard: Card) -> int:
    """13.1: pips their face, king, queen and jack ten, the ace eleven."""
    rank = RANK[upcard]
    return 11 if rank == 0 else min(rank + 1, 10)


def next_dealer(deal: Deal) -> Seat:
    """The dealer of the deal after this one (2.4)."""
    table = deal.table
    return dealer_after(table.options, table.players, table.dealer, table.out)


def dealer_after(options: Options, players: int, dealer: int, out: int | None) -> Seat:
    """Who deals after this dealer's deal, in which `out` went out, None for nobody."""
    return Seat(out if options.next_dealer == "winner" and out is not None else (dealer + 1) % players)


def next_deal(deal: Deal, seed: bytes) -> Deal:
    """The deal that follows one that is over: the next dealer deals, the totals are carried on."""
    after = totals(deal)
    if after is None:
        raise ValueError("the deal is not over")
    table = deal.table
    return start_deal(
        table.options,
        table.players,
        seed,
        dealer=next_dealer(deal),
        deal_number=table.deal_number + 1,
        scores=after,
    )
