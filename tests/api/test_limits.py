"""Limits: counted, told in headers, each caller and seat apart."""

import os
import re
import time
from contextlib import ExitStack
from datetime import UTC, datetime
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.conf import settings
from django.urls import path
from redis import Redis
from rest_framework.response import Response

from api import counters
from api import limits as counting
from api.callers import address_of
from api.operations import operation
from api.views.base import View
from players.errors import DomainError
from rummy.urls import urlpatterns as real_patterns
from tests.api.client import ApiClient, code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("limits"), pytest.mark.urls(__name__)]


class SeatView(View):
    """Something that is counted for each seat."""

    schema = None

    @operation("moveThere", tag="Games", summary="Move", bucket="moves", keyed=True)
    def post(self, request: Any, game: str) -> Any:
        return self.once(lambda: Response({}))


urlpatterns = [path("api/seats/<str:game>", SeatView.as_view()), *real_patterns]


@pytest.fixture(autouse=True)
def one_minute(time_machine: Any) -> None:
    """Limits are counted by the minute, and none begins while a test asks."""
    time_machine.move_to("2026-01-05T10:00:10Z", tick=False)


def remaining(answer: Any, bucket: str) -> int:
    return int(re.search(f'"{bucket}";r=(\\d+);t=\\d+', answer["RateLimit"])[1])  # type: ignore[index]


def test_every_answer_tells_the_limit(anybody: ApiClient, guest: ApiClient) -> None:
    answer = anybody.get("meta")
    assert answer["RateLimit-Policy"] == '"anonymous";q=60;w=60'
    assert remaining(answer, "anonymous") == remaining(anybody.get("nowhere"), "anonymous") + 1
    assert guest.get("me")["RateLimit-Policy"] == '"player";q=300;w=60'
    assert remaining(guest.get("meta"), "player") == 298


def test_who_asks_too_often_has_to_wait(anybody: ApiClient, time_machine: Any) -> None:
    answers = [anybody.get("meta") for _ in range(60)]
    assert {answer.status_code for answer in answers} == {200}
    refused = anybody.get("meta")
    assert code_of(refused) == "rate_limited"
    assert refused.json()["limit"] == "anonymous"
    assert (refused["Retry-After"], refused.json()["retry_after_ms"]) == ("50", 50_000)
    assert refused["RateLimit"] == '"anonymous";r=0;t=50'
    time_machine.move_to("2026-01-05T10:01:00Z", tick=False)
    assert anybody.get("meta").status_code == 200


def test_players_are_counted_apart_from_their_address(anybody: ApiClient, guest: ApiClient) -> None:
    for _ in range(70):
        anybody.get("meta")
    assert code_of(anybody.get("meta")) == "rate_limited"
    assert guest.get("me").status_code == 200


def test_a_token_that_is_none_is_counted_by_address(anybody: ApiClient) -> None:
    codes = [code_of(ApiClient("nonsense").get("me")) for _ in range(61)]
    assert codes == ["not_authenticated"] * 60 + ["rate_limited"]


def test_moves_are_counted_for_each_seat(guest: ApiClient) -> None:
    answers = [guest.post("/api/seats/one", {}) for _ in range(21)]
    assert [answer.status_code for answer in answers] == [200] * 20 + [429]
    assert answers[-1].json()["limit"] == "moves"
    assert answers[0]["RateLimit"].startswith('"moves";r=19;t=')
    assert guest.post("/api/seats/two", {}).status_code == 200


def test_moves_are_counted_by_themselves(guest: ApiClient) -> None:
    """Who has read too much may still move, and moves are not taken off what may be read."""
    for _ in range(5):
        answer = guest.post("/api/seats/one", {})
        assert answer["RateLimit-Policy"] == '"moves";q=20;w=10, "all_moves";q=300;w=60'
    codes = [guest.get("me").status_code for _ in range(301)]
    assert (codes.count(200), codes[-1]) == (300, 429)
    assert guest.post("/api/seats/one", {}).status_code == 200
    assert ApiClient("nonsense").post("/api/seats/one", {})["RateLimit-Policy"].endswith('"anonymous";q=60;w=60')


