"""T1: from a fresh clone to the first answer of `make run`, and the second start.

    python -m benchmarks.start

The clone is of the last commit. Packages are downloaded anew: nothing is taken from pip's cache.
"""

import subprocess
import tempfile
from pathlib import Path

from benchmarks.machine import ROOT
from benchmarks.results import record, table
from benchmarks.server import serving

COMMAND = ["make", "run", "PORT=0"]
FIRST_LIMIT, SECOND_LIMIT = 60, 5
"""Seconds."""


def main() -> None:
    """Measure, print and record."""
    with tempfile.TemporaryDirectory() as folder:
        clone = Path(folder) / "clone"
        subprocess.run(["git", "clone", "--quiet", "--no-local", str(ROOT), str(clone)], check=True)
        first, second = seconds(clone), seconds(clone)
    rows = [
        ("fresh clone to first answer", f"{first:.1f}", f"{FIRST_LIMIT}"),
        ("second start", f"{second:.1f}", f"{SECOND_LIMIT}"),
    ]
    record("T1", table(("what", "seconds", "at most"), rows))


def seconds(clone: Path) -> float:
    """How long `make run` takes to its first answer."""
    with serving(COMMAND, clone, PIP_NO_CACHE_DIR="1") as server:
        return server.seconds


if __name__ == "__main__":
    main()
