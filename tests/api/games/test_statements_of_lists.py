"""A list costs a constant number of statements, also where its games are shown some moves later."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.client import ApiClient
from tests.service.games.table import guest, people

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("place", ["games", "games/lookup", "players/{player}/games"])
def test_of_games_with_a_delay(anybody: ApiClient, place: str) -> None:
    players, counts, before = [guest("Ada"), guest("Ben")], [], {}
    for _ in range(3):
        game = people(2, players=players, spectator_delay_moves=3)
        before[str(game.game_id)] = game.state.game.version
        game.play(game.state.playing.table.turn, "draw")
        with CaptureQueriesContext(connection) as asked:
            if place.endswith("lookup"):
                answer = anybody.post(place, {"ids": list(before)})
            else:
                answer = anybody.get(place.format(player=players[0].pk))
        assert {one["id"]: one["version"] for one in answer.json()["results"]} == before
        counts.append(len(asked))
    assert len(set(counts)) == 1, counts
