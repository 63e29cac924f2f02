"""Whatever is killed: who follows is told everything once, and goes on behind any event with all that came after it.

Each process is killed while games are followed: by everybody at the table and others, over streams and by long-polls,
at the server of requests and at that of streams; and so is what each player is told.
"""

import os
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.crash import sizes
from tests.crash.killer import Killer
from tests.crash.lossy import Client, Journal
from tests.crash.processes import wait_until
from tests.crash.services import CAN_PRODUCE, Service, embedded, production
from tests.crash.tables import KINDS, Person, Table, play
from tests.crash.watchers import OVER, Watcher
from tests.service.games.followers import later_view

pytestmark = sizes.SIZED
PRESENCE = "connected"
OF_THE_ANSWER = ("server_time", "legal_moves", "cursor")


@pytest.mark.skipif("DATABASE_URL" in os.environ, reason="runs where the embedded service is tested")
def test_who_follows_the_embedded_service_misses_nothing(tmp_path: Path) -> None:
    with embedded(tmp_path) as service:
        _watched(service)


@pytest.mark.skipif(not CAN_PRODUCE, reason="needs PostgreSQL, and Redis to start and to kill")
def test_who_follows_the_production_service_misses_nothing(tmp_path: Path) -> None:
    with production(tmp_path, os.environ["DATABASE_URL"]) as service:
        _watched(service)


class Watch:
    """One game after the other, each followed by everybody."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.journal, self.random = Journal(), Random(sizes.SEED)
        self.stranger = Person(Client(service.address, self.journal, self.random, loss=0), self.journal, self.random)
        self.watchers: list[Watcher] = []
        self.resumed = self.cuts = 0

    def watch(self, table: Table) -> None:
        """Everybody begins to follow."""
        people = {person.client.token for person in table.people}
        paths = [(f"games/{table.game}", token) for token in (*people, self.stranger.client.token, "")]
        paths += [("me", token) for token in people]
        addresses = {self.service.address, self.service.streams_address}
        self.watchers = [
            Watcher(address, path, token, streams, waits=address == self.service.streams_address).start()
            for address in sorted(addresses)
            for path, token in paths
            for streams in (True, False)
        ]

    def check(self) -> None:
        """All were told what is told now, and may go on behind any of it."""
        for watcher in self.watchers:
            everything = _to_the_end(watcher)
            watcher.finish(everything[-1]["id"])
            assert not watcher.faults, watcher.faults
            _compare(watcher, everything)
            self.cuts += watcher.cuts
        for watcher in self.watchers:
            self._resume(watcher)

    def _resume(self, watcher: Watcher) -> None:
        """From some of the events, from each with SOAK=1, by the other of the two ways, too."""
        ids = [event["id"] for event in _to_the_end(watcher)]
        for index in range(len(ids) - 1) if sizes.SOAK else self.random.sample(range(len(ids) - 1), 1):
            rest = ids[index + 1 :]
            if watcher.streams:
                assert watcher.streamed(ids[index], len(rest)) == rest, (str(watcher), ids[index])
            else:
                again = [event["id"] for event in watcher.listed(ids[index])]
                assert again[: len(rest)] == rest, (str(watcher), ids[index])
            self.resumed += 1


def _to_the_end(watcher: Watcher) -> list[dict[str, Any]]:
    """All that is told, to the end of the game; players are told that by a worker, which may have been killed."""
    found: list[dict[str, Any]] = []

    def is_told() -> bool:
        found[:] = watcher.listed("n0" if watcher.path == "me" else "v0.0")
        return any(event["type"] in OVER for event in found)

    wait_until(is_told, f"{watcher} is told of the end", sizes.LONGEST_SILENCE_SECONDS)
    last = max(index for index, event in enumerate(found) if event["type"] in OVER)
    return found[: last + 1]


def _compare(watcher: Watcher, everything: list[dict[str, Any]]) -> None:
    """No gap and nothing twice, and by a game's stream the view of now."""
    told = list(watcher.events)
    snapshot = told.pop(0) if told[0]["type"] == "snapshot" else None
    places = [event["id"] for event in everything]
    begin = places.index(snapshot["id"]) + 1 if snapshot and snapshot["id"] in places else 0
    expected = places[begin:]
    seen = [event["id"] for event in told]
    assert seen[: len(expected)] == expected, (str(watcher), snapshot and snapshot["id"])
    assert len(set(seen)) == len(seen), str(watcher)
    if snapshot is None or snapshot.get("view") is None:
        return
    view = snapshot["view"]
    for event in told:
        view = later_view(view, event)
    assert _of_game(view) == _of_game(watcher.get("view")), str(watcher)


def _of_game(view: dict[str, Any]) -> dict[str, Any]:
    """But for what belongs to the answer, and for who has come or gone since."""
    seats = [{**seat, PRESENCE: None} for seat in view["seats"]]
    return {name: value for name, value in view.items() if name not in OF_THE_ANSWER} | {"seats": seats}


def _watched(service: Service) -> None:
    watch = Watch(service)
    try:
        with Killer(service, sizes.PACE, watch.random) as killer:
            games = list(_games(watch, killer))
    except AssertionError as error:
        raise AssertionError(f"{error}\n{service.last_words()}") from error
    print(f"\n{games[-1]} games, cut off {watch.cuts} times, gone on behind {watch.resumed} events")
    print("killed:", dict(killer.kills))
    assert not watch.journal.wrong, "\n".join(watch.journal.wrong[:50])
    assert watch.cuts > len(watch.watchers)


def _games(watch: Watch, killer: Killer) -> Iterator[int]:
    """As many games as there are to be, and until everything was killed often enough. Gives how many were played."""
    among_people = (number for number in count() if None in KINDS[number % len(KINDS)]["seats"])
    for done, number in enumerate(among_people):
        if done >= sizes.WATCHED_GAMES and killer.is_done:
            killer.stop()
            return
        play(number, watch.service.address, watch.journal, sizes.SEED, watch.watch)
        watch.check()
        yield done + 1
