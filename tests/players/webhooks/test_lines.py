"""The messages of a game are a line: in order as far as possible, and held up by none of them for ever."""

import json
from collections import defaultdict
from datetime import timedelta
from itertools import chain
from typing import Any
from uuid import UUID, uuid4

import pytest

from players.models import Delivery, Player, PlayerEvent, Webhook
from players.reach import Target
from players.services import deliveries
from players.services.deliveries import JITTER, MOST_ATTEMPTS, PAUSES

from .conftest import NOW, Net, down, hooked, statuses, told

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def bad(net: Net, version: int) -> None:
    """The receiver takes all messages but that of this version."""

    def post(target: Target, body: bytes, headers: Any, **_: Any) -> int:
        net.tried += 1
        message = json.loads(body)
        if message["event"]["version"] == version:
            return 500
        net.came.append(message)
        return 204

    net.monkeypatch.setattr("players.services.deliveries.post", post)


def versions(net: Net, game: UUID) -> list[int]:
    return [message["event"]["version"] for message in net.came if message["game"] == str(game)]


def test_an_hour_without_a_receiver_loses_nothing(ada: Player, net: Net) -> None:
    """All comes, in order for each game, and can be put in order and told apart by what it bears."""
    hooked(ada)
    games: list[UUID] = [uuid4() for _ in range(5)]
    net.answer = down
    for number in range(60):
        told(ada, net, games[number % 5], number)
        net.work(timedelta(minutes=1))
    assert net.came == []
    assert Webhook.objects.get().failing_since == NOW
    net.answer = lambda target: 204
    told(ada, net, games[0], 60)
    net.work(3 * HOUR)
    numbers = defaultdict(list)
    for message in net.came:
        numbers[message["game"]].append(message["event"]["version"])
    assert sorted(chain(*numbers.values())) == list(range(61))
    assert all(seen == sorted(seen) for seen in numbers.values())
    assert len({message["id"] for message in net.came}) == 61
    assert set(statuses()) == {"delivered"}
    assert Webhook.objects.get().failing_since is None


def test_a_later_message_of_a_game_waits_for_the_one_before(ada: Player, net: Net) -> None:
    hooked(ada)
    game = uuid4()
    for number in (1, 2):
        told(ada, net, game, number)
    last = Delivery.objects.order_by("id").last()
    assert last is not None
    deliveries.deliver(delivery_id=last.pk, clock=net.clock)
    assert net.tried == 0
    net.work()
    assert [message["event"]["version"] for message in net.came] == [1, 2]


def test_one_that_is_never_taken_holds_up_its_own_game_for_minutes_and_no_other(ada: Player, net: Net) -> None:
    hooked(ada)
    bad(net, 0)
    mine, other = uuid4(), uuid4()
    for number in range(3):
        told(ada, net, mine, number)
    for number in range(10, 20):
        told(ada, net, other, number)
        net.work(timedelta(seconds=10))
    assert versions(net, other) == list(range(10, 20))
    assert versions(net, mine) == []
    first = Delivery.objects.order_by("id")[0]
    assert first.attempts == 3  # at once, after 5 s and after 30 s: what others do brings no try forward
    for number in range(20, 25):
        told(ada, net, other, number)
        net.work(timedelta(minutes=1))
    assert versions(net, mine) == [1, 2]
    net.work(timedelta(days=3))
    first.refresh_from_db()
    assert (first.status, first.attempts) == ("failed", MOST_ATTEMPTS)
    assert (first.ended_at - NOW) > sum(PAUSES, timedelta(0)) * (1 - JITTER) - HOUR
    assert Webhook.objects.get().is_active
    assert not PlayerEvent.objects.exists()


def test_nor_does_it_for_a_day_where_there_is_no_other_game(ada: Player, net: Net) -> None:
    hooked(ada)
    bad(net, 0)
    game = uuid4()
    for number in range(3):
        told(ada, net, game, number)
    net.work(HOUR / 2)
    assert (net.came, Webhook.objects.get().failing_since) == ([], NOW)
    net.work(2 * HOUR)
    assert (versions(net, game), Webhook.objects.get().failing_since) == ([1, 2], None)
    net.work(timedelta(days=3))
    assert (statuses(), Webhook.objects.get().is_active) == (["failed", "delivered", "delivered"], True)


def test_a_day_without_a_receiver_loses_nothing(ada: Player, net: Net) -> None:
    """Its messages may pass each other then, and can be put in order."""
    hooked(ada)
    net.answer = down
    game = uuid4()
    for number in range(24):
        told(ada, net, game, number)
        net.work(HOUR)
    net.answer = lambda target: 204
    told(ada, net, game, 24)
    net.work(6 * HOUR)
    assert sorted(versions(net, game)) == list(range(25))
    assert (set(statuses()), Webhook.objects.get().is_active) == ({"delivered"}, True)
