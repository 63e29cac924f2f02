"""Writes a deal down: every step as the table and each seat see it, the legal moves, the move; then the scores."""

from collections.abc import Iterator
from itertools import islice

import engine
from engine import CODES, RANKS, Deal, Observation, Seat, codes, legal_moves, move_text, observe, to_act
from engine.options import OPTIONS, Options
from tests.engine.playthroughs.games import Playthrough

SHOWN = 4
"""As many legal moves are written out; of more than this only how many there are, to MOST_COUNTED."""
MOST_COUNTED = 1_000


def transcript(name: str, playthrough: Playthrough) -> str:
    """The whole text, to the last line break."""
    return "".join(f"{line}\n" for line in _lines(name, playthrough))


def _lines(name: str, playthrough: Playthrough) -> Iterator[str]:
    deal = playthrough.start()
    yield f"{name}: {playthrough.about}"
    yield f"rules {_rules(deal.table.options)}"
    yield f"seed {playthrough.seed.hex()}, committed to as {engine.commitment(playthrough.seed)}"
    yield f"dealer {deal.table.dealer}, deal {deal.table.deal_number}, scores {_numbers(deal.table.scores)}"
    yield f"stock {_cards(deal.stock)}"
    for number, step in enumerate(playthrough.steps(), 1):
        yield ""
        yield f"{number}. {_table(step.before)}"
        yield from _melds(step.before)
        yield from _seats(step.before)
        yield f"{step.seat}: {move_text(step.move)}"
        deal = step.after
    yield ""
    yield from _end(deal)


def _rules(options: Options) -> str:
    """The preset and what differs from it."""
    assert options.preset is not None
    preset = engine.PRESETS[options.preset]
    changes = [name for name in OPTIONS if getattr(options, name) != getattr(preset, name)]
    return " ".join([options.preset, *(f"{name}={_value(getattr(options, name))}" for name in changes)])


def _value(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(f"{code}:{points}" for code, points in value)
    return str(value).lower()


def _cards(cards: tuple[int, ...]) -> str:
    return " ".join(CODES[card] for card in cards) or "-"


def _numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers)) or "-"


def _table(deal: Deal) -> str:
    """The public facts but for the melds; what is as usual is left out."""
    table = deal.table
    known = [f"{seat}: {' '.join(codes(mask))}" for seat, mask in enumerate(table.known) if mask]
    parts: dict[str, str | bool] = {
        "pile": _cards(table.pile),
        "stock": str(table.stock_count),
        "cards": _numbers(table.card_counts),
        "wild": "" if table.wild_rank is None else RANKS[table.wild_rank],
        "taken": _cards(table.taken) if table.taken else "",
        "obliged": " ".join(codes(table.obliged)),
        "by call": table.by_call,
        "tabled": table.tabled,
        "window": _numbers(table.window) if table.window else "",
        "contested": table.is_contested,
        "last discard": "" if table.last_discard_by is None else str(table.last_discard_by),
        "quiet": str(table.quiet_turns or ""),
        "reshuffled": str(table.reshuffled or ""),
        "known": ", ".join(known),
    }
    told = [f"{name} {value}" if value is not True else name for name, value in parts.items() if value]
    return f"turn {table.turn}, {table.phase} | {' | '.join(told)}"


def _melds(deal: Deal) -> Iterator[str]:
    for number, meld in enumerate(deal.table.melds, 1):
        doubled = " doubled" if meld.doubled else ""
        yield f"   {number} {meld.kind} {' '.join(meld.cards)} by {_numbers(meld.by)}, of {meld.owner}{doubled}"


def _seats(deal: Deal) -> Iterator[str]:
    acting = to_act(deal)
    for seat in map(Seat, range(deal.table.players)):
        seen = observe(deal, seat)
        words = [" ".join(codes(seen.hand)) or "no cards"]
        words += ["held"] if seen.held else []
        words += ["may call"] if seen.may_call else []
        words += [_moves(seen)] if seat in acting else []
        yield f"   {seat} has {'; '.join(words)}"


def _moves(seen: Observation) -> str:
    moves = [move_text(move) for move in islice(legal_moves(seen), MOST_COUNTED)]
    more = [f"and {len(moves) - SHOWN} more"] if len(moves) > SHOWN else []
    return f"moves: {', '.join(moves[:SHOWN] + more) or 'none'}"


def _end(deal: Deal) -> Iterator[str]:
    table = deal.table
    out = "nobody" if table.out is None else f"seat {table.out}"
    yield f"over: {table.ended}, {out} went out"
    yield from _melds(deal)
    yield from (f"   {seat} has {' '.join(codes(hand)) or 'no cards'}" for seat, hand in enumerate(deal.hands))
    yield f"points on the table {_numbers(engine.table_points(table))}"
    yield f"deal scores {_numbers(engine.deal_scores(deal) or ())}"
    yield f"totals {_numbers(engine.totals(deal) or ())}"
    yield f"winners {_numbers(engine.winners(deal))}"
    if not engine.winners(deal):
        yield f"next dealer {engine.next_dealer(deal)}"
