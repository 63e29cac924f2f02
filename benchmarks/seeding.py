"""Fills our database and prints, as JSON, the requests to send: `python -m benchmarks.seeding GAMES READ LONG`."""

import json
import os
import sys
from random import Random

import django

from benchmarks.load import request

DEEPEST = 20
"""So many moves at most are played before the first request."""


def main(games: int, read_games: int, long_games: int) -> None:
    """Make the games.

    `moves` play the first of them to the end of their deal; `views` and `unchanged` look at others, which stand still;
    `early` and `late` are the same moves in games that begin and in games of 2,000 moves.
    """
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")
    django.setup()
    from django.core.management import call_command
    from django.utils import timezone

    import engine
    from benchmarks.long_games import comparable_games
    from benchmarks.tables import begun
    from games.selectors.views import view_fields
    from games.sight import Role, Viewer

    call_command("migrate", verbosity=0)
    options, rng = engine.PRESETS["ranked"], Random(1)
    played = [begun(options, rng, rng.randrange(DEEPEST)).moves(rng) for _ in range(games)]
    still = [begun(options, rng, rng.randrange(DEEPEST)) for _ in range(read_games)]
    looks = [(f"{table.path}/view", says, table.state.cursor.tag) for table in still for says in table.says]
    early, late = comparable_games(long_games)
    made = {
        "moves": played,
        "views": [[request("GET", path, says)] for path, says, _ in looks],
        "unchanged": [[request("GET", path, says, headers={"If-None-Match": tag})] for path, says, tag in looks],
        "early": early,
        "late": late,
        "view": view_fields(still[0].state, Viewer(Role.SEAT, 0), timezone.now()),
    }
    print(json.dumps(made))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
