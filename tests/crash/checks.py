"""What has to hold when all is over, whatever was killed meanwhile. Each check gives its faults."""

import re
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.crash.lossy import Client, Journal
from tests.crash.services import SECRET_KEY, Service
from tests.crash.tables import Acknowledged, Table

LOST_CONNECTIONS = (  # these may end a task with a traceback when something was killed
    *("ConnectionError", "ConnectionRefusedError", "ConnectionResetError", "BrokenPipeError", "TimeoutError"),
    *("OperationalError", "InterfaceError", "AdminShutdown", "SchedulingError", "WorkerLostError"),
    "ExceptionWithTraceback",  # what follows it is looked at, too
)
_TRACEBACK = "Traceback (most recent call last):"
_GOES_ON = ("During handling of the above exception", "The above exception was the direct cause")
_CARD = re.compile(r"(?<![\w.:-])(?:(?:10|[A2-9TJQK])[CDHS]|X[1-9])(?![\w-])")


def faults_of_logs(tables: list[Table], client: Client) -> Iterator[str]:
    """Every game has ended, and its people's moves are those that were acknowledged: each once, and no other."""
    for table in tables:
        game = client.get(table.path).content
        if game["status"] != "finished":
            yield f"game {table.game} is {game['status']}"
        moves = list(_moves(table, client))
        versions = [move["version"] for move in moves]
        if versions != sorted(set(versions)):
            yield f"game {table.game} has a version twice: {versions}"
        theirs = [
            Acknowledged(move["version"], move["seat"], move["text"]) for move in moves if move["author"] == "person"
        ]
        if theirs != sorted(table.acknowledged, key=lambda one: one.version):
            differing = set(theirs) ^ set(table.acknowledged)
            yield f"game {table.game}: acknowledged and logged moves differ in {differing or 'their number'}"


def _moves(table: Table, client: Client) -> Iterator[dict[str, Any]]:
    cursor: str | None = ""
    while cursor is not None:
        more = f"&cursor={cursor}" if cursor else ""
        page = client.get(f"{table.path}/moves?limit=100{more}").content
        yield from page["results"]
        cursor = page["next_cursor"]


def ask_again(journal: Journal, client: Client, random: Random, number: int) -> None:
    """Send accepted requests once more; a different answer is noted in the journal."""
    accepted = list(journal.accepted)
    for request, answer in random.sample(accepted, min(number, len(accepted))):
        client.ask_again(request, answer)


def faults_of_storage(service: Service, number: int) -> Iterator[str]:
    """As many games are stored as were made, all have ended, and all replay to what is stored of them."""
    for command, expected in (
        ("verify_games", f"{number} games, 0 faulty"),
        ("check_invariants", "0 games, 0 breaches"),
    ):
        told = service.manage(command).strip()
        if told != expected:
            yield f"{command}: {told}"


def faults_of_output(service: Service, journal: Journal) -> Iterator[str]:
    """No process has written a secret, or a traceback that the killing does not explain."""
    secrets = {*journal.tokens, SECRET_KEY}
    for log in sorted(service.logs.glob("*.log")):
        text = log.read_text().replace("\\n", "\n")
        for secret in secrets:
            if secret in text:
                yield f"{log.name} holds the secret {secret[:12]}…"
        for card in sorted(set(_CARD.findall(text))):
            yield f"{log.name} names the card {card}"
        for raised in _raised(text):
            if raised.partition(":")[0].rpartition(".")[2] not in LOST_CONNECTIONS:
                yield f"{log.name} has a traceback: {raised}"


def _raised(text: str) -> Iterator[str]:
    """Of each traceback, or chain of them, the line that names what was raised in the end."""
    for traceback in text.split(_TRACEBACK)[1:]:
        if not any(words in traceback for words in _GOES_ON):
            lines = traceback.splitlines()[1:]
            yield next(
                (line for line in lines if line.strip() and not line.startswith(" ")), "nothing that can be read"
            )