def test_moves_in_games_that_are_none_have_an_end(guest: ApiClient) -> None:
    codes = [guest.post(f"games/{uuid4()}/moves", {}).status_code for _ in range(301)]
    assert codes == [404] * 300 + [429]
    assert guest.get("me").status_code == 200


def test_errors_of_whatever_layer_are_counted_and_say_so(anybody: ApiClient) -> None:
    place = {"REMOTE_ADDR": "10.0.0.5"}
    sent: list[Any] = [
        anybody.get("meta", **place),
        anybody.get("nowhere", **place),
        anybody.get("/nowhere", **place),
        anybody.get("/static/nothing.css", **place),
        anybody.get("meta", HTTP_HOST="elsewhere.example", **place),
        anybody.get("me", **place),
        anybody.post("meta", **place),
        anybody.send("OPTIONS", "meta", **place),
        anybody.get("meta?nonsense=1", **place),
        anybody.post("guests", raw=b"{", **place),
    ]
    assert [answer.status_code for answer in sent] == [200, 404, 404, 404, 400, 401, 405, 204, 400, 400]
    assert [remaining(answer, "anonymous") for answer in sent] == list(range(59, 49, -1))
    for _ in range(50):
        anybody.get("/nowhere", **place)
    refused = anybody.get("/nowhere", **place)
    assert (code_of(refused), refused["Retry-After"], remaining(refused, "anonymous")) == ("rate_limited", "50", 0)


def test_an_address_makes_ten_guests_an_hour_and_refusals_do_not_count(anybody: ApiClient) -> None:
    for _ in range(3):
        assert code_of(anybody.post("guests", {"name": ""})) == "bad_request"
    assert [anybody.post("guests").status_code for _ in range(11)] == [201] * 10 + [429]
    assert anybody.post("guests", REMOTE_ADDR="10.0.0.2").status_code == 201


def test_a_repeated_answer_costs_nothing(guest: ApiClient) -> None:
    key = {"Idempotency-Key": "one"}
    first = guest.post("/api/seats/one", {}, headers=key)
    again = guest.post("/api/seats/one", {}, headers=key)
    assert again["Idempotency-Replayed"] == "true"
    assert first["RateLimit"].split(";t=")[0] == again["RateLimit"].split(";t=")[0]


