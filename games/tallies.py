"""What people have done in a deal, counted from its log when it is over: kept with their seats, for statistics."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any

from games.models import Author, Entry, Kind, Seat
from games.store import GameState

_BEGINNINGS = ("draw", "take", "decline")
_ANSWERS = ("call", "pass")
_READ = ("version", "kind", "seat", "author", "move", "outcome", "undone_to", "at")
_MILLISECOND = timedelta(milliseconds=1)


@dataclass
class Tally:
    """What is added to a seat: see `Seat`."""

    deals: int = 0
    deal_points: int = 0
    outs: int = 0
    turns: int = 0
    turn_ms: int = 0
    takes: int = 0
    deep_takes: int = 0
    calls: int = 0
    missed_calls: int = 0


def note_tallies(state: GameState, scores: Sequence[int], out: int | None) -> None:
    """Add the deal that is over to the seats of those people who still play; in two statements, of any length."""
    people = [seat for seat in state.seats if seat.player_id and seat.resigned_at is None]
    if not people:
        return
    number = state.playing.table.deal_number
    stored = Entry.objects.filter(game=state.game, deal_number=number, version__gte=state.deal_version)
    entries = [
        *stored.order_by("version").only(*_READ),
        *(entry for entry in state.entries if entry.deal_number == number),
    ]
    tallies = tallied(entries, len(state.seats))
    for seat in people:
        tally = tallies[seat.seat]
        tally.deals, tally.deal_points, tally.outs = 1, scores[seat.seat], int(out == seat.seat)
        for name, more in asdict(tally).items():
            setattr(seat, name, getattr(seat, name) + more)
    Seat.objects.bulk_update(people, list(asdict(Tally())))


def tallied(entries: Iterable[Entry], players: int) -> list[Tally]:
    """What the person at each seat has done, from the entries of one deal in order; moves taken back are no takes.

    A call is missed by who might have made it and has not, also where somebody else was faster.
    """
    tallies = [Tally() for _ in range(players)]
    asked: set[int] = set()
    last_at: datetime | None = None
    counting: list[Entry] = []
    for entry in entries:
        move = entry.move or {}
        while entry.undone_to is not None and counting and counting[-1].version > entry.undone_to:
            counting.pop()
        if entry.seat is not None and entry.kind == Kind.MOVE and entry.author == Author.PERSON:
            counting.append(entry)
            _time(tallies[entry.seat], move["type"], entry.at - (last_at or entry.at))
        if move.get("type") == "call" and entry.seat is not None:
            asked.discard(entry.seat)
        for window in _opened(entry):
            _miss(tallies, asked)
            asked = set(window["seats"])
        last_at = entry.at
    _miss(tallies, asked)
    for entry in counting:
        _count(tallies[entry.seat or 0], entry)
    return tallies


def _opened(entry: Entry) -> Iterable[dict[str, Any]]:
    return [news["window"] for news in entry.outcome.get("then", ()) if news["type"] == "call_window_opened"]


def _miss(tallies: Sequence[Tally], asked: Iterable[int]) -> None:
    for seat in asked:
        tallies[seat].missed_calls += 1


def _time(tally: Tally, move: str, took: timedelta) -> None:
    """What is waited for while others may call is nobody's turn."""
    if move not in _ANSWERS:
        tally.turn_ms += took // _MILLISECOND


def _count(tally: Tally, entry: Entry) -> None:
    move = entry.move or {}
    tally.turns += move["type"] in _BEGINNINGS
    tally.calls += move["type"] == "call"
    if move["type"] == "take":
        tally.takes += 1
        tally.deep_takes += len(entry.outcome.get("changes", {}).get("taken", ())) > 1
