"""How games stand, as those who wait for them are told; and waiting in threads, of which only some may wait."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, connections
from django.utils import timezone

from games.cursors import Cursor
from games.models import Game
from games.selectors.news import game_standings
from games.services import listen
from players import news
from players.news import Standing, Standings
from tests.service.games.table import NOW, people

SECOND = timedelta(seconds=1)


def test_news_are_another_version_a_notice_and_a_time_that_is_over() -> None:
    assert not Standing(3, 0, None).is_news(Standing(3), NOW - SECOND, NOW)
    assert Standing(4, 0, None).is_news(Standing(3), NOW - SECOND, NOW)
    assert Standing(3, 1, None).is_news(Standing(3), NOW - SECOND, NOW)
    assert not Standing(3, 0, NOW + SECOND).is_news(Standing(3), NOW - SECOND, NOW)
    assert Standing(3, 0, NOW).is_news(Standing(3), NOW - SECOND, NOW)
    assert not Standing(3, 0, NOW - SECOND).is_news(Standing(3), NOW - SECOND, NOW)


@pytest.mark.django_db(transaction=True)
class TestStandings:
    @pytest.fixture
    def elsewhere(self) -> Iterator[Callable[..., Any]]:
        """Call something in another thread, always the same, with a connection of its own."""
        with ThreadPoolExecutor(1) as thread:
            yield lambda act, *values: thread.submit(act, *values).result()
            thread.submit(connections.close_all).result()

    def test_are_those_of_the_rows(self, elsewhere: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(news, "BATCH", 2)
        games = [people(2).state.game for _ in range(3)]
        standings = Standings(game_standings)
        ids = [game.id for game in games]
        assert elsewhere(standings.of, ids) == {game.id: Standing(game.version, 0, None) for game in games}
        Game.objects.filter(id=ids[0]).update(version=99)
        assert elsewhere(standings.of, ids)[ids[0]] == Standing(99, 0, None)
        assert UUID(int=1) not in elsewhere(standings.of, [UUID(int=1)])

    @pytest.mark.skipif(connection.vendor != "sqlite", reason="SQLite tells that nothing has changed")
    def test_are_not_read_again_for_nothing(self, elsewhere: Callable[..., Any]) -> None:
        one, two = (people(2).game_id for _ in range(2))
        standings = Standings(game_standings)
        first = elsewhere(standings.of, [one, two])
        assert elsewhere(standings.of, [one]) is first
        people(2)
        assert elsewhere(standings.of, [one]) is not first


@pytest.mark.django_db
class TestThreadsThatWait:
    def heard(self, wait_seconds: float) -> listen.Heard:
        game = people(2)
        return listen.listen(
            game_id=game.game_id,
            player_id=None,
            after=Cursor(game.state.game.version),
            limit=10,
            wait_seconds=wait_seconds,
            clock=timezone.now,
        )

    def test_are_a_few_and_the_others_answer_at_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        waited: list[float] = []
        monkeypatch.setattr(listen.bell, "wait", lambda _, seconds: waited.append(seconds))
        with ExitStack() as places:
            for _ in range(listen.MOST_WAITING_THREADS):
                places.enter_context(listen._places)
            assert self.heard(20).events == []
            assert waited == []
        self.heard(0.3)
        assert waited