def test_an_answer_that_has_not_changed_costs_nothing(anybody: ApiClient) -> None:
    first = anybody.get("rulesets")
    again = anybody.get("rulesets", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert remaining(first, "anonymous") == remaining(again, "anonymous")


def test_what_has_changed_costs_what_it_costs_without_a_tag(anybody: ApiClient) -> None:
    first = anybody.get("rulesets")
    again = anybody.get("rulesets", headers={"If-None-Match": '"another"'})
    assert again.status_code == 200
    assert remaining(first, "anonymous") - remaining(again, "anonymous") == 1
    assert remaining(anybody.get("meta"), "anonymous") == remaining(again, "anonymous") - 1


def test_without_a_cache_everything_passes(anybody: ApiClient, monkeypatch: pytest.MonkeyPatch, caplog: Any) -> None:
    asked = []

    def fail(*call: Any, **_: Any) -> None:
        asked.append(call)
        raise ConnectionError

    monkeypatch.setattr("players.silence.monotonic", lambda: 100.0)
    monkeypatch.setattr(counting, "count", fail)
    for _ in range(2):
        assert anybody.get("meta").status_code == 200
    assert len(asked) == caplog.text.count("could not be counted") == 1  # nobody waits for it a second time


@pytest.mark.skipif("REDIS_URL" not in os.environ, reason="needs Redis")
def test_a_connection_that_ended_unnoticed_is_opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    step = counters.Step(f"test:{uuid4()}", 1, 60)
    assert counters.count([step]) == [1]
    with Redis.from_url(settings.REDIS_URL) as other:
        assert other.client_kill_filter(_id=str(counters._redis.answer("CLIENT", "ID"))) == 1
    assert counters.count([step]) == [2]
    monkeypatch.setattr(counters, "_SCRIPT_NAME", "0" * 40)  # as after a restart of Redis
    assert counters.count([step]) == [3]


def test_counting_is_atomic() -> None:
    now = datetime(2026, 1, 5, tzinfo=UTC)

    def count() -> None:
        for _ in range(50):
            counting.charge([(counting.BUCKETS["player"], "one")], now)

    threads = [Thread(target=count) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counting.charge([(counting.BUCKETS["player"], "one")], now)[0].used == 201


def test_a_caller_waits_a_few_times_at_once() -> None:
    with ExitStack() as stack:
        for _ in range(10):
            stack.enter_context(counting.waiting("one"))
        with pytest.raises(DomainError) as refused, counting.waiting("one"):
            pass
        assert (refused.value.code, refused.value.facts["limit"]) == ("rate_limited", "long_polls")
        with counting.waiting("another"):
            pass
    with counting.waiting("one"):
        pass


def test_a_place_that_was_never_given_back_is_free_again(time_machine: Any) -> None:
    """However often the caller tries meanwhile."""

    def pass_seconds(seconds: float) -> None:
        time_machine.shift(seconds)
        time.sleep(seconds)  # Redis has a clock of its own

    waits = [counting.waiting("one", seconds=4) for _ in range(10)]
    for wait in waits:  # of a process that is killed
        wait.__enter__()
    for _ in range(3):
        pass_seconds(0.5)
        with pytest.raises(DomainError), counting.waiting("one", seconds=4):
            pass
    pass_seconds(4)
    with counting.waiting("one", seconds=4):
        pass


def test_health_is_never_limited(anybody: ApiClient) -> None:
    assert {anybody.get("/healthz").status_code for _ in range(70)} == {200}
    assert "RateLimit" not in anybody.get("/healthz")


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "1.1.1.1", "9.9.9.9"),
        (1, "", "9.9.9.9"),
        (1, "6.6.6.6, 1.1.1.1", "1.1.1.1"),
        (2, "6.6.6.6, 1.1.1.1, 2.2.2.2", "1.1.1.1"),
        (2, "1.1.1.1", "1.1.1.1"),
        (1, "1.1.1.1:4711", "1.1.1.1"),
        (1, "[2001:DB8::0:1]:4711", "2001:db8::/64"),
        (1, "2001:db8:0:0:0:0:0:1", "2001:db8::/64"),
        (1, "2001:db8:0:0:ffff:1:2:3", "2001:db8::/64"),
        (1, "2001:db8:0:1::1", "2001:db8:0:1::/64"),
        (1, "fe80::1%eth0", "fe80::/64"),
        (1, "::ffff:1.1.1.1", "1.1.1.1"),
        (1, "[::ffff:101:101]:4711", "1.1.1.1"),
        (1, "unknown", "9.9.9.9"),
        (1, "1.1.1.1, _hidden x", "9.9.9.9"),
        (1, "[1.1.1.1", "1.1.1.1"),
    ],
)
def test_only_our_own_proxies_are_believed(rf: Any, settings: Any, proxies: int, forwarded: str, address: str) -> None:
    settings.TRUSTED_PROXY_COUNT = proxies
    assert address_of(rf.get("/", headers={"X-Forwarded-For": forwarded}, REMOTE_ADDR="9.9.9.9")) == address


def test_a_network_of_ipv6_is_counted_as_one(anybody: ApiClient) -> None:
    answers = [anybody.get("meta", REMOTE_ADDR=f"2001:db8::{number:x}") for number in range(61)]
    assert [answer.status_code for answer in answers] == [200] * 60 + [429]
    assert anybody.get("meta", REMOTE_ADDR="2001:db8:0:1::1").status_code == 200
    mapped = [anybody.get("meta", REMOTE_ADDR=address) for address in ("::ffff:10.0.0.7", "10.0.0.7")]
    assert [remaining(answer, "anonymous") for answer in mapped] == [59, 58]
