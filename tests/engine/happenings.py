"""What can happen in a deal, by name: the tests ask that all of it happens in a case or a playthrough."""

from collections.abc import Callable
from itertools import pairwise

import engine
from engine import OVER, PLAY, Deal, Meld
from engine.cards import FIRST_JOKER, PLACE, RANK, SUIT, played
from engine.moves import Call, Draw, LayOff, NewMeld, Swap, Take
from tests.engine.random_play import Step

Test = Callable[[Step], bool]
_NO_MELD = Meld("run", 0, 0, (), (), engine.Seat(0))


def _emptied(step: Step) -> bool:
    return bool(step.before.hands[step.seat]) and not step.after.hands[step.seat]


def _is_out(step: Step) -> bool:
    return step.after.table.ended == "out"


def _tables(step: Step) -> bool:
    return step.move.type in ("meld", "lay_off")


def _meld(step: Step, kind: str) -> Meld | None:
    """The meld that the move puts down, if it is of the kind."""
    melds = step.after.table.melds
    return melds[-1] if isinstance(step.move, NewMeld) and melds[-1].kind == kind else None


def _wilds(meld: Meld | None) -> int:
    return sum(stand is not None for _, stand in map(played, meld.cards)) if meld else 0


def _laid_on(step: Step) -> Meld | None:
    """The meld before a card is laid off on it, in a turn or by a call."""
    meld = step.move.meld if isinstance(step.move, LayOff | Call) else None
    return step.before.table.melds[meld - 1] if meld else None


def _low_end_grows(step: Step) -> bool:
    meld = _laid_on(step)
    return meld is not None and meld.kind == "run" and _grown(step).cards[0] != meld.cards[0]


def _high_end_grows(step: Step) -> bool:
    meld = _laid_on(step)
    return meld is not None and meld.kind == "run" and _grown(step).cards[-1] != meld.cards[-1]


def _grown(step: Step) -> Meld:
    assert isinstance(step.move, LayOff | Call)
    return step.after.table.melds[(step.move.meld or 0) - 1]


def _swapped_on(step: Step, kind: str) -> bool:
    return isinstance(step.move, Swap) and step.after.table.melds[step.move.meld - 1].kind == kind


def _carried_out(step: Step) -> bool:
    """A call is carried out by this move: cards are taken by it, or the window ends with the call laid off."""
    before, after = step.before.table, step.after.table
    return bool(before.window) and (after.by_call or len(after.pile) < len(before.pile)) and not _is_drawing(step)


def _is_drawing(step: Step) -> bool:
    return isinstance(step.move, Draw | Take)


def _skips_seats(step: Step) -> bool:
    before, after = step.before.table, step.after.table
    return _carried_out(step) and after.by_call and after.turn != before.turn


def _round_the_corner(step: Step) -> bool:
    run = _meld(step, "run")
    ranks = [RANK[card] if stand is None else stand % 13 for card, stand in map(played, run.cards)] if run else []
    return (12, 0) in pairwise(ranks) and ranks[-1] != 0


def _twins(step: Step) -> bool:
    group = _meld(step, "set")
    suits = [SUIT[card] for card, stand in map(played, group.cards) if stand is None] if group else []
    return len(set(suits)) < len(suits) and max(suits) < 4


def _jokers_alone(step: Step) -> bool:
    group = _meld(step, "set")
    return group is not None and all(card >= FIRST_JOKER and stand is None for card, stand in map(played, group.cards))


def _wild_rank(step: Step, *, itself: bool) -> bool:
    meld, wild = step.after.table.melds[-1:], step.after.table.wild_rank
    pairs = [played(text) for text in meld[0].cards] if meld and isinstance(step.move, NewMeld) else []
    return any(RANK[card] == wild and (stand is None) == itself for card, stand in pairs if card < FIRST_JOKER)


def _same_place_twice(step: Step) -> bool:
    """4.3: a wild stands for a card that is tabled too."""
    places: list[int | None] = []
    for meld in step.after.table.melds:
        places += [PLACE[card] if stand is None else stand for card, stand in map(played, meld.cards)]
    return _tables(step) and len(set(places)) < len(places) and step.after.table.rules.packs == 1


def _window_closed(step: Step, move: type) -> bool:
    return bool(step.before.table.window) and not step.after.table.window and isinstance(step.move, move)


def _all_pass(step: Step) -> bool:
    return step.move.type == "pass" and not step.after.table.window and not step.before.calls


def _contested(deal: Deal) -> bool:
    return deal.table.is_contested


def _is_shared(deal: Deal) -> bool:
    winners = engine.winners(deal)
    sides = {engine.side_of(deal.table.options, deal.table.players, seat) for seat in winners}
    return len(sides) > 1


def _leads_alone(deal: Deal) -> bool:
    after = engine.totals(deal) or (0,)
    return len(engine.winners(deal)) == 1 and after[engine.winners(deal)[0]] == max(after)


