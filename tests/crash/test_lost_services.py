"""What becomes of players while Redis does not answer, and when PostgreSQL drops a connection."""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random

import psycopg
import pytest

from tests.crash.lossy import Answer, Client, Journal
from tests.crash.processes import wait_until
from tests.crash.services import CAN_PRODUCE, Service, production
from tests.crash.tables import API, Person, Table

pytestmark = pytest.mark.skipif(not CAN_PRODUCE, reason="needs PostgreSQL, and Redis to start and to kill")

RULES = {"preset": "no_call", "deal_limit": 1}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """One for all tests, which leave it as it was. Requests are counted: that, too, is done in Redis."""
    folder = tmp_path_factory.mktemp("service")
    with production(folder, os.environ["DATABASE_URL"], RUMMY_RATE_LIMITS="on") as running:
        yield running


@pytest.fixture
def person(service: Service) -> Person:
    journal = Journal()
    random = Random()  # the seed of the keys, too: they are no other test's
    return Person(Client(service.address, journal, random, loss=0), journal, random)


def begun(person: Person) -> Table:
    """A game of the person against a bot, the person to move: chance decides who begins."""
    while True:
        wish = {"rules": RULES, "seats": [{}, {"bot_level": "novice"}], "start": True}
        made = person.client.post(f"{API}/games", wish)
        assert made.status == 201, made
        table = Table(made.content["id"], [person])
        if seen(person, table)["turn"] == 0:
            return table


def seen(person: Person, table: Table) -> dict[str, object]:
    view: dict[str, object] = person.client.get(f"{table.path}/view").content
    return view


def turn_played(person: Person, table: Table) -> None:
    """All of the person's turn."""
    while seen(person, table)["turn"] == 0:
        assert person.act(table)


@pytest.mark.parametrize("how", ["redis", "redis, frozen"])
def test_play_goes_on_without_redis_and_bots_move_when_it_is_back(service: Service, person: Person, how: str) -> None:
    table = begun(person)
    redis = service.target(how)
    assert redis.kill()
    try:
        ready = person.client.ask("GET", "/readyz")
        assert ready is not None
        assert ready.status == 503
        assert [fault["message"].split()[1] for fault in ready.content["errors"]] == ["broker"]
        turn_played(person, table)
        new = begun(person)
        turn_played(person, new)
    finally:
        redis.start()
    service.wait_until_ready()
    for one in (table, new):
        wait_until(lambda one=one: seen(person, one)["turn"] == 0, "the bot has moved")  # type: ignore[misc]


def test_who_loses_the_database_in_the_middle_is_told_to_ask_again(service: Service, person: Person) -> None:
    table = begun(person)
    view = seen(person, table)
    move = {"version": view["version"], "move": {"type": "draw"}}
    with psycopg.connect(service.environment["DATABASE_URL"]) as keeper, ThreadPoolExecutor(1) as thread:
        keeper.execute("SELECT 1 FROM games_game WHERE id = %s FOR UPDATE", [table.game])
        waiting = thread.submit(person.client.ask, "POST", f"{table.path}/moves", move, key="a-key")
        with psycopg.connect(service.environment["DATABASE_URL"], autocommit=True) as other:
            blocked = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE %s = ANY(pg_blocking_pids(pid))"
            wait_until(lambda: other.execute(blocked, [keeper.info.backend_pid]).fetchall(), "the move waits")
        answer = waiting.result()
    assert isinstance(answer, Answer)
    assert (answer.status, answer.content["code"]) == (503, "unavailable")
    assert int(answer.headers["retry-after"]) >= 1
    again = person.client.ask("POST", f"{table.path}/moves", move, key="a-key")
    assert again is not None
    assert (again.status, again.is_repeated) == (201, False)
    assert again.content["version"] == view["version"] + 1  # type: ignore[operator]
