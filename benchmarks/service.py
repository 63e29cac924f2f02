"""S1 to S4: moves and views over HTTP beside empty views of REST framework and boardgame.io, in interleaved rounds.

    python -m benchmarks.service [--rounds 5] [--seconds 3]

Needs PostgreSQL on this machine and Redis, as DATABASE_URL and REDIS_URL say, and Node.js with npm.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import Any

from benchmarks import boardgame
from benchmarks.databases import database
from benchmarks.load import Lane, Load, lanes_of
from benchmarks.machine import ROOT
from benchmarks.results import record, table
from benchmarks.server import clean_up_when_ended
from benchmarks.web import THREADS, WORKERS, Web, serving

USUAL_REDIS = "redis://127.0.0.1:6379/0"
GAMES, READ_GAMES, LONG_GAMES = 600, 100, 40
MOVES_A_ROUND = 4
"""of each of the long games: they have 20 each."""
CLIENTS = 16
WARM_UP_SECONDS = 1.0
LONGEST_PORTION_SECONDS = 60.0
Rounds = dict[str, list[Load]]


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of load on each subject in each round")
    asked = parser.parse_args()
    clean_up_when_ended()
    with subjects() as measured:
        for name in set(measured) - {"early", "late"}:
            measured[name](WARM_UP_SECONDS)
        rounds: Rounds = {name: [] for name in measured}
        for _ in range(asked.rounds):
            for name, load in measured.items():
                rounds[name].append(load(asked.seconds))
    record("S1 to S4", report(rounds))


@contextmanager
def subjects() -> Iterator[dict[str, Callable[[float], Load]]]:
    """What is measured, by name: each loads its subject for some seconds."""
    redis = {"REDIS_URL": os.environ.get("REDIS_URL") or USUAL_REDIS, "RUMMY_SECRET_KEY": "only for measuring"}
    with ExitStack() as stack:
        ours_at, plain_at = (stack.enter_context(database(purpose)) for purpose in ("ours", "plain"))
        ours = seeded("benchmarks.seeding", [GAMES, READ_GAMES, LONG_GAMES], "", DATABASE_URL=ours_at, **redis)
        view = json.dumps({"view": ours["view"]})
        plain = seeded("benchmarks.plain.seeding", [2 * READ_GAMES], view, DATABASE_URL=plain_at)
        our_web = stack.enter_context(serving("rummy.wsgi", ours_at, **redis))
        plain_web = stack.enter_context(serving("benchmarks.plain.wsgi", plain_at))
        yield {
            "move": subject(our_web, ours["moves"], 201, repeat=False),
            "write": subject(plain_web, plain["moves"], 201),
            "boardgame.io": stack.enter_context(boardgame.serving(CLIENTS)),
            "view": subject(our_web, ours["views"], 200),
            "unchanged": subject(our_web, ours["unchanged"], 304),
            "read": subject(plain_web, plain["reads"], 200),
            "early": by_portions(our_web, ours["early"]),
            "late": by_portions(our_web, ours["late"]),
        }


def seeded(module: str, arguments: list[int], given: str, **settings: str) -> Any:
    """What a process of its own has prepared."""
    command = [sys.executable, "-m", module, *map(str, arguments)]
    environment = {**os.environ, **settings}
    made = subprocess.run(
        command, cwd=ROOT, env=environment, input=given, stdout=subprocess.PIPE, text=True, check=True
    )
    return json.loads(made.stdout)


def subject(web: Web, texts: list[list[str]], expected: int, *, repeat: bool = True) -> Callable[[float], Load]:
    """These requests to this server, each to be answered with the status."""
    lanes: deque[Lane] = lanes_of(texts)

    def load(seconds: float) -> Load:
        return web.load(lanes, expected=expected, clients=CLIENTS, seconds=seconds, repeat=repeat)

    return load


def by_portions(web: Web, texts: list[list[str]]) -> Callable[[float], Load]:
    """The next moves of each of these games, as many each time."""
    waiting = lanes_of(texts)

    def load(_: float) -> Load:
        portion = deque(deque(lane.popleft() for _ in range(MOVES_A_ROUND)) for lane in waiting)
        return web.load(portion, expected=201, clients=CLIENTS, seconds=LONGEST_PORTION_SECONDS, repeat=False)

    return load


def report(rounds: Rounds) -> str:
    """Figures and ratios as Markdown."""
    figures = [
        (NAMES[name], *(f"{median(which(load) for load in loads):{form}}" for which, form in FIGURES))
        for name, loads in rounds.items()
    ]
    header = ("subject", "answers/s", "web, ms CPU", "PostgreSQL, ms CPU", "both", "median, ms", "95th, ms")
    goals = [
        ("S1", "CPU of a move / of an empty write", ratio(rounds, "move", "write", "cpu_ms"), "1.25 at most"),
        ("S1", "moves/s / empty writes/s", ratio(rounds, "move", "write", "rate"), "0.8 at least"),
        ("S2", "moves/s / boardgame.io's", ratio(rounds, "move", "boardgame.io", "rate"), "0.1 at least"),
        ("S2", "CPU of a move, ms", median(load.cpu_ms for load in rounds["move"]), "4 at most"),
        ("S3", "CPU of move 2,000 / of move 20", ratio(rounds, "late", "early", "cpu_ms"), "1.1 at most"),
        ("S4", "CPU of a view / of an empty read", ratio(rounds, "view", "read", "cpu_ms"), "1.25 at most"),
        ("S4", "the same with a matching ETag", ratio(rounds, "unchanged", "read", "cpu_ms"), "0.5 at most"),
    ]
    met = [(goal, what, f"{found:.2f}", wanted) for goal, what, found, wanted in goals]
    how = (
        f"gunicorn with {WORKERS} processes of {THREADS} threads, {CLIENTS} clients, "
        f"medians of {len(rounds['move'])} interleaved rounds; ratios are the medians of those of the rounds."
    )
    return "\n\n".join((table(("goal", "figure", "found", "wanted"), met), table(header, figures), how))


def ratio(rounds: Rounds, ours: str, theirs: str, figure: str) -> float:
    """The median over the rounds of a figure of ours by theirs in the same round."""
    pairs = zip(rounds[ours], rounds[theirs], strict=True)
    return median(getattr(mine, figure) / getattr(other, figure) for mine, other in pairs)


NAMES = {
    "move": "move, ours",
    "write": "empty write, REST framework",
    "boardgame.io": "move, boardgame.io",
    "view": "view, ours",
    "unchanged": "view with a matching ETag, ours",
    "read": "empty read, REST framework",
    "early": "moves 1 to 20, ours",
    "late": "moves 2,000 to 2,020, ours",
}
FIGURES: list[tuple[Callable[[Load], float], str]] = [
    (lambda load: load.rate, ",.0f"),
    (lambda load: load.web_ms, ".2f"),
    (lambda load: load.database_ms, ".2f"),
    (lambda load: load.cpu_ms, ".2f"),
    (lambda load: load.run.median_ms, ".1f"),
    (lambda load: load.run.slow_ms, ".1f"),
]


if __name__ == "__main__":
    main()
