"""S3: the statements that accepted moves over HTTP send to the database, over a long game against a computer player.

    python -m benchmarks.statements

The moves go through the whole of Django, without a socket. BEGIN, COMMIT and SAVEPOINT are not counted.
"""

import json
import logging
import os
import tempfile
from collections import Counter
from functools import partial
from typing import Any
from uuid import UUID

import django

from benchmarks.results import record, table
from examples.demo import worth

RULES = {"preset": "pagat", "target": 3000}
ORDINARY, ENDING = 7, 11
"""what the goal allows for a move, and for one that ends a deal."""


def main() -> None:
    """Play, count, print and record."""
    logging.disable(logging.WARNING)
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "rummy.settings",
            "RUMMY_DATA": folder,
            "RUMMY_RATE_LIMITS": "off",
            "RUMMY_BOT_DELAY": "0",
            "DATABASE_URL": "",
            "REDIS_URL": "",
        }
        django.setup()
        counts = counted_moves()
    record("S3", report(counts))


def counted_moves() -> list[tuple[int, bool]]:
    """Of each accepted move its statements, and whether it ended a deal, in the order of the game."""
    from django.core.management import call_command
    from django.db import connection
    from django.test.utils import CaptureQueriesContext, setup_test_environment
    from django.utils import timezone

    from games.services.bots import run_bots

    setup_test_environment()
    call_command("migrate", verbosity=0)
    counts = []
    token = ask("POST", "guests")["token"]
    made = ask("POST", "games", {"rules": RULES, "seats": [{}, {"bot_level": "casual"}], "start": True}, token)
    while run_bots(game_id=UUID(made["id"]), clock=timezone.now).game.status == "running":
        view = ask("GET", f"games/{made['id']}/view?include=legal_moves", None, token)
        move = max((legal["move"] for legal in view["legal_moves"]["moves"]), key=partial(worth, view=view))
        is_answer = move["type"] in ("call", "pass")
        occasion = {"window": view["window"]["id"]} if is_answer else {"version": view["version"]}
        with CaptureQueriesContext(connection) as queries:
            after = ask("POST", f"games/{made['id']}/moves", {"move": move, **occasion}, token, key=str(len(counts)))
        sent = [query["sql"] for query in queries]
        number = sum(not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for sql in sent)
        told = after["view"]
        counts.append((number, told["deal_number"] != view["deal_number"] or told["status"] != "running"))
    return counts


def ask(method: str, path: str, body: Any = None, token: str = "", key: str = "") -> Any:
    """The answer to a request that must succeed."""
    from django.test import Client

    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": key}
    content = "" if body is None else json.dumps(body)
    answer = Client().generic(
        method,
        f"/api/v1/{path}",
        content,
        "application/json",
        headers={name: value for name, value in headers.items() if value not in ("", "Bearer ")},
    )
    if answer.status_code >= 300:
        raise RuntimeError(answer.content.decode())
    return answer.json()


def report(counts: list[tuple[int, bool]]) -> str:
    """The counts as a table, and the first and the last hundred moves beside each other."""
    ordinary = [number for number, ends in counts if not ends]
    ending = [number for number, ends in counts if ends]
    rows = [
        ("a move under a key", spread(ordinary), str(ORDINARY)),
        ("a move that ends a deal", spread(ending), str(ENDING)),
        ("the first hundred moves", spread(ordinary[:100]), ""),
        ("the last hundred moves", spread(ordinary[-100:]), ""),
    ]
    return table(("statements of", "found, and how often", "at most"), rows) + f"\n\n{len(counts)} moves of one game."


def spread(numbers: list[int]) -> str:
    """Each number with how often it occurs."""
    return ", ".join(f"{number} ({times} times)" for number, times in sorted(Counter(numbers).items()))


if __name__ == "__main__":
    main()
