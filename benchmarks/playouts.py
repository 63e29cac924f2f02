"""Random playouts of the kernel: `python -m benchmarks.playouts SEED SECONDS` prints how many a CPU second as JSON.

KERNEL in the environment says which form of the kernel plays (`bots/kernel`). Deals of two players are dealt and taken
over from the engine beforehand; a playout is a copy of one, played to its end.
"""

import json
import sys
from random import Random
from time import process_time

import engine
from bots.kernel import COMPILED
from bots.kernel.exchange import world_of
from bots.kernel.playouts import play_out_at_random

PRESETS = ("classic", "pagat")
DEALS = 200


def main(seed: int, seconds: float) -> None:
    """Print the figures of each preset."""
    print(json.dumps({"compiled": COMPILED, **{preset: playouts(preset, seed, seconds) for preset in PRESETS}}))


def playouts(preset: str, seed: int, seconds: float) -> float:
    """Playouts a CPU second."""
    rng = Random(f"{preset} {seed}")
    deals = [engine.start_deal(engine.PRESETS[preset], 2, rng.randbytes(32)) for _ in range(DEALS)]
    worlds = [world_of(deal, rng) for deal in deals]
    count = 0
    start = process_time()
    while process_time() - start < seconds:
        play_out_at_random(worlds[count % DEALS].copy(), rng.random)
        count += 1
    return count / (process_time() - start)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
