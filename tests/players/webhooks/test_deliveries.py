"""At least once, in order for each game, not for ever, and nobody waits for somebody else's receiver."""

from collections import defaultdict
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest

from players.ids import uuid7
from players.models import Delivery, DeliveryStatus, Player, PlayerEvent, Webhook
from players.reach import Target
from players.services import deliveries, order_test, redeliver, update_webhook
from players.services.deliveries import JITTER, LEASE, MOST_AT_A_HOST, MOST_ATTEMPTS, PAUSES

from .conftest import NOW, Net, down, hooked, statuses, told

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def test_what_happens_is_told_once(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    told(ada, net, game := uuid4(), 7)
    net.work(HOUR)
    (message,) = net.came
    assert (message["type"], message["game"], message["event"]["version"]) == ("turn_started", str(game), 7)
    assert message["players"] == [{"id": str(ada.pk), "external_id": None, "seat": 0}]
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.attempts, delivery.response_status) == ("delivered", 1, 204)
    assert (delivery.event, delivery.version, delivery.webhook) == ("v7.0", 7, webhook)


def test_one_that_comes_through_opens_the_way_for_all(ada: Player, net: Net) -> None:
    hooked(ada)
    net.answer = down
    told(ada, net, uuid4())
    net.work(HOUR)
    net.answer = lambda target: 204
    told(ada, net, uuid4())
    net.work(timedelta(seconds=10))
    assert len(net.came) == 2


def test_tries_grow_apart_and_end(ada: Player, net: Net) -> None:
    hooked(ada)
    net.answer = down
    told(ada, net, uuid4())
    gaps, before = [], NOW
    for attempt in range(1, MOST_ATTEMPTS + 1):
        net.work()
        assert net.tried == attempt
        due_at = Delivery.objects.get().due_at
        if due_at is not None:
            gaps.append(due_at - before)
            net.now = before = due_at
    assert len(gaps) == len(PAUSES)
    for gap, pause in zip(gaps, PAUSES, strict=True):
        assert pause * (1 - JITTER) <= gap <= pause * (1 + JITTER)
    webhook = Webhook.objects.get()
    assert (statuses(), webhook.is_active, webhook.disabled_at) == (["failed"], False, net.now)
    assert sum(PAUSES, timedelta(0)) * (1 + JITTER) < deliveries.KEPT_FOR


