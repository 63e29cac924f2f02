"""Whatever is killed, and whenever: accepted moves stay, none is made twice, and every game comes to its end."""

import os
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from random import Random
from threading import Lock

import pytest

from tests.crash import checks, sizes
from tests.crash.killer import Killer
from tests.crash.lossy import Client, Journal
from tests.crash.services import CAN_PRODUCE, Service, embedded, production
from tests.crash.tables import Table, play

pytestmark = sizes.SIZED


@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="runs where the embedded service is tested")
def test_the_embedded_service_survives_its_processes(tmp_path: Path) -> None:
    with embedded(tmp_path) as service:
        _played_through(service)


@pytest.mark.skipif(not CAN_PRODUCE, reason="needs PostgreSQL, and Redis to start and to kill")
def test_the_production_service_survives_its_processes(tmp_path: Path) -> None:
    with production(tmp_path, os.environ["DATABASE_URL"]) as service:
        _played_through(service)


def _played_through(service: Service) -> None:
    journal, random, began = Journal(), Random(sizes.SEED), time.monotonic()
    try:
        with Killer(service, sizes.PACE, random) as killer:
            tables = _played(service, journal, killer)
            killer.stop()
            seconds = time.monotonic() - began
        service.wait_until_ready()
    except AssertionError as error:
        raise AssertionError(f"{error}\n{service.last_words()}") from error
    client = Client(service.address, journal, Random(0), loss=0)
    checks.ask_again(journal, client, random, sizes.REPEATED_AT_THE_END)
    faults = [
        *journal.wrong,
        *checks.faults_of_logs(tables, client),
        *checks.faults_of_storage(service, len(tables)),
        *checks.faults_of_output(service, journal),
    ]
    moves = sum(len(table.acknowledged) for table in tables)
    print(
        f"\n{len(tables)} games, {moves} acknowledged moves, {len(journal.accepted)} accepted requests, {seconds:.0f} s"
    )
    print("killed:", dict(killer.kills))
    print("seen:", dict(sorted(journal.counts.items())), f"slowest answer {journal.slowest:.1f} s")
    assert not faults, "\n".join(faults[:50])
    assert moves
    assert journal.counts["repeated"]


def _played(service: Service, journal: Journal, killer: Killer) -> list[Table]:
    """Games until there are enough of them, and everything was killed often enough."""
    numbers, lock = count(), Lock()

    def next_number() -> int | None:
        with lock:
            number = next(numbers)
        return None if number >= sizes.GAMES and killer.is_done else number

    def one_after_the_other(_: int) -> Iterator[Table]:
        while (number := next_number()) is not None:
            yield play(number, service.address, journal, sizes.SEED)

    with ThreadPoolExecutor(sizes.AT_ONCE) as threads:
        played = threads.map(lambda place: list(one_after_the_other(place)), range(sizes.AT_ONCE))
        return [table for tables in played for table in tables]
