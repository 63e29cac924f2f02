"""What cannot be carried out keeps nothing waiting that is due later."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from games.models import Game
from games.services import seeks, sweep
from players.models import Erasure
from players.services import create_guest, erasure
from tests.service.games.table import NOW, people
from tests.service.games.test_seeks import sought

pytestmark = pytest.mark.django_db
BATCH = 3
LATER = NOW + timedelta(hours=1)


def second(number: int) -> datetime:
    return NOW + timedelta(seconds=number)


def failing(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, key: str, broken: set[Any]) -> None:
    """`name` fails for those that are broken; a sweep carries out `BATCH`."""
    real = getattr(where, name)

    def fail_or_go_on(**asked: Any) -> Any:
        if asked[key] in broken:
            raise ValueError("broken")
        return real(**asked)

    monkeypatch.setattr(where, name, fail_or_go_on)
    monkeypatch.setattr(where, "BATCH", BATCH)


def test_news_that_cannot_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[Any] = []
    monkeypatch.setattr("games.after_commit.ring_teller", rung.append)
    monkeypatch.setattr(sweep, "BATCH", BATCH)
    games = [people(2).game_id for _ in range(BATCH + 1)]
    for number, game_id in enumerate(games):
        Game.objects.filter(id=game_id).update(untold_at=second(number))
    rung.clear()
    assert sweep.ring_late_tellers(now=LATER) == BATCH
    assert rung == games[:BATCH]
    assert sweep.ring_late_tellers(now=LATER) == 1
    assert rung == games
    assert sweep.ring_late_tellers(now=LATER + sweep.PATIENCE) == BATCH


def test_seeks_that_cannot_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [sought(count=8 - number, now=second(number)) for number in range(BATCH + 1)]
    failing(monkeypatch, seeks, "settle_seek", "seek_id", {seek.pk for seek in made[:BATCH]})
    assert seeks.settle_due_seeks(now=LATER) == 1
    made[-1].refresh_from_db()
    assert made[-1].status == "expired"


def test_players_who_cannot_be_erased(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [create_guest(now=NOW) for _ in range(BATCH + 1)]
    for number, player in enumerate(players):
        Erasure.objects.create(player=player, requested_at=NOW, due_at=second(number))
    failing(monkeypatch, erasure, "erase", "player_id", {player.pk for player in players[:BATCH]})
    assert erasure.erase_due(now=LATER) == 1
    assert Erasure.objects.get(player=players[-1]).done_at == LATER


def test_a_sweep_carries_out_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(BATCH + 1):
        sought(count=8 - number, now=second(number))
    failing(monkeypatch, seeks, "settle_seek", "seek_id", set())
    assert [seeks.settle_due_seeks(now=LATER) for _ in range(2)] == [BATCH, 1]
