"""Measures players against each other: `python -m bots.arena club casual --rounds 1000`.

Everything is a duplicate: the same cards are played once for each seat that the first player can have, the second in
all other seats. One such round is the unit of the statistics. Margins are points; intervals are 95 %.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import inf, sqrt
from random import Random
from statistics import fmean, stdev
from time import perf_counter

from bots.attention import CLUB_WITHOUT_JOKERS
from bots.greedy import Greedy
from bots.registry import LEVELS, Choose
from engine import (
    Deal,
    Options,
    deal_scores,
    next_deal,
    observe,
    options_from,
    play,
    start_deal,
    to_act,
    totals,
    winners,
)

PLAYERS: dict[str, Choose] = {
    **{name: level.choose for name, level in LEVELS.items()},
    "club_without_jokers": Greedy(CLUB_WITHOUT_JOKERS).choose,
}
"""Whoever can be measured: the levels, and players made only to measure something."""


@dataclass(frozen=True)
class Contest:
    """What is played: `first` in each seat (with partners: on each side) in turn, `second` in all others."""

    first: str
    second: str
    options: Options
    seats: int
    seed: str
    whole_games: bool = False

    def lineups(self) -> list[frozenset[int]]:
        """The seats of the first player in each playing of a round."""
        sides = 2 if self.options.partners else self.seats
        return [frozenset(range(side, self.seats, sides)) for side in range(sides)]


@dataclass
class Tally:
    """What the rounds came to: the first player's margin and share of the wins in each, think times in ms."""

    margins: list[float] = field(default_factory=list)
    shares: list[float] = field(default_factory=list)
    times: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def time_within(self, name: str, share: float) -> float:
        """The time within which a player made that share of its moves."""
        times = sorted(self.times[name])
        return times[min(len(times) - 1, int(share * len(times)))]


def mean_and_interval(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and half the width of its 95 % interval."""
    return fmean(values), 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else inf


def play_rounds(contest: Contest, rounds: int) -> Tally:
    """Play so many rounds of the contest."""
    tally = Tally()
    for number in range(rounds):
        played = [_play_one(contest, number, own, tally) for own in contest.lineups()]
        tally.margins.append(fmean(margin for margin, _ in played))
        tally.shares.append(fmean(share for _, share in played))
    return tally


def _play_one(contest: Contest, number: int, own: frozenset[int], tally: Tally) -> tuple[float, float]:
    """One deal or game: the first player's margin over the others, and its share of the win."""
    label = f"{contest.seed} {number}"
    names = [contest.first if seat in own else contest.second for seat in range(contest.seats)]
    deal = play_out(start_deal(contest.options, contest.seats, _seed(label, 1)), names, label, tally)
    while contest.whole_games and not winners(deal):
        following = next_deal(deal, _seed(label, deal.table.deal_number + 1))
        deal = play_out(following, names, label, tally)
    scores = (totals if contest.whole_games else deal_scores)(deal) or ()
    won = winners(deal) if contest.whole_games else _best(scores)
    margin = fmean(scores[seat] for seat in own) - fmean(score for seat, score in enumerate(scores) if seat not in own)
    return margin, fmean(seat in own for seat in won)


def play_out(deal: Deal, names: Sequence[str], label: str, tally: Tally) -> Deal:
    """Play a deal to its end, each seat with dice of its own that follow from the label."""
    dice = [Random(f"{label} {deal.table.deal_number} {seat}") for seat in range(len(names))]
    while seats := to_act(deal):
        seat = seats[0]
        started = perf_counter()
        move = PLAYERS[names[seat]](observe(deal, seat), dice[seat])
        tally.times[names[seat]].append((perf_counter() - started) * 1000)
        deal = play(deal, seat, move)
    return deal


def _seed(label: str, deal_number: int) -> bytes:
    return sha256(f"{label} {deal_number}".encode()).digest()


def _best(scores: Sequence[int]) -> list[int]:
    return [seat for seat, score in enumerate(scores) if score == max(scores)]


def report(contest: Contest, tally: Tally) -> Iterable[str]:
    """The result in a few lines."""
    unit = "game" if contest.whole_games else "deal"
    margin, margin_within = mean_and_interval(tally.margins)
    share, share_within = mean_and_interval(tally.shares)
    fair = len(contest.lineups()[0]) / contest.seats
    yield (
        f"{contest.first} against {contest.second}: {contest.options.preset}, {contest.seats} players, "
        f"{len(tally.margins)} {unit}s, each played {len(contest.lineups())} times, seed {contest.seed}"
    )
    yield f"  margin a {unit}  {margin:+.1f} ± {margin_within:.1f} points"
    yield f"  {unit}s won      {100 * share:.1f} ± {100 * share_within:.1f} % (fair share {100 * fair:.0f} %)"
    for name, times in tally.times.items():
        middle, high, worst = (tally.time_within(name, part) for part in (0.5, 0.99, 1.0))
        yield f"  {name}: {len(times)} moves, think time p50 {middle:.1f}, p99 {high:.1f}, max {worst:.0f} ms"


def contest_from(arguments: argparse.Namespace) -> Contest:
    """What the command line asks for."""
    changes = json.loads(arguments.options)
    options = options_from({"preset": arguments.preset, **changes})
    options.check_players(arguments.players)
    return Contest(arguments.first, arguments.second, options, arguments.players, arguments.seed, arguments.games)


def main(argv: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bots.arena", description="Measure two players against each other.")
    parser.add_argument("first", choices=PLAYERS)
    parser.add_argument("second", choices=PLAYERS)
    parser.add_argument("--rounds", type=int, default=400, help="how many deals (or games) are dealt")
    parser.add_argument("--games", action="store_true", help="play whole games instead of single deals")
    parser.add_argument("--preset", default="pagat")
    parser.add_argument("--options", default="{}", help='changes to the preset as JSON: {"target": 300}')
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", default="1", help="any text; another seed gives other cards")
    arguments = parser.parse_args(argv)
    contest = contest_from(arguments)
    print(*report(contest, play_rounds(contest, arguments.rounds)), sep="\n")


if __name__ == "__main__":
    main()
