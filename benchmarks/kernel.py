"""E3 and E4: random playouts of the search kernel, as Python and compiled, beside the engine and rlcard.

    python -m benchmarks.kernel [--rounds 5] [--seconds 3] [--without-peers]

Everything is CPU time of a process of its own, in one run of interleaved rounds; a figure is the median of its rounds,
a ratio the median of the ratios within the rounds. The compiled form is measured where `make kernel` has made it.
"""

import argparse
import json
import os
import subprocess
import sys
from statistics import median
from typing import Any

from benchmarks.engine import COMMANDS, install_peers
from benchmarks.machine import ROOT
from benchmarks.results import record, table
from bots.kernel import COMPILED

PLAYOUTS = [sys.executable, "-m", "benchmarks.playouts"]
RLCARD_GAMES, E3, E3_STRETCH, E4 = 135, 2000, 4000, 5
"""Playouts a second were asked for where rlcard played so many games of gin rummy a second."""
Round = dict[str, dict[str, Any]]


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each figure of a round")
    parser.add_argument("--without-peers", action="store_true", help="measure beside the engine alone, record nothing")
    asked = parser.parse_args()
    if not asked.without_peers:
        install_peers()
    rounds = [one_round(number, asked.seconds, not asked.without_peers) for number in range(asked.rounds)]
    text = f"{report(rounds)}\n\nMedians of {asked.rounds} interleaved rounds."
    if asked.without_peers:
        print(text)
    else:
        record("E3 and E4", text)


def one_round(number: int, seconds: float, peers: bool) -> Round:
    """The figures of every subject, one after the other."""
    subjects = {"python": (PLAYOUTS, "python"), "engine": (COMMANDS["ours"], "")}
    if COMPILED:
        subjects["compiled"] = (PLAYOUTS, "compiled")
    if peers:
        subjects["rlcard"] = (COMMANDS["rlcard"], "")
    return {name: answer([*command, str(number), str(seconds)], form) for name, (command, form) in subjects.items()}


def answer(command: list[str], form: str) -> dict[str, Any]:
    """What a subject prints."""
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "KERNEL": form}, stdout=subprocess.PIPE, text=True, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def report(rounds: list[Round]) -> str:
    """Figures and ratios as Markdown."""
    rows = []
    if "rlcard" in rounds[0]:
        for goal, wanted in (("E3", E3), ("E3 stretch", E3_STRETCH)):
            rows.append(row(rounds, goal, ("python", "classic"), ("rlcard", "games"), f"{wanted / RLCARD_GAMES:.1f}"))
    rows.append(row(rounds, "", ("python", "classic"), ("engine", "deals"), ""))
    for preset in ("classic", "pagat") if "compiled" in rounds[0] else ():
        rows.append(row(rounds, "E4", ("compiled", preset), ("python", preset), str(E4)))
    return table(("goal", "playouts", "a CPU second", "yardstick", "a CPU second", "ratio", "wanted"), rows)


def row(rounds: list[Round], goal: str, ours: tuple[str, str], theirs: tuple[str, str], wanted: str) -> tuple[str, ...]:
    """One goal: a figure of ours, one of a yardstick, and how they compare."""
    mine, other = ([one[name][figure] for one in rounds] for name, figure in (ours, theirs))
    ratio = median(a / b for a, b in zip(mine, other, strict=True))
    return (
        goal,
        " ".join(ours),
        f"{median(mine):,.0f}",
        " ".join(theirs),
        f"{median(other):,.0f}",
        f"{ratio:.1f}",
        wanted,
    )


if __name__ == "__main__":
    main()
