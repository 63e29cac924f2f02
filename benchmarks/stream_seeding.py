"""Fills our database with games to be followed, and prints them: `python -m benchmarks.stream_seeding GAMES`."""

import json
import os
import sys
from random import Random

import django


def main(games: int) -> None:
    """Begin the games, and print of each its path, what its people send, and the requests that play it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")
    django.setup()
    from django.core.management import call_command

    import engine
    from benchmarks.tables import begun

    call_command("migrate", verbosity=0)
    options, rng = engine.PRESETS["ranked"], Random(games)
    tables = [begun(options, rng) for _ in range(games)]
    print(json.dumps([{"path": one.path, "says": one.says, "moves": one.moves(rng)} for one in tables]))


if __name__ == "__main__":
    main(int(sys.argv[1]))
