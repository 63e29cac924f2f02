"""Measures A1 for both brokers, in interleaved rounds: `python -m benchmarks.bells [--rounds 5] [--rings 40]`."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles

from benchmarks.bells.notes import FILE
from benchmarks.databases import database
from benchmarks.machine import ROOT
from benchmarks.results import record, table
from benchmarks.server import clean_up_when_ended, end
from benchmarks.service import USUAL_REDIS

QUIET = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--concurrency", "1"]
WANTED = 1.5
Delays = dict[str, list[list[float]]]


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rings", type=int, default=40, help="in each round of each subject")
    asked = parser.parse_args()
    clean_up_when_ended()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        brokers = {"Redis, prefork": on_redis, "files, prefork": on_files}
        ringers = {name: stack.enter_context(broker(Path(folder))) for name, broker in brokers.items()}
        rounds: dict[str, Delays] = {name: {"ours": [], "bare": []} for name in ringers}
        for number in range(asked.rounds + 1):
            for name, pair in ringers.items():
                for who, ringer in pair.items():
                    delays = rings(ringer, asked.rings if number else 3)  # first of all, everybody connects
                    rounds[name][who] += [delays] if number else []
    record("A1", report(rounds))


@contextmanager
def on_redis(folder: Path) -> Iterator[dict[str, subprocess.Popen[str]]]:
    """Ringers of ours and of bare Celery on Redis, their workers running."""
    redis = os.environ.get("REDIS_URL") or USUAL_REDIS
    with database("bells") as address:
        ours = {"DATABASE_URL": address, "REDIS_URL": redis, "RUMMY_SECRET_KEY": "only for measuring"}
        with ringing(folder / "redis", ours, redis, {}) as pair:
            yield pair


@contextmanager
def on_files(folder: Path) -> Iterator[dict[str, subprocess.Popen[str]]]:
    """The same on the broker of files, with SQLite."""
    kept, broker = folder / "kept", folder / "broker"
    ours = {"DATABASE_URL": "", "REDIS_URL": "", "RUMMY_DATA": str(kept)}
    kept.mkdir()
    options = {"folder": str(broker), "polling_interval": 0.05}
    with ringing(folder / "files", ours, "files://localhost", options) as pair:
        yield pair


@contextmanager
def ringing(
    notes: Path, ours: dict[str, str], broker: str, options: dict[str, object]
) -> Iterator[dict[str, subprocess.Popen[str]]]:
    """Both ringers and their workers."""
    subjects = {
        "ours": (
            "our_worker",
            "bots,default",
            {**ours, "DJANGO_SETTINGS_MODULE": "rummy.settings", "RUMMY_BOT_DELAY": "0"},
        ),
        "bare": ("bare", "bare", {"BENCHMARK_BROKER": broker, "BENCHMARK_BROKER_OPTIONS": json.dumps(options)}),
    }
    with ExitStack() as stack:
        pair = {}
        for name, (worker, queues, settings) in subjects.items():
            environment = {**os.environ, **settings, FILE: f"{notes}.{name}"}
            pair[name] = stack.enter_context(running([name], environment))
            celery = ["celery", "-A", f"benchmarks.bells.{worker}", "--quiet", "worker", *QUIET, "--queues", queues]
            stack.enter_context(running(celery, environment))
        yield pair


@contextmanager
def running(words: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A ringer that is ready, or a worker."""
    is_ringer = len(words) == 1
    module = f"benchmarks.bells.{words[0]}" if is_ringer else words[0]
    process = subprocess.Popen(
        [sys.executable, "-m", module, *words[1:]],
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE if is_ringer else subprocess.DEVNULL,
        stdout=subprocess.PIPE if is_ringer else subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    try:
        if is_ringer and process.stdout is not None and process.stdout.readline() != "ready\n":
            raise RuntimeError(f"{module} did not start")
        yield process
    finally:
        end(process)


def rings(ringer: subprocess.Popen[str], count: int) -> list[float]:
    """So many delays in milliseconds."""
    assert ringer.stdin is not None
    assert ringer.stdout is not None
    ringer.stdin.write(f"{count}\n")
    ringer.stdin.flush()
    delays: list[float] = json.loads(ringer.stdout.readline())
    return delays


def report(rounds: dict[str, Delays]) -> str:
    """Medians and ratios as Markdown."""
    rows = []
    for name, found in rounds.items():
        ours, bare = ([median(delays) for delays in found[who]] for who in ("ours", "bare"))
        ratio = median(mine / other for mine, other in zip(ours, bare, strict=True))
        slow = [quantiles([each for delays in found[who] for each in delays], n=100)[98] for who in ("ours", "bare")]
        medians = (f"{median(ours):.1f}", f"{median(bare):.1f}", f"{ratio:.2f}", f"{WANTED:g}")
        rows.append((name, *medians, *(f"{each:.0f}" for each in slow)))
    header = ("broker", "ours, ms", "bare Celery, ms", "ratio", "at most", "ours, 99th, ms", "bare, 99th, ms")
    count = len(rounds["Redis, prefork"]["ours"])
    return (
        table(header, rows)
        + f"\n\nFrom the commit to the first line of the task; medians of {count} interleaved rounds."
    )


if __name__ == "__main__":
    main()
