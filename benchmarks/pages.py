"""S5: the first, a middle and the last page of every list, over very many rows.

    python -m benchmarks.pages [--rows 1000000] [--rounds 25]

Needs PostgreSQL on this machine, as DATABASE_URL says. Requests go through the whole of Django, without a socket.
Measured is CPU, of this process and of the database's for it, so that other work on the machine does not matter.
"""

import argparse
import json
import logging
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

import django

from benchmarks.databases import database
from benchmarks.results import record, table
from benchmarks.rows import BOARD, DAY, START, fill, rating_of, result_of, row_id
from benchmarks.server import clean_up_when_ended

LIMIT = 1.5
"""How much longer any page may take than the first."""
PAGE = 20
PLACES = ("first", "middle", "last")


@dataclass(frozen=True)
class Listing:
    """A list: its address, and the query or cursor of its page that begins behind the row of a number."""

    name: str
    path: str
    behind: Callable[[int], str]
    falls: bool = False

    def queries(self, rows: int) -> dict[str, str]:
        """The query of each page."""
        numbers = {"middle": rows // 2, "last": rows - PAGE}
        places = {place: rows + 1 - number if self.falls else number for place, number in numbers.items()}
        return {"first": ""} | {place: self.behind(number) for place, number in places.items()}

    def addresses(self, rows: int) -> dict[str, str]:
        """Where each page is."""
        return {place: _address(self.path, query) for place, query in self.queries(rows).items()}


@dataclass(frozen=True)
class Around:
    """A part of a list around the row of a number, which the address names."""

    name: str
    path: Callable[[int], str]

    def addresses(self, rows: int) -> dict[str, str]:
        """Where each part is."""
        return {
            place: _address(self.path(number), "") for place, number in zip(PLACES, (1, rows // 2, rows), strict=True)
        }


def main() -> None:
    """Measure, print and record."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=25)
    asked = parser.parse_args()
    logging.disable(logging.WARNING)
    clean_up_when_ended()
    with database("pages") as address:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "rummy.settings",
            "DATABASE_URL": address,
            "REDIS_URL": "",
            "RUMMY_SECRET_KEY": "only for measuring",
            "RUMMY_RATE_LIMITS": "off",
        }
        django.setup()
        from django.core.management import call_command
        from django.db import connection
        from django.test.utils import setup_test_environment

        setup_test_environment()
        call_command("migrate", verbosity=0)
        made = fill(asked.rows)
        times = measured(listings(made, asked.rows), made["secret"], asked.rows, asked.rounds)
        connection.close()
    record("S5", report(times, asked.rows, asked.rounds))


def listings(made: dict[str, Any], rows: int) -> list[Listing | Around]:
    """Every list that grows with play."""
    from games.models import Deal, Entry, Game, Offer, Seat
    from games.selectors.histories import HISTORY_ORDERS
    from players.models import Player, Tie
    from scoring.models import RatingChange

    history = f"players/{made['player']}/ratings/{BOARD.rpartition('.')[0]}/history"
    game, player = f"games/{made['game']}", f"players/{made['player']}/games"

    def cursor(
        model: Any, path: str, order: tuple[str, ...], which: Callable[[int], dict[str, Any]], **filters: str
    ) -> Any:
        from api.pages import cursor_behind

        def behind(number: int) -> str:
            row = model.objects.get(**which(number))
            return f"cursor={cursor_behind(row, order=order, path=f'/api/v1/{path}', filters=filters)}"

        return behind

    def board_place(number: int) -> str:
        from api.pages import cursor_of

        walk = ["1", str(START), str(number), "1", str(rating_of(number, rows)), str(row_id(number))]
        return f"cursor={cursor_of(walk, path=f'/api/v1/leaderboards/{BOARD}', filters={})}"

    def daily_place(number: int) -> str:
        from api.pages import cursor_of

        walk = [START.isoformat(), str(number), "1", *map(str, result_of(number, rows)), str(row_id(number))]
        return f"cursor={cursor_of(walk, path=f'/api/v1/daily/{DAY}/leaderboard', filters={})}"

    def by_id(number: int) -> dict[str, Any]:
        return {"id": row_id(number)}

    def seat(number: int) -> dict[str, Any]:
        return {"game": row_id(number), "player": made["player"]}

    return [
        Listing("games, newest", "games", cursor(Game, "games", ("-created_at", "-id"), by_id), falls=True),
        Listing(
            "games, oldest", "games?sort=oldest", cursor(Game, "games", ("created_at", "id"), by_id, sort="oldest")
        ),
        *(
            Listing(
                f"a player's games, {order}",
                f"{player}?sort={order}",
                cursor(Seat, player, fields, seat, sort=order),
                falls=fields[0].startswith("-"),
            )
            for order, fields in HISTORY_ORDERS.items()
        ),
        Listing(
            "moves",
            f"{game}/moves",
            cursor(Entry, f"{game}/moves", ("version",), lambda n: {"game": made["game"], "version": n}),
        ),
        Listing("events", f"{game}/events?limit=20", lambda number: f"limit=20&after=v{number}.0"),
        Listing("a player's events", "me/events?limit=20&after=n0", lambda number: f"limit=20&after=n{number}"),
        Listing(
            "deals",
            f"{game}/deals",
            cursor(Deal, f"{game}/deals", ("number",), lambda n: {"game": made["game"], "number": n}),
        ),
        Listing("offers", f"{game}/offers", cursor(Offer, f"{game}/offers", ("-made_at", "-id"), by_id), falls=True),
        Listing(
            "friends", "me/friends", cursor(Tie, "me/friends", ("-id",), lambda n: {"other": row_id(n)}), falls=True
        ),
        Listing("players of a name", "players?name=Ben", cursor(Player, "players", ("id",), by_id, name="Ben")),
        Listing("a leaderboard", f"leaderboards/{BOARD}", board_place),
        Around("a leaderboard around a player", lambda n: f"leaderboards/{BOARD}/around/{row_id(n)}"),
        Listing("a daily deal's board", f"daily/{DAY}/leaderboard", daily_place),
        Around("the same around a player", lambda n: f"daily/{DAY}/leaderboard/around/{row_id(n)}"),
        Listing(
            "a rating's history",
            history,
            cursor(RatingChange, history, ("-finished_at", "-game_id"), lambda n: {"game": row_id(n)}),
            falls=True,
        ),
        Listing(
            "export",
            f"exports/games.ndjson?limit={PAGE}",
            cursor(Game, "exports/games.ndjson", ("finished_at", "id"), by_id, limit=str(PAGE)),
        ),
    ]


def measured(lists: Sequence[Listing | Around], secret: str, rows: int, rounds: int) -> dict[str, dict[str, float]]:
    """Of each list the milliseconds of each page, of CPU, medians of rounds in which all take turns."""
    from django.db import connection
    from django.test import Client

    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        backend = int(cursor.fetchone()[0])
    client, headers = Client(), {"Authorization": f"Bearer {secret}"}
    asked = [(one, place, address) for one in lists for place, address in one.addresses(rows).items()]
    times: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
    for round_number in range(rounds + 1):
        for one, place, address in asked:
            began = _cpu_ms(backend)
            answer = client.get(address, headers=headers)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            took = _cpu_ms(backend) - began
            _check(one, answer.status_code, body)
            if round_number:  # the first is to warm up
                times[one.name, place].append(took)
    return {one.name: {place: median(times[one.name, place]) for place in PLACES} for one in lists}


def _cpu_ms(backend: int) -> float:
    """The milliseconds that this process and the database's own for its connection have computed so far."""
    nanoseconds = int(Path(f"/proc/{backend}/schedstat").read_text().split()[0])
    return 1000 * process_time() + nanoseconds / 1e6


def _address(path: str, query: str) -> str:
    if not query:
        return f"/api/v1/{path}"
    # A cursor keeps the filters; a place among events has none.
    return f"/api/v1/{path.partition('?')[0]}?{query}"


def _check(one: Listing | Around, status: int, body: bytes) -> None:
    """A whole page, or the benchmark measures something else."""
    found = len(body.splitlines()) - 1 if one.name == "export" else len(json.loads(body).get("results", ()))
    if status != 200 or not 0 < found <= 100:
        raise RuntimeError(f"{one.name}: {status} {body[:500]!r}")


def report(times: dict[str, dict[str, float]], rows: int, rounds: int) -> str:
    """The milliseconds, and how much more than the first the dearest page takes."""
    lines = [
        (
            name,
            *(f"{pages[place]:.1f}" for place in PLACES),
            f"{max(pages['middle'], pages['last']) / pages['first']:.2f}",
            str(LIMIT),
        )
        for name, pages in times.items()
    ]
    header = ("list", "first, ms CPU", "middle", "last", "dearest / first", "at most")
    how = f"pages of {PAGE}; web and database together, medians of {rounds} interleaved rounds."
    return table(header, lines) + f"\n\n{rows:,} rows in each list, {how}"


if __name__ == "__main__":
    main()
