"""What the entries of a sheet come to: totals, leaders, winners, who deals next. The order in which entries came does
not matter, so devices that merged in any order agree. Knows no rows.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import engine
from engine import Options

COUNTED, CONFLICT, AFTER_END = "counted", "conflict", "after_end"


@dataclass(frozen=True)
class Entry:
    """One deal as it was entered; `scores` is one number a seat."""

    client_id: UUID
    deal_number: int
    went_out: int | None
    scores: tuple[int, ...]


@dataclass
class Standing:
    """Where the game stands.

    `states` tells of each entry whether it counts; one of several for the same deal does not, nor what comes after the
    end. `totals_after` are those behind each deal that counts. Nobody has won while a deal before is missing or in
    conflict, as it could have ended the game.
    """

    totals: list[int]
    states: dict[UUID, str] = field(default_factory=dict)
    totals_after: dict[int, list[int]] = field(default_factory=dict)
    dealers: dict[int, int] = field(default_factory=dict)
    conflicts: list[int] = field(default_factory=list)
    missing: list[int] = field(default_factory=list)
    winners: list[int] = field(default_factory=list)
    leaders: list[int] = field(default_factory=list)
    ended_with: int | None = None
    next_dealer: int | None = None
    next_deal: int | None = None

    @property
    def cache(self) -> dict[str, Any]:
        """What is told of a sheet in a list."""
        names = ("totals", "leaders", "winners", "conflicts", "missing", "next_dealer", "next_deal", "ended_with")
        return {name: getattr(self, name) for name in names}


def standing_of(options: Options, players: int, first_dealer: int, entries: Iterable[Entry]) -> Standing:
    """The standing after these entries."""
    by_number: dict[int, list[Entry]] = defaultdict(list)
    for entry in entries:
        by_number[entry.deal_number].append(entry)
    standing = Standing([0] * players)
    dealer = first_dealer
    last = max(by_number, default=0)
    for number in range(1, last + 1):
        there = by_number.get(number, [])
        if standing.winners:
            standing.states |= {entry.client_id: AFTER_END for entry in there}
            continue
        standing.dealers[number] = dealer
        out = _counted(standing, options, number, there)
        dealer = engine.dealer_after(options, players, dealer, out)
    if standing.totals_after:
        standing.leaders = list(engine.leaders(options, standing.totals))
    if not standing.winners:
        standing.next_deal = min(standing.missing, default=last + 1)
        standing.next_dealer = standing.dealers.get(standing.next_deal, dealer)
    return standing


def _counted(standing: Standing, options: Options, number: int, there: Sequence[Entry]) -> int | None:
    """Add the deal of this number; gives who went out, as far as it is known."""
    if not there:
        standing.missing.append(number)
        return None
    if len(there) > 1:
        standing.conflicts.append(number)
        standing.states |= {entry.client_id: CONFLICT for entry in there}
        return None
    (entry,) = there
    standing.states[entry.client_id] = COUNTED
    standing.totals = [before + score for before, score in zip(standing.totals, entry.scores, strict=True)]
    standing.totals_after[number] = standing.totals
    if not standing.missing and not standing.conflicts:
        won = engine.winners_with(options, standing.totals, number, entry.went_out)
        standing.winners = list(won)
        standing.ended_with = number if won else None
    return entry.went_out
