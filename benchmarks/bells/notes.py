"""When tasks began, as lines of a file: the clock is the same for all processes of a machine."""

import os
import time
from pathlib import Path

FILE = "BENCHMARK_NOTES"
LONGEST_SECONDS = 30
PAUSE_SECONDS = 0.001


def note() -> None:
    """Write down that a task begins now."""
    now = time.monotonic_ns()
    with open(os.environ[FILE], "a") as file:
        file.write(f"{now}\n")


def noted() -> list[int]:
    """All that was noted, in nanoseconds."""
    file = Path(os.environ[FILE])
    return [int(line) for line in file.read_text().split()] if file.exists() else []


def next_note(known: int) -> int:
    """The first note behind those that were known; waits for it."""
    give_up = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < give_up:
        notes = noted()
        if len(notes) > known:
            return notes[known]
        time.sleep(PAUSE_SECONDS)
    raise RuntimeError("no task began")
