"""Many games at once over HTTP: looked up, and made by a worker, all or each."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.utils import timezone

from games import tasks
from games.models import BulkItem, BulkJob, Game
from games.services import bulk
from players.models import Player
from players.services.erasure import erase, request_erasure
from tests.api.client import ApiClient, code_of
from tests.api.games.tables import client_of
from tests.service.games.table import NOW, guest, people

pytestmark = pytest.mark.django_db
GOOD: dict[str, Any] = {"rules": {"preset": "pagat"}, "seats": [{}, {"bot_level": "club"}], "start": True}
REFUSED = GOOD | {"seats": [{}, {}]}
"""It is to start, and nobody sits at the second seat."""


@pytest.fixture
def ada() -> Player:
    return guest("Ada")


@pytest.fixture
def client(ada: Player) -> ApiClient:
    return client_of(ada)


def ordered(client: ApiClient, games: list[Any], **more: Any) -> str:
    """The path of the order."""
    answer = client.post("bulk/games", {"games": games, **more})
    assert answer.status_code == 202
    assert (answer.json()["status"], answer.json()["made_count"]) == ("queued", 0)
    return str(answer["Location"])


def carried_out(client: ApiClient, path: str) -> Any:
    tasks.make_games(path.rpartition("/")[2])
    return client.get(path).json()


class TestLookup:
    def test_games_in_the_order_asked_for(self) -> None:
        ids = [str(people(2).game_id) for _ in range(3)]
        wanted = [ids[2], ids[0], ids[1], ids[2]]
        found = ApiClient().post("games/lookup", {"ids": wanted}).json()
        assert [game["id"] for game in found["results"]] == [ids[2], ids[0], ids[1]]
        assert found["results"][0] == ApiClient().get(f"games/{ids[2]}").json()
        assert found["not_found"] == []

    def test_what_may_not_be_seen_is_as_what_does_not_exist(self, ada: Player, client: ApiClient) -> None:
        private, nowhere = str(people(2, players=[ada, guest()]).game_id), str(UUID(int=7 << 76))
        Game.objects.update(visibility="private")
        body = {"ids": [nowhere, private]}
        assert ApiClient().post("games/lookup", body).json() == {"results": [], "not_found": [nowhere, private]}
        own = client.post("games/lookup", body).json()
        assert ([game["id"] for game in own["results"]], own["not_found"]) == ([private], [nowhere])

    def test_a_hundred_at_most(self) -> None:
        ids = [str(UUID(int=(7 << 76) + number)) for number in range(101)]
        assert len(ApiClient().post("games/lookup", {"ids": ids[:100]}).json()["not_found"]) == 100
        assert code_of(ApiClient().post("games/lookup", {"ids": ids})) == "bad_request"
        assert code_of(ApiClient().post("games/lookup", {"ids": []})) == "bad_request"


class TestAnOrder:
    def test_makes_each_game_that_can_be_made(self, client: ApiClient, ada: Player) -> None:
        job = carried_out(client, ordered(client, [GOOD, REFUSED, GOOD | {"visibility": "private"}]))
        assert (job["status"], job["count"], job["made_count"], job["refused_count"]) == ("done", 3, 2, 1)
        assert [item["code"] for item in job["items"]] == [None, "seats_open", None]
        assert job["items"][1]["title"] == "There are free seats"
        made = [client.get(f"games/{item['game']}").json() for item in job["items"] if item["game"]]
        assert [(game["status"], game["visibility"]) for game in made] == [
            ("running", "public"),
            ("running", "private"),
        ]
        assert {game["owner"]["id"] for game in made} == {str(ada.pk)}

    def test_makes_all_or_none(self, client: ApiClient) -> None:
        job = carried_out(client, ordered(client, [GOOD, REFUSED], atomic=True))
        assert (job["status"], job["made_count"]) == ("failed", 0)
        assert [item["code"] for item in job["items"]] == [None, "seats_open"]
        assert not Game.objects.exists()
        assert carried_out(client, ordered(client, [GOOD, GOOD], atomic=True))["made_count"] == 2

    def test_is_carried_out_once(self, client: ApiClient) -> None:
        path = ordered(client, [GOOD])
        first, second = (carried_out(client, path)["items"] for _ in range(2))
        assert first == second
        assert Game.objects.count() == 1

    @pytest.mark.parametrize("atomic", [True, False])
    def test_that_was_broken_off_is_gone_on_with(
        self, client: ApiClient, monkeypatch: pytest.MonkeyPatch, atomic: bool
    ) -> None:
        path = ordered(client, [GOOD, GOOD, GOOD], atomic=atomic)
        make, calls = bulk.create_game, []

        def break_at_the_second(**wish: Any) -> Any:
            calls.append(wish)
            if len(calls) == 2:
                raise RuntimeError("the worker is gone")
            return make(**wish)

        monkeypatch.setattr(bulk, "create_game", break_at_the_second)
        with pytest.raises(RuntimeError):
            tasks.make_games(path.rpartition("/")[2])
        assert client.get(path).json()["made_count"] == (0 if atomic else 1)
        rung: list[Any] = []
        monkeypatch.setattr(bulk, "ring", lambda *call: rung.append(call))
        bulk.ring_for_waiting(now=timezone.now())
        assert not rung
        later = timezone.now() + timedelta(minutes=3)
        bulk.ring_for_waiting(now=later)
        assert rung == [("games.tasks.make_games", BulkJob.objects.get().pk)]
        bulk.make_games(job_id=rung[0][1], now=later)
        assert (client.get(path).json()["status"], Game.objects.count()) == ("done", 3)

    def test_that_fails_too_often_is_given_up(self, client: ApiClient) -> None:
        path = ordered(client, [GOOD])
        BulkJob.objects.update(attempts=bulk.MOST_ATTEMPTS)
        assert carried_out(client, path)["status"] == "failed"

    def test_with_a_fault_of_form_is_refused_whole(self, client: ApiClient) -> None:
        bad = [GOOD, GOOD | {"rules": {"target": -1}}, GOOD | {"seats": []}]
        answer = client.post("bulk/games", {"games": bad})
        assert code_of(answer) == "bad_request"
        assert [(error["pointer"], error["code"]) for error in answer.json()["errors"]] == [
            ("/games/1/rules", "impossible_rules"),
            ("/games/2/seats", "min_length"),
        ]
        assert not BulkJob.objects.exists()

    def test_has_five_hundred_games_at_most(self, client: ApiClient) -> None:
        assert code_of(client.post("bulk/games", {"games": [GOOD] * 501})) == "bad_request"
        assert code_of(client.post("bulk/games", {"games": []})) == "bad_request"
        ordered(client, [GOOD] * 500)
        assert BulkItem.objects.count() == 500

    def test_is_its_orderers_and_lasts_a_week(self, client: ApiClient) -> None:
        path = ordered(client, [GOOD])
        assert code_of(client_of(guest()).get(path)) == "not_found"
        BulkJob.objects.update(expires_at=timezone.now())
        assert code_of(client.get(path)) == "not_found"
        bulk.forget_old_orders(now=timezone.now())
        assert not BulkItem.objects.exists()

    def test_under_a_key_is_one(self, client: ApiClient) -> None:
        first, second = (
            client.post("bulk/games", {"games": [GOOD]}, headers={"Idempotency-Key": "one"}) for _ in range(2)
        )
        assert first["Location"] == second["Location"]
        assert BulkJob.objects.count() == 1

    def test_goes_with_its_player(self, client: ApiClient, ada: Player) -> None:
        ordered(client, [GOOD])
        request_erasure(player=ada, now=NOW)
        erase(player_id=ada.pk, now=NOW + timedelta(days=30))
        assert not BulkJob.objects.exists()
