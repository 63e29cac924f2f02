"""E1 and E2: the engine beside rlcard and OpenSpiel, in one run of interleaved rounds.

    python -m benchmarks.engine [--rounds 5] [--seconds 3]

The peers play gin rummy, the nearest game that they have, from an environment of their own in .venv-peers,
made when it is missing. Everything is CPU time of a process of its own; a figure is the median of its rounds.
"""

import argparse
import json
import subprocess
import sys
from statistics import median

from benchmarks.machine import ROOT
from benchmarks.results import record, table

PEERS = ROOT / ".venv-peers"
PEER_FOLDER = ROOT / "benchmarks" / "peers"
PEER_PYTHON = str(PEERS / "bin" / "python")
COMMANDS = {
    "rlcard": [PEER_PYTHON, str(PEER_FOLDER / "rlcard_gin_rummy.py")],
    "OpenSpiel": [PEER_PYTHON, str(PEER_FOLDER / "open_spiel_gin_rummy.py")],
    "ours": [sys.executable, "-m", "benchmarks.self_play"],
}
Figures = dict[str, dict[str, float]]


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=3.0, help="CPU seconds for each figure of a round")
    asked = parser.parse_args()
    install_peers()
    rounds = [one_round(number, asked.seconds) for number in range(asked.rounds)]
    record("E1 and E2", report(medians(rounds), asked.rounds))


def install_peers() -> None:
    """Make the peers' environment unless it holds what requirements.txt locks."""
    lock, mark = PEER_FOLDER / "requirements.txt", PEERS / "installed.txt"
    if mark.exists() and mark.read_text() == lock.read_text():
        return
    subprocess.run([sys.executable, "-m", "venv", "--clear", PEERS], check=True)
    install = [PEER_PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--require-hashes", "-r", str(lock)], check=True)
    mark.write_text(lock.read_text())


def one_round(number: int, seconds: float) -> Figures:
    """The figures of every subject, one after the other."""
    found = {}
    for name, command in COMMANDS.items():
        asked = [*command, str(number), str(seconds)]
        answer = subprocess.run(asked, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True)
        found[name] = json.loads(answer.stdout.splitlines()[-1])
    return found


def medians(rounds: list[Figures]) -> Figures:
    """The median of each figure over the rounds."""
    return {
        name: {figure: median(each[name][figure] for each in rounds) for figure in figures}
        for name, figures in rounds[0].items()
    }


def report(found: Figures, rounds: int) -> str:
    """Figures and ratios as Markdown."""
    ours, rlcard, spiel = found["ours"], found["rlcard"], found["OpenSpiel"]
    calls = "rlcard's legal-action calls/s"
    goals = [
        ("E1", "actions/s", ours["actions"], "rlcard's actions/s", rlcard["actions"], 3.0),
        ("E1 stretch", "actions/s", ours["actions"], "OpenSpiel's actions/s", spiel["actions"], 1.0),
        ("E2", "`in` calls/s", ours["membership_calls"], calls, rlcard["legal_calls"], 1.0),
        ("E2", "moves iterated/s", ours["iterated_moves"], calls, rlcard["legal_calls"], 1.0),
    ]
    rows = [
        (goal, what, f"{mine:,.0f}", yardstick, f"{theirs:,.0f}", f"{mine / theirs:.2f}", f"{wanted:g}")
        for goal, what, mine, yardstick, theirs, wanted in goals
    ]
    header = ("goal", "figure", "ours", "yardstick", "theirs", "ratio", "wanted")
    played = (
        f"A CPU second plays {ours['deals']:,.0f} deals of ours, {rlcard['games']:,.0f} games of rlcard's "
        f"and {spiel['games']:,.0f} of OpenSpiel's. Medians of {rounds} interleaved rounds."
    )
    return f"{table(header, rows)}\n\n{played}"


if __name__ == "__main__":
    main()
