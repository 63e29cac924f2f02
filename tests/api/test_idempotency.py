"""A request that is sent again under its key is not carried out again."""

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext
from django.urls import path
from rest_framework.response import Response

from api.operations import operation
from api.serializers.players import ProfileChanges
from api.views.base import View
from players.errors import DomainError
from players.models import IdempotencyKey, Player
from players.services import create_guest, forget_old_keys, idempotency, update_profile
from rummy.urls import urlpatterns as real_patterns
from tests.api.client import ApiClient, code_of

pytestmark = pytest.mark.urls(__name__)
NOW = datetime(2026, 1, 5, tzinfo=UTC)
KEY = {"Idempotency-Key": "6f1c0b5e-93a4-4b13-8f67-0c9d3f2a7e55"}


class RenameView(View):
    """Renames the caller, and refuses one name after it has written it."""

    schema = None

    @operation("rename", tag="Accounts", summary="Rename", request=ProfileChanges, keyed=True, status=201)
    def post(self, request: Any) -> Any:
        body = self.body()

        def act() -> Response:
            player = update_profile(player=self.player, token=self.token, changes=body, now=self.now)
            create_guest(name="Counted", now=self.now)
            if player.name == "Refused":
                raise DomainError("seat_taken")
            return Response({"name": player.name}, status=201, headers={"Location": "/there", "X-Other": "no"})

        return self.once(act)


urlpatterns = [
    path("api/rename", RenameView.as_view()),
    path("api/again", RenameView.as_view()),
    *real_patterns,
]


def times_done() -> int:
    return Player.objects.filter(name="Counted").count()


@pytest.mark.django_db
def test_the_same_request_gets_the_same_answer(guest: ApiClient) -> None:
    answers = [guest.post("/api/rename", {"name": "Ada"}, headers=KEY) for _ in range(3)]
    assert {(answer.status_code, answer.content, answer["Location"]) for answer in answers} == {
        (201, b'{"name":"Ada"}', "/there")
    }
    assert ["Idempotency-Replayed" in answer for answer in answers] == [False, True, True]
    assert times_done() == 1


@pytest.mark.django_db
def test_white_space_and_the_order_of_keys_make_no_difference(guest: ApiClient) -> None:
    guest.post("/api/rename", {"name": "Ada", "country": "GB"}, headers=KEY)
    again = guest.post("/api/rename", raw=b' {"country":"GB",\n"name": "Ada"}', headers=KEY)
    assert again["Idempotency-Replayed"] == "true"


@pytest.mark.django_db
def test_another_request_under_the_key_is_refused(guest: ApiClient) -> None:
    guest.post("/api/rename", {"name": "Ada"}, headers=KEY)
    for address, body in (
        ("/api/rename", {"name": "Eve"}),
        ("/api/again", {"name": "Ada"}),
        ("/api/rename", {}),
    ):
        assert code_of(guest.post(address, body, headers=KEY)) == "idempotency_key_reused"
    assert times_done() == 1


@pytest.mark.django_db
def test_without_a_key_everything_is_carried_out(guest: ApiClient) -> None:
    assert [guest.post("/api/rename", {"name": "Ada"}).status_code for _ in range(2)] == [201, 201]
    assert times_done() == 2


@pytest.mark.django_db
def test_callers_have_keys_of_their_own(guest: ApiClient) -> None:
    other = ApiClient(json.loads(ApiClient().post("guests").content)["token"])
    assert guest.post("/api/rename", {"name": "Ada"}, headers=KEY).status_code == 201
    assert "Idempotency-Replayed" not in other.post("/api/rename", {"name": "Ada"}, headers=KEY)


@pytest.mark.django_db
def test_a_refused_request_leaves_nothing_and_may_be_corrected_under_its_key(guest: ApiClient) -> None:
    assert code_of(guest.post("/api/rename", {"name": "Refused"}, headers=KEY)) == "seat_taken"
    assert (times_done(), IdempotencyKey.objects.count()) == (0, 0)
    assert guest.get("me").json()["name"] != "Refused"
    assert guest.post("/api/rename", {"name": "Ada"}, headers=KEY).status_code == 201