def test_the_owner_is_told_that_it_was_stopped(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    net.answer = lambda target: 410
    told(ada, net, uuid4())
    told(ada, net, uuid4())
    net.work(HOUR)
    assert net.tried == 1
    (event,) = PlayerEvent.objects.all()
    assert (event.player, event.type) == (ada, "notice_posted")
    assert event.facts == {"notice": "webhook_disabled", "webhook": str(webhook.pk)}
    told(ada, net, uuid4())
    assert statuses() == ["failed", "waiting"]  # nothing more for one that is stopped


def test_what_waits_is_told_when_it_goes_on(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    game = uuid4()
    net.answer = lambda target: 410
    for number in range(3):
        told(ada, net, game, number)
    net.work()
    net.answer = lambda target: 204
    net.work(timedelta(minutes=1))
    assert net.came == []
    update_webhook(owner=webhook.player, webhook_id=webhook.pk, changes={"is_active": True}, now=net.now)
    net.work()
    assert [message["event"]["version"] for message in net.came] == [1, 2]
    assert Webhook.objects.get().disabled_at is None


@pytest.mark.parametrize("status", [301, 302, 400, 404, 429, 500, 503])
def test_only_2xx_is_taken(ada: Player, net: Net, status: int) -> None:
    hooked(ada)
    net.answer = lambda target: status
    told(ada, net, uuid4())
    net.work()
    delivery = Delivery.objects.get()
    assert (delivery.status, delivery.response_status, delivery.error) == ("waiting", status, "")


def test_a_worker_that_dies_while_sending_is_replaced(ada: Player, net: Net) -> None:
    hooked(ada)
    game = uuid4()
    told(ada, net, game, 1)
    told(ada, net, game, 2)

    def die(target: Target) -> int:
        raise SystemExit

    net.answer = die
    with pytest.raises(SystemExit):
        net.work()
    net.answer = lambda target: 204
    net.work(LEASE - timedelta(seconds=5))
    assert net.came == []
    net.work(timedelta(seconds=10))
    assert [message["event"]["version"] for message in net.came] == [1, 2]


def test_of_two_tasks_one_sends(ada: Player, net: Net) -> None:
    """The second comes while the first is at it."""
    hooked(ada)
    told(ada, net, uuid4())
    delivery_id = Delivery.objects.get().pk

    def twin(target: Target) -> int:
        deliveries.deliver(delivery_id=delivery_id, clock=net.clock)
        return 204

    net.answer = twin
    deliveries.deliver(delivery_id=delivery_id, clock=net.clock)
    deliveries.deliver(delivery_id=delivery_id, clock=net.clock)
    deliveries.deliver(delivery_id=uuid7(), clock=net.clock)
    assert (net.tried, len(net.came)) == (1, 1)


def test_who_comes_back_late_does_not_undo_what_another_did(ada: Player, net: Net) -> None:
    hooked(ada)
    told(ada, net, uuid4())
    delivery_id = Delivery.objects.get().pk

    def slow(target: Target) -> int:
        net.answer = lambda target: 204
        net.now += LEASE
        deliveries.deliver(delivery_id=delivery_id, clock=net.clock)
        return 500

    net.answer = slow
    deliveries.deliver(delivery_id=delivery_id, clock=net.clock)
    assert (statuses(), Webhook.objects.get().failing_since) == (["delivered"], None)


def test_a_host_is_sent_only_so_much_at_once(ada: Player, net: Net) -> None:
    for path in "abc":
        hooked(ada, f"https://club.example.org/{path}")
    hooked(ada, "https://other.example.org/")
    for _ in range(3):
        told(ada, net, uuid4())
    at_once: defaultdict[str, int] = defaultdict(int)
    most: defaultdict[str, int] = defaultdict(int)

    def busy(target: Target) -> int:
        """While it is at it, all others try theirs."""
        at_once[target.host] += 1
        most[target.host] = max(most[target.host], at_once[target.host])
        for delivery_id in Delivery.objects.values_list("pk", flat=True):
            deliveries.deliver(delivery_id=delivery_id, clock=net.clock)
        at_once[target.host] -= 1
        return 500

    net.answer = busy
    net.sweep(net.rung)
    assert dict(most) == {"club.example.org": MOST_AT_A_HOST, "other.example.org": 3}


def test_a_receiver_that_is_down_holds_up_no_other(ada: Player, net: Net) -> None:
    hooked(ada, "https://down.example.org/")
    hooked(ada, "https://club.example.org/")
    net.answer = lambda target: 204 if target.host == "club.example.org" else down(target)
    for number in range(60):
        told(ada, net, uuid4(), number)
    net.work(timedelta(seconds=5))
    assert len(net.came) == 60


def test_of_many_games_all_come_soon(ada: Player, net: Net) -> None:
    hooked(ada)
    for number in range(60):
        told(ada, net, uuid4(), number)
    net.sweep(net.rung)
    assert len(net.came) == 60


def test_what_is_sent_again_is_the_same(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    told(ada, net, uuid4(), 1)
    net.work()
    delivery = Delivery.objects.get()
    redeliver(owner=ada, webhook_id=webhook.pk, delivery_id=delivery.pk, now=net.now)
    net.work()
    assert net.came[0] == net.came[1]
    assert net.headers[0]["webhook-id"] == net.headers[1]["webhook-id"] == str(delivery.pk)
    assert statuses() == ["delivered"]


def test_what_is_being_sent_is_not_sent_twice_by_wish(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    told(ada, net, uuid4(), 1)
    delivery = Delivery.objects.get()

    def wish(target: Target) -> int:
        redeliver(owner=ada, webhook_id=webhook.pk, delivery_id=delivery.pk, now=net.now)
        return 204

    net.answer = wish
    net.work(HOUR)
    assert (net.tried, statuses()) == (1, ["delivered"])


def test_a_test_comes_to_one_that_is_stopped_and_nothing_else(ada: Player, net: Net) -> None:
    webhook = hooked(ada)
    told(ada, net, uuid4())
    update_webhook(owner=webhook.player, webhook_id=webhook.pk, changes={"is_active": False}, now=net.now)
    order_test(owner=ada, webhook_id=webhook.pk, now=net.now)
    net.work(timedelta(minutes=1))
    assert [(message["type"], message["players"]) for message in net.came] == [("test", [])]


def test_nothing_is_sent_for_an_owner_who_is_shut_out(ada: Player, net: Net) -> None:
    hooked(ada)
    told(ada, net, uuid4())
    Player.objects.update(is_active=False)
    net.work(timedelta(minutes=1))
    assert net.tried == 0


def test_an_address_that_is_refused_by_now_is_not_tried(ada: Player, net: Net) -> None:
    hooked(ada)
    Webhook.objects.update(url="https://10.0.0.1/")
    told(ada, net, uuid4())
    net.work()
    assert (net.tried, Delivery.objects.get().error) == (0, "refused_address")


def test_deliveries_are_kept_for_a_week(ada: Player, net: Net) -> None:
    hooked(ada)
    told(ada, net, uuid4())
    deliveries.forget_deliveries(now=NOW + timedelta(days=6))
    assert statuses() == [DeliveryStatus.WAITING]
    deliveries.forget_deliveries(now=NOW + timedelta(days=7))
    assert statuses() == []


def test_only_what_is_wanted_is_told(ada: Player, net: Net) -> None:
    game, other = uuid4(), uuid4()
    hooked(ada, "https://club.example.org/a", events=["game_over"])
    hooked(ada, "https://club.example.org/b", events=["turn_started"], game=game)
    for place in (game, other):
        for news in ("turn_started", "game_over", "deal_over"):
            told(ada, net, place, news=news)
    told(Player.objects.create_user("Ben", "a long password"), net, game)
    told_to: dict[str, list[Any]] = {
        path: [(row.type, row.game) for row in Delivery.objects.filter(webhook__url__endswith=path).order_by("id")]
        for path in "ab"
    }
    assert told_to == {"a": [("game_over", game), ("game_over", other)], "b": [("turn_started", game)]}
