"""L1: memory of open streams, and the time from a move to its arrival at all of its game's streams.

    python -m benchmarks.streams [--games 1000] [--each 10] [--rate 100] [--seconds 20] [--rounds 3]

Needs PostgreSQL on this machine and Redis, as DATABASE_URL and REDIS_URL say.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from functools import partial
from statistics import median
from typing import Any

from benchmarks.cpu import Stopwatch, backends
from benchmarks.databases import database
from benchmarks.load import request
from benchmarks.machine import ROOT
from benchmarks.memory import family, megabytes
from benchmarks.results import record, table
from benchmarks.server import clean_up_when_ended, end
from benchmarks.service import USUAL_REDIS
from benchmarks.web import free_port, serving, wait_for

FEW = 10
WARM_UP_SECONDS = 2
SETTLE_SECONDS = 15
LIMIT_KB, LIMIT_MS = 16, 100


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--each", type=int, default=10, help="streams of each game")
    parser.add_argument("--rate", type=float, default=100, help="moves a second, in all games together")
    parser.add_argument("--seconds", type=float, default=5, help="of moves, in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--note", default="", help="what is to be said of the machine")
    asked = parser.parse_args()
    clean_up_when_ended()
    with ExitStack() as stack:
        address = stack.enter_context(database("streams"))
        redis = {"REDIS_URL": os.environ.get("REDIS_URL") or USUAL_REDIS, "RUMMY_SECRET_KEY": "only for measuring"}
        settings = {**redis, "RUMMY_RATE_LIMITS": "off", "RUMMY_LOG_LEVEL": "WARNING"}
        # The few games of a round have not enough moves for another; the first few warm the web part up.
        few = seeded(FEW * (asked.rounds + 1), DATABASE_URL=address, **settings)
        many = seeded(asked.games, DATABASE_URL=address, **settings)
        web = stack.enter_context(serving("rummy.wsgi", address, **settings))
        port, pid = stack.enter_context(streams_part(address, **settings))
        warm = megabytes(pid, "Rss")
        few_readers = [Readers(port, web.port, some, asked.each) for some in batched(few, FEW)]
        opened_few = megabytes(pid, "Rss")
        many_readers = Readers(port, web.port, many, asked.each)
        time.sleep(SETTLE_SECONDS)
        kilobytes = (megabytes(pid, "Rss") - opened_few) * 1024 / (asked.games * asked.each)
        all_readers = [*few_readers, many_readers]
        few_readers.pop().play(asked.rate, WARM_UP_SECONDS)
        rounds = {"few": Rounds(), "many": Rounds()}
        for some in few_readers:
            for name, readers in (("few", some), ("many", many_readers)):
                parts = {"streams": [pid], "web": family(web.pid), "readers": [one.pid for one in all_readers]}
                rounds[name].add(partial(readers.play, asked.rate, asked.seconds), parts, address)
        for readers in all_readers:
            readers.close()
    record("L1", report(asked, kilobytes, warm, rounds))


@dataclass
class Rounds:
    """What came of rounds: milliseconds of moves, how many did not reach all, and CPU seconds by who took them."""

    took: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)
    missed: int = 0
    cpu: Counter[str] = field(default_factory=Counter)

    def add(self, play: Callable[[], Any], parts: dict[str, list[int]], database_url: str) -> None:
        """One more round, which `play` plays; `parts` are the processes that are watched beside the database's."""
        watches, database = {name: Stopwatch(pids) for name, pids in parts.items()}, Stopwatch(backends(database_url))
        told = play()
        self.cpu.update({name: watch.seconds(parts[name]) for name, watch in watches.items()})
        self.cpu["PostgreSQL"] += database.seconds(backends(database_url))
        self.took += told["took"]
        self.answered += told["answered"]
        self.missed += told["sent"] - len(told["took"])


def batched(games: list[dict[str, Any]], size: int) -> Iterator[list[dict[str, Any]]]:
    """As many at a time."""
    return (games[begin : begin + size] for begin in range(0, len(games), size))


