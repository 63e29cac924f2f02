"""S1 and S4: accepted moves and views over HTTP beside an empty Django REST framework view, in interleaved rounds.

    python -m benchmarks.service [--rounds 5] [--seconds 3]

Needs PostgreSQL on this machine and Redis, as DATABASE_URL and REDIS_URL say.
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

from benchmarks.databases import database
from benchmarks.load import Lane, lanes_of
from benchmarks.machine import ROOT
from benchmarks.results import record, table
from benchmarks.web import THREADS, WORKERS, Load, Web, serving

USUAL_REDIS = "redis://127.0.0.1:6379/0"
GAMES, READ_GAMES = 1000, 100
CLIENTS = 16
WARM_UP_SECONDS = 1.0
Rounds = dict[str, list[Load]]


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="of load on each subject in each round")
    asked = parser.parse_args()
    with subjects() as measured:
        for load in measured.values():
            load(WARM_UP_SECONDS)
        rounds: Rounds = {name: [] for name in measured}
        for _ in range(asked.rounds):
            for name, load in measured.items():
                rounds[name].append(load(asked.seconds))
    record("S1 and S4", report(rounds))


@contextmanager
def subjects() -> Iterator[dict[str, Callable[[float], Load]]]:
    """What is measured, by name: each loads its subject for some seconds."""
    redis = {"REDIS_URL": os.environ.get("REDIS_URL") or USUAL_REDIS, "RUMMY_SECRET_KEY": "only for measuring"}
    with ExitStack() as stack:
        ours_at, plain_at = (stack.enter_context(database(purpose)) for purpose in ("ours", "plain"))
        ours = seeded("benchmarks.seeding", [GAMES, READ_GAMES], "", DATABASE_URL=ours_at, **redis)
        view = json.dumps({"view": ours["view"]})
        plain = seeded("benchmarks.plain.seeding", [2 * READ_GAMES], view, DATABASE_URL=plain_at)
        our_web = stack.enter_context(serving("rummy.wsgi", ours_at, **redis))
        plain_web = stack.enter_context(serving("benchmarks.plain.wsgi", plain_at))
        yield {
            "move": subject(our_web, ours["moves"], 201, repeat=False),
            "write": subject(plain_web, plain["moves"], 201),
            "view": subject(our_web, ours["views"], 200),
            "unchanged": subject(our_web, ours["unchanged"], 304),
            "read": subject(plain_web, plain["reads"], 200),
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


def report(rounds: Rounds) -> str:
    """Figures and ratios as Markdown."""
    figures = [
        (name, *(f"{median(which(load) for load in loads):{form}}" for which, form in FIGURES))
        for name, loads in rounds.items()
    ]
    header = ("subject", "requests/s", "web, ms CPU", "PostgreSQL, ms CPU", "both", "median, ms", "95th, ms")
    goals = [
        ("S1", "CPU of a move / of an empty write", ratio(rounds, "move", "write", "cpu_ms"), "at most 1.25"),
        ("S1", "moves/s / empty writes/s", ratio(rounds, "move", "write", "rate"), "at least 0.8"),
        ("S4", "CPU of a view / of an empty read", ratio(rounds, "view", "read", "cpu_ms"), "at most 1.25"),
        ("S4", "the same with a matching ETag", ratio(rounds, "unchanged", "read", "cpu_ms"), "at most 0.5"),
    ]
    met = [(goal, what, f"{found:.2f}", wanted) for goal, what, found, wanted in goals]
    how = (
        f"gunicorn with {WORKERS} processes of {THREADS} threads, {CLIENTS} clients, "
        f"medians of {len(rounds['move'])} interleaved rounds; ratios are the medians of those of the rounds."
    )
    return "\n\n".join((table(("goal", "ratio of", "found", "wanted"), met), table(header, figures), how))


def ratio(rounds: Rounds, ours: str, theirs: str, figure: str) -> float:
    """The median over the rounds of a figure of ours by theirs in the same round."""
    pairs = zip(rounds[ours], rounds[theirs], strict=True)
    return median(getattr(mine, figure) / getattr(other, figure) for mine, other in pairs)


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