@pytest.mark.django_db
def test_what_is_wrong_with_the_request_is_told_before_the_key_is_looked_at(guest: ApiClient) -> None:
    guest.post("/api/rename", {"name": "Ada"}, headers=KEY)
    assert code_of(guest.post("/api/rename", {"nonsense": 1}, headers=KEY)) == "unknown_field"
    assert code_of(guest.post("/api/rename", raw=b"{", headers=KEY)) == "bad_json"


@pytest.mark.django_db
def test_a_guest_is_made_once_and_the_token_is_shown_again(anybody: ApiClient) -> None:
    first, again = (anybody.post("guests", {"name": "Ada"}, headers=KEY) for _ in range(2))
    assert first.content == again.content
    assert again["Idempotency-Replayed"] == "true"
    assert (again["Cache-Control"], again["Location"]) == ("no-store", first["Location"])
    assert ApiClient(again.json()["token"]).get("me").json() == first.json()["player"]
    assert Player.objects.count() == 1


@pytest.mark.django_db
def test_the_stored_answer_holds_no_token(anybody: ApiClient) -> None:
    token = anybody.post("guests", headers=KEY).json()["token"]
    assert token.removeprefix("rum_gst_").encode() not in bytes(IdempotencyKey.objects.get().body)


@pytest.mark.django_db
def test_a_guest_of_another_address_is_another_guest(anybody: ApiClient) -> None:
    here = anybody.post("guests", headers=KEY)
    there = anybody.post("guests", headers=KEY, REMOTE_ADDR="10.0.0.2")
    assert here.json()["player"] != there.json()["player"]


@pytest.mark.django_db
def test_who_has_no_token_needs_a_key_that_nobody_else_hits_upon(anybody: ApiClient) -> None:
    answer = anybody.post("guests", headers={"Idempotency-Key": "1"})
    assert code_of(answer) == "bad_request"
    assert answer.json()["errors"][0]["parameter"] == "Idempotency-Key"


@pytest.mark.django_db
def test_keys_are_forgotten_after_a_day(guest: ApiClient, time_machine: Any) -> None:
    time_machine.move_to(NOW, tick=False)
    guest.post("/api/rename", {"name": "Ada"}, headers=KEY)
    assert forget_old_keys(now=NOW + timedelta(hours=23)) == 0
    assert forget_old_keys(now=NOW + timedelta(hours=25)) == 1
    assert "Idempotency-Replayed" not in guest.post("/api/rename", {"name": "Ada"}, headers=KEY)


@pytest.mark.django_db
def test_a_key_that_is_forgotten_while_it_is_read_is_new(guest: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    guest.post("/api/rename", {"name": "Ada"}, headers=KEY)
    inserted = idempotency._inserted

    def and_forgotten(caller: str, key: str, fingerprint: str, now: datetime) -> bool:
        is_new = inserted(caller, key, fingerprint, now)
        if not is_new:
            forget_old_keys(now=now + timedelta(hours=25))
        return is_new

    monkeypatch.setattr(idempotency, "_inserted", and_forgotten)
    answer = guest.post("/api/rename", {"name": "Ada"}, headers=KEY)
    assert (answer.status_code, "Idempotency-Replayed" in answer, times_done()) == (201, False, 2)


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif("connection.vendor == 'sqlite'", reason="SQLite's tests share one connection in memory")
def test_twins_at_the_same_time_are_one(guest: ApiClient) -> None:
    def send(_: int) -> tuple[int, bytes]:
        try:
            answer = ApiClient(guest.token).post("/api/rename", {"name": "Ada"}, headers=KEY)
            return answer.status_code, answer.content
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as pool:
        assert set(pool.map(send, range(48))) == {(201, b'{"name":"Ada"}')}
    assert times_done() == 1


@pytest.mark.django_db
def test_a_key_costs_two_statements(guest: ApiClient) -> None:
    def statements(**headers: Any) -> int:
        with CaptureQueriesContext(connection) as captured:
            guest.post("/api/rename", {"name": "Ada"}, **headers)
        sent = [query["sql"] for query in captured]
        return sum(not sql.startswith(("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")) for sql in sent)

    statements()  # from here on the name stays
    usual = statements()
    # token; lock, token, rename; count, of a name that is free, which PostgreSQL has to lock
    assert usual == (7 if connection.vendor == "postgresql" else 6)
    assert statements(headers=KEY) == usual + 2
