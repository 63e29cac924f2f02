"""How much the random tests try: little in `make test`, much in `make soak`, which sets SOAK=1.

`make soak TESTS=tests/engine` plays 20,000 random deals over all presets and numbers of players, and long walks
of the state machine. `SEED` in the environment is the number of the first random deal (0), to play others than
the last time.
"""

import os

import pytest

SOAK = os.environ.get("SOAK", "") not in ("", "0")
SEED = int(os.environ.get("SEED", "0"))
SIZED = [pytest.mark.soak] if SOAK else []
"""The mark of the tests that this module gives a size."""

DEALS_EACH = 141 if SOAK else 2
"""Random deals of each preset and number of players, of which there are 142."""
SECRECY_DEALS_EACH = 20 if SOAK else 1
RANDOM_OPTIONS = 5_000 if SOAK else 60
MACHINE_RUNS, MACHINE_STEPS = (2_000, 120) if SOAK else (60, 40)
EXAMPLES = 5_000 if SOAK else 100
