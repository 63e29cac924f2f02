"""M1: the memory of the embedded server and its workers after a whole game against computer players.

    python -m benchmarks.memory

PSS counts a page that several processes share once in all, RSS once for each of them.
"""

import contextlib
import io
import sys
import tempfile
from pathlib import Path

from benchmarks.machine import ROOT
from benchmarks.results import record, table
from benchmarks.server import serving
from examples.demo import Api, play

SETTINGS = {"RUMMY_RATE_LIMITS": "off", "RUMMY_BOT_DELAY": "0"}
WEB_LIMIT, WHOLE_LIMIT = 120, 300
"""MB, for the web process and for all together."""


def main() -> None:
    """Measure, print and record."""
    command = [sys.executable, "manage.py", "serve", "--port", "0"]
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(command, ROOT, RUMMY_DATA=folder, **SETTINGS) as server,
    ):
        with contextlib.redirect_stdout(io.StringIO()):
            play(Api(server.address.removesuffix("/api/v1")))
        rows = [(name_of(pid), megabytes(pid, "Rss"), megabytes(pid, "Pss")) for pid in family(server.pid)]
    record("M1", report(rows))


def family(pid: int) -> list[int]:
    """A process and its descendants, parents first."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
    found = [pid]
    for parent in found:
        found += sorted(child for child, its_parent in parents.items() if its_parent == parent)
    return found


def name_of(pid: int) -> str:
    """What a process is, from its command line."""
    words = Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").split()
    return "web" if "serve" in words else "worker" if any("worker" in word for word in words) else words[0]


def megabytes(pid: int, what: str) -> float:
    """`Rss` or `Pss` of a process."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    line = next(line for line in lines if line.startswith(f"{what}:"))
    return int(line.split()[1]) / 1024


def report(rows: list[tuple[str, float, float]]) -> str:
    """The processes and their sum beside the limits, as Markdown."""
    shown = [(name, f"{rss:.0f}", f"{pss:.0f}", f"{WEB_LIMIT}" if name == "web" else "") for name, rss, pss in rows]
    whole = (
        "all",
        f"{sum(row[1] for row in rows):.0f}",
        f"{sum(row[2] for row in rows):.0f}",
        f"{WHOLE_LIMIT}",
    )
    return table(("process", "RSS, MB", "PSS, MB", "at most"), [*shown, whole])


if __name__ == "__main__":
    main()
