"""Sections 3, 10 and 11: what cards are worth, deal scores, totals, winners, the next dealer."""

from tests.engine.reference.cards import RANKS, is_joker
from tests.engine.reference.rules import Rules
from tests.engine.reference.state import Meld, State

WITHOUT_GOING_OUT = ("declined", "no_take", "quiet", "stock_end")


def points(state: State) -> list[int]:
    """The points on the table, a seat."""
    found = [0] * len(state.hands)
    for meld in state.melds:
        for at, ((card, _), seat) in enumerate(zip(meld.cards, meld.by, strict=True)):
            worth = table_points(state, meld, at)
            found[seat] += 2 * worth if card in meld.doubled else worth
    return found


def table_points(state: State, meld: Meld, at: int) -> int:
    card, stands = meld.cards[at]
    rules = state.rules
    special = own_points(state, card)
    if is_joker(card) and stands is not None and rules.joker_on_table == "represented" and _bonus(rules, card) is None:
        special = None
    if special is not None:
        return special
    rank = stands[0] if stands is not None else card[0]
    low = meld.kind == "run" and at == 0 and rank == "A"
    return int(rules.ace_low_points) if low else rank_points(rules, rank)


def hand_points(state: State, card: str) -> int:
    special = own_points(state, card)
    return rank_points(state.rules, card[0]) if special is None else special


def own_points(state: State, card: str) -> int | None:
    """The value that a bonus card, a joker or a card of the wild rank keeps everywhere (3.2, 3.6, 13.3)."""
    rules = state.rules
    bonus = _bonus(rules, card)
    if bonus is not None:
        return bonus
    if is_joker(card):
        return int(rules.joker_points)
    if rules.wild == "dealer_upcard" and card[0] == state.wild_rank:
        aces = rules.wild_ace_points if card[0] == "A" else None
        return int(rules.wild_points if aces is None else aces)
    return None


def rank_points(rules: Rules, rank: str) -> int:
    if rank == "A":
        return int(rules.ace_points)
    pips = RANKS.index(rank) + 1
    if pips >= 10:
        return 10
    return 5 if rules.pips == "five" else pips


def _bonus(rules: Rules, card: str) -> int | None:
    """3.6: a code without the 2 of the second pack covers both twins."""
    if card in rules.bonus_cards:
        return int(rules.bonus_cards[card])
    if len(card) == 3 and card[:2] in rules.bonus_cards:
        return int(rules.bonus_cards[card[:2]])
    return None


def deal_scores(state: State) -> list[int] | None:
    """The scores of a deal that is over, None before."""
    if state.phase != "over":
        return None
    rules, seats = state.rules, range(len(state.hands))
    held = [sum(hand_points(state, card) for card in hand) for hand in state.hands]
    free = not rules.stock_out_counts_hand and state.ended in WITHOUT_GOING_OUT
    scores = [tabled - (0 if free else in_hand) for tabled, in_hand in zip(points(state), held, strict=True)]
    if state.out is not None:
        scores[state.out] += rules.out_bonus
        if rules.out_collects:
            scores[state.out] += sum(held[seat] for seat in seats if not _same_side(rules, seat, state.out))
    return scores


def _same_side(rules: Rules, seat: int, other: int) -> bool:
    return seat % 2 == other % 2 if rules.partners else seat == other


def totals(state: State) -> list[int] | None:
    scores = deal_scores(state)
    return None if scores is None else [old + new for old, new in zip(state.scores, scores, strict=True)]


def winners(state: State) -> list[int]:
    """The seats that have won the game; empty while it goes on (section 11)."""
    found = totals(state)
    if found is None:
        return []
    rules, seats = state.rules, range(len(found))
    sides = [sum(found[other] for other in seats if _same_side(rules, seat, other)) for seat in seats]
    leaders = [seat for seat in seats if sides[seat] == max(sides)]
    if rules.deal_limit is not None and state.deal_number >= rules.deal_limit:
        return leaders
    reached = [seat for seat in seats if _reached(rules, sides[seat])]
    out_side = [seat for seat in seats if state.out is not None and _same_side(rules, seat, state.out)]
    if rules.winner in ("went_out", "must_go_out") and out_side and out_side[0] in reached:
        return out_side
    if rules.winner == "must_go_out":
        return []
    single = all(_same_side(rules, leaders[0], seat) for seat in leaders)
    return leaders if single and leaders[0] in reached else []


def _reached(rules: Rules, total: int) -> bool:
    if rules.target is None:
        return False
    return bool(total > rules.target if rules.target_reached == "more_than" else total >= rules.target)


def next_dealer(state: State) -> int:
    """2.4, after a deal that is over."""
    left = (state.dealer + 1) % len(state.hands)
    return state.out if state.rules.next_dealer == "winner" and state.out is not None else left
