"""Rings for tasks as often as it is told, one after the other, and tells how long each took to begin."""

import json
import sys
import time
from collections.abc import Callable
from random import Random

from benchmarks.bells.notes import next_note, noted

LONGEST_PAUSE_SECONDS = 0.1


def ring_on_command(ring: Callable[[], int], wait: Callable[[], object] = lambda: None) -> None:
    """For each number that comes in, ring so often and print the delays in milliseconds as JSON.

    `ring` returns the nanosecond at which it was committed that a task is to be done; `wait` returns when it can be.
    """
    rng = Random(1)
    print("ready", flush=True)
    for line in sys.stdin:
        delays = []
        for _ in range(int(line)):
            wait()
            time.sleep(rng.uniform(0, LONGEST_PAUSE_SECONDS))  # workers that poll are met at any moment
            known = len(noted())
            committed = ring()
            delays.append((next_note(known) - committed) / 1e6)
        print(json.dumps(delays), flush=True)