def seeded(games: int, **settings: str) -> list[dict[str, Any]]:
    """Games that have begun, with the requests that play them and what their people send."""
    command = [sys.executable, "-m", "benchmarks.stream_seeding", str(games)]
    made = subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, stdout=subprocess.PIPE, check=True)
    found: list[dict[str, Any]] = json.loads(made.stdout)
    return found


@contextmanager
def streams_part(address: str, **settings: str) -> Iterator[tuple[int, int]]:
    """The streams part as docker/compose.yaml runs it: its port, and its process."""
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "rummy.serve.application:application", "--no-access-log"]
    command += ["--http", "rummy.serve.protocol:Protocol", "--port", str(port), "--log-level", "warning"]
    environment = {**os.environ, "DATABASE_URL": address, **settings}
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    process = subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True)
    try:
        wait_for(process, port)
        yield port, process.pid
    finally:
        end(process)


class Readers:
    """A process that follows games, and plays them."""

    def __init__(self, port: int, web: int, games: list[dict[str, Any]], each: int) -> None:
        streams = [
            (game["path"], request("GET", f"{game['path']}/stream", says))
            for game in games
            for says in [*game["says"], *[""] * each][:each]
        ]
        texts = [(path, text.replace("Authorization: \r\n", "")) for path, text in streams]
        moves = {game["path"]: game["moves"] for game in games}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.followers"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._ask({"port": port, "web": web, "streams": texts, "moves": moves})

    def play(self, rate: float, seconds: float) -> Any:
        """What comes of so many moves a second."""
        return self._ask({"rate": rate, "seconds": seconds})

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def close(self) -> None:
        """End."""
        self._process.kill()
        self._process.communicate()

    def _ask(self, asked: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())


def report(asked: Any, kilobytes: float, warm: float, rounds: dict[str, Rounds]) -> str:
    """The section of the results."""
    few, many = rounds["few"], rounds["many"]
    rows = [
        ("kB for each open stream", f"{kilobytes:.1f}", f"{LIMIT_KB} at most"),
        ("move to all streams of its game, ms, 95th", f"{slow(many.took):.0f}", f"{LIMIT_MS} at most"),
        ("the same, median", f"{median(many.took):.0f}", ""),
        ("of that, to the move's own answer, ms, 95th", f"{slow(many.answered):.0f}", ""),
        ("the same, median", f"{median(many.answered):.0f}", ""),
        (f"to all streams with {FEW} games, 95th", f"{slow(few.took):.0f}", ""),
        ("the same, median", f"{median(few.took):.0f}", ""),
        (f"95th, a multiple of that with {FEW} games", f"{slow(many.took) / slow(few.took):.2f}", ""),
        ("moves that did not reach all", str(few.missed + many.missed), "0"),
    ]
    spent = ", ".join(f"{name} {seconds / len(many.answered) * 1000:.1f}" for name, seconds in many.cpu.items())
    words = (
        f"{asked.games * asked.each:,} streams on one process ({asked.each} of each of {asked.games:,} games: two seats"
        f" and spectators), which has {warm:.0f} MB without them; {asked.rate:.0f} moves/s together through gunicorn"
        f" with 2 processes, Redis and PostgreSQL; {asked.rounds} interleaved rounds, {len(many.took):,} moves."
        " The time begins when a move is sent. Readers, services and database on the same cores: ms of CPU for each of"
        f" those moves, with the pause behind them: {spent}; so the readers took"
        f" {many.cpu['readers'] / many.cpu.total():.0%} of it."
    )
    return table(("figure", "found", "wanted"), rows) + f"\n\n{words}{asked.note and ' ' + asked.note}"


def slow(milliseconds: list[float]) -> float:
    """The 95th percentile."""
    return sorted(milliseconds)[int(len(milliseconds) * 0.95)]


if __name__ == "__main__":
    main()