HAPPENINGS: dict[str, Test] = {
    "a set is put down": lambda step: _meld(step, "set") is not None,
    "a run is put down": lambda step: _meld(step, "run") is not None,
    "a set with a wild": lambda step: _wilds(_meld(step, "set")) > 0,
    "a run with a wild": lambda step: _wilds(_meld(step, "run")) > 0,
    "a meld with two wilds": lambda step: max(_wilds(_meld(step, "set")), _wilds(_meld(step, "run"))) > 1,
    "a set with twins": _twins,
    "a set of jokers": _jokers_alone,
    "a run round the corner": _round_the_corner,
    "a wild rank as itself": lambda step: _wild_rank(step, itself=True),
    "a wild rank as another": lambda step: _wild_rank(step, itself=False),
    "a wild for a card that is tabled too": _same_place_twice,
    "a meld that counts double": lambda step: bool((_meld(step, "set") or _NO_MELD).doubled),
    "a lay-off on a set": lambda step: step.move.type == "lay_off" and (_laid_on(step) or _NO_MELD).kind == "set",
    "a run grows at its low end": _low_end_grows,
    "a run grows at its high end": _high_end_grows,
    "an end is named": lambda step: isinstance(step.move, LayOff) and step.move.end is not None,
    "a lay-off on another's meld": lambda step: (
        step.move.type == "lay_off" and (_laid_on(step) or _NO_MELD).owner != step.seat
    ),
    "a swap in a run": lambda step: _swapped_on(step, "run"),
    "a swap in a set": lambda step: _swapped_on(step, "set"),
    "the top card is taken": lambda step: isinstance(step.move, Take) and len(step.after.table.taken) == 1,
    "a deep take": lambda step: isinstance(step.move, Take) and len(step.after.table.taken) > 1,
    "the whole pile is taken": lambda step: isinstance(step.move, Take) and not step.after.table.pile,
    "a card is obliged": lambda step: bool(step.after.table.obliged),
    "a window opens": lambda step: not step.before.table.window and bool(step.after.table.window),
    "a draw closes the window": lambda step: _window_closed(step, Draw),
    "a take closes the window": lambda step: _window_closed(step, Take),
    "all pass": _all_pass,
    "the first call is carried out": lambda step: (
        _carried_out(step) and step.after.table.options.call_priority == "first"
    ),
    "a call waits": lambda step: bool(step.after.calls),
    "a waiting call is carried out": lambda step: _carried_out(step) and bool(step.before.calls),
    "another's pass lets a call through": lambda step: _carried_out(step) and step.move.type == "pass",
    "a called card is laid off": lambda step: _carried_out(step) and step.after.table.options.call == "top_lay_off",
    "a call skips seats": _skips_seats,
    "a caller goes out": lambda step: step.before.table.by_call and _is_out(step),
    "out by tabling": lambda step: _is_out(step) and _tables(step),
    "out by a discard": lambda step: _is_out(step) and step.move.type == "discard",
    "a float": lambda step: _emptied(step) and _tables(step) and step.after.table.phase != OVER,
    "a floater draws": lambda step: isinstance(step.move, Draw) and not step.before.hands[step.seat],
    "a floater takes": lambda step: isinstance(step.move, Take) and not step.before.hands[step.seat],
    "a last discard is contested": lambda step: _contested(step.after),
    "a contested discard is called": lambda step: _contested(step.before) and step.after.table.phase == PLAY,
    "a contested discard stands": lambda step: _contested(step.before) and _is_out(step),
    "a reshuffle": lambda step: step.after.table.reshuffled == 1 and step.before.table.reshuffled == 0,
    "a second reshuffle": lambda step: step.after.table.reshuffled > step.before.table.reshuffled > 0,
    "a quiet turn": lambda step: step.after.table.quiet_turns > step.before.table.quiet_turns,
    "quiet turns are counted anew": lambda step: step.after.table.quiet_turns < step.before.table.quiet_turns,
    "the deal ends without asking": lambda step: step.after.table.ended == "no_take",
    "a negative score": lambda step: min(engine.deal_scores(step.after) or (0,)) < 0,
    "the highest total wins": lambda step: _leads_alone(step.after),
    "a winner who has not the highest total": lambda step: (
        bool(engine.winners(step.after)) and not _leads_alone(step.after) and not _is_shared(step.after)
    ),
    "a shared win": lambda step: _is_shared(step.after),
    "the game goes on": lambda step: step.after.table.phase == OVER and not engine.winners(step.after),
    "partners win": lambda step: step.after.table.options.partners and bool(engine.winners(step.after)),
}


def happenings(step: Step) -> set[str]:
    """The names of all that happens with this move."""
    return {name for name, test in HAPPENINGS.items() if test(step)}
