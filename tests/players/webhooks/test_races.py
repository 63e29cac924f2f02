"""Workers at the same delivery, and at the same line, at once: each message is sent once, and in its order."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

import json
from collections.abc import Callable
from datetime import timedelta
from threading import Lock
from typing import Any
from uuid import UUID, uuid4

import pytest

from players.models import Delivery, Player, Webhook
from players.reach import NotReached, Target
from players.services import deliveries, redeliver
from tests.at_once import RACES, SOME_ROUNDS, AtOnce

from .conftest import NOW, Net, hooked, told

pytestmark = RACES
MANY = 8


class Heard:
    """What came, and whether the receiver is there."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.is_there = True
        self.tried = 0
        self._lock = Lock()

    def post(self, target: Target, body: bytes, headers: dict[str, str], **_: Any) -> int:
        with self._lock:
            self.tried += 1
            if not self.is_there:
                raise NotReached("no_connection")
            self.ids.append(json.loads(body)["id"])
            return 204


@pytest.fixture
def heard(net: Net, monkeypatch: pytest.MonkeyPatch) -> Heard:
    made = Heard()
    monkeypatch.setattr("players.services.deliveries.post", made.post)
    return made


@pytest.fixture
def ada(transactional_db: None) -> Player:
    return Player.objects.create_user("Ada", "a long password")


def worker(delivery_id: UUID, net: Net) -> Callable[[], None]:
    return lambda: deliveries.deliver(delivery_id=delivery_id, clock=net.clock)


def new_ones(ada: Player, net: Net, number: int, game: UUID | None = None) -> list[UUID]:
    before = set(Delivery.objects.values_list("pk", flat=True))
    for version in range(number):
        told(ada, net, game or uuid4(), version)
    return list(Delivery.objects.exclude(pk__in=before).order_by("pk").values_list("pk", flat=True))


def test_of_workers_at_one_delivery_one_sends_it(ada: Player, net: Net, heard: Heard, at_once: AtOnce) -> None:
    hooked(ada)
    for each in range(SOME_ROUNDS):
        (delivery_id,) = new_ones(ada, net, 1)
        at_once(*[worker(delivery_id, net)] * MANY)
        assert heard.ids[each:] == [str(delivery_id)]
        row = Delivery.objects.get(pk=delivery_id)
        assert (row.status, row.attempts, row.sending_until) == ("delivered", 1, None)


def test_workers_at_one_game_send_it_in_order(ada: Player, net: Net, heard: Heard, at_once: AtOnce) -> None:
    hooked(ada)
    for _ in range(SOME_ROUNDS):
        heard.ids.clear()
        ids = new_ones(ada, net, 6, uuid4())
        at_once(*[worker(delivery_id, net) for delivery_id in (*ids, ids[0], ids[0])])
        net.now += timedelta(minutes=2)
        net.work()
        assert heard.ids == [str(delivery_id) for delivery_id in ids]


def test_a_refusal_counts_once(ada: Player, net: Net, heard: Heard, at_once: AtOnce) -> None:
    hooked(ada)
    heard.is_there = False
    for _ in range(SOME_ROUNDS):
        heard.tried = 0
        (delivery_id,) = new_ones(ada, net, 1)
        at_once(*[worker(delivery_id, net)] * MANY)
        row = Delivery.objects.get(pk=delivery_id)
        assert (heard.tried, row.status, row.attempts) == (1, "waiting", 1)
        assert Webhook.objects.get().failing_since == NOW
        row.delete()


def test_sending_again_by_wish_while_workers_are_at_it(ada: Player, net: Net, heard: Heard, at_once: AtOnce) -> None:
    webhook = hooked(ada)
    for _ in range(SOME_ROUNDS):
        heard.ids.clear()
        (delivery_id,) = new_ones(ada, net, 1)
        facts = {"owner": ada, "webhook_id": webhook.pk, "delivery_id": delivery_id, "now": net.now}
        at_once(*[worker(delivery_id, net)] * 3, *[lambda: redeliver(**facts).pk] * 2, *[worker(delivery_id, net)] * 3)
        net.work()
        assert 1 <= len(heard.ids) <= 3
        assert Delivery.objects.get(pk=delivery_id).status == "delivered"
