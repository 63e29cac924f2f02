"""Other deals that look the same to a viewer: what the viewer cannot know is changed at random."""

from itertools import islice
from random import Random

from engine import Deal, Seat, cards_in, legal_moves, observe
from engine.moves import Call

Calls = tuple[tuple[Seat, Call], ...]


def reshuffled_secrets(deal: Deal, viewer: Seat | None, rng: Random) -> Deal:
    """The hidden cards dealt anew, and the hidden answers in the call window given anew."""
    return with_other_answers(with_other_cards(deal, viewer, rng), viewer, rng)


def with_other_cards(deal: Deal, viewer: Seat | None, rng: Random) -> Deal:
    """The stock and the other hands, known cards aside, are shuffled together; the counts stay."""
    table = deal.table
    known = [hand if seat == viewer else table.known[seat] for seat, hand in enumerate(deal.hands)]
    hidden = [card for hand, open_part in zip(deal.hands, known, strict=True) for card in cards_in(hand & ~open_part)]
    hidden += deal.stock
    rng.shuffle(hidden)
    hands = []
    for hand, open_part in zip(deal.hands, known, strict=True):
        count = (hand & ~open_part).bit_count()
        hands.append(open_part | sum(1 << card for card in hidden[:count]))
        del hidden[:count]
    return deal._replace(hands=tuple(hands), stock=tuple(hidden))


def with_other_answers(deal: Deal, viewer: Seat | None, rng: Random) -> Deal:
    """9.8: others in the window have passed, called or not answered; only that some call waits is public."""
    others = [seat for seat in deal.table.window if seat != viewer]
    own_calls = tuple((seat, call) for seat, call in deal.calls if seat == viewer)
    for _ in range(20):
        callers, calls = [seat for seat in deal.callers if seat == viewer], list(own_calls)
        for seat in others:
            answer = rng.choice(["none", "pass", "call"])
            callers += [seat] * (answer == "none")
            calls += _a_call(deal, seat, rng) if answer == "call" and deal.calls else []
        changed = deal._replace(callers=tuple(sorted(callers)), calls=tuple(calls))
        if _is_open(changed) and bool(changed.calls) == bool(deal.calls):
            return changed
    return deal


def _a_call(deal: Deal, seat: Seat, rng: Random) -> Calls:
    seen = observe(deal, seat)._replace(may_call=True)
    calls = [move for move in islice(legal_moves(seen), 50) if isinstance(move, Call)]
    return ((seat, rng.choice(calls)),) if calls else ()


def _is_open(deal: Deal) -> bool:
    """Whether somebody has still to answer who could precede the calls that wait."""
    by = deal.table.last_discard_by or 0
    nearest = min(((seat - by) % deal.table.players for seat, _ in deal.calls), default=deal.table.players)
    return any((seat - by) % deal.table.players < nearest for seat in deal.callers)
