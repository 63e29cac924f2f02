"""A host that is slow, or at which there are many webhooks, keeps no other waiting."""

from datetime import timedelta

import pytest

from players.models import Delivery, Player, Webhook
from players.services import deliveries
from tests.players.webhooks.conftest import NOW, Net, hooked, told

BATCH = 10


@pytest.fixture
def slow(net: Net, ada: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """More webhooks at one host than a sweep looks at, and all of them are told something."""
    monkeypatch.setattr("players.services.deliveries.BATCH", BATCH)
    one = hooked(ada, "https://slow.example.org/hooks")
    Webhook.objects.bulk_create(
        Webhook(player=ada, url=one.url, host=one.host, events=one.events, created_at=NOW) for _ in range(BATCH)
    )
    told(ada, net)


@pytest.fixture
def bob(slow: None, net: Net) -> Player:
    """He is told something after that."""
    bob = Player.objects.create_user("Bob", "a long password")
    hooked(bob)
    net.now += timedelta(seconds=2)
    told(bob, net)
    return bob


def make_busy() -> None:
    rows = Delivery.objects.order_by("id").values_list("pk", flat=True)[: deliveries.MOST_AT_A_HOST]
    Delivery.objects.filter(pk__in=list(rows)).update(sending_until=NOW + timedelta(days=1))


def test_many_webhooks_at_a_busy_host_keep_no_other_waiting(net: Net, bob: Player) -> None:
    make_busy()
    net.sweep(net.rung)
    assert [came["players"][0]["id"] for came in net.came] == [str(bob.pk)]


def test_many_webhooks_at_one_host_keep_no_other_waiting(net: Net, bob: Player) -> None:
    deliveries.ring_for_due(now=net.now)
    assert Delivery.objects.get(webhook__player=bob).pk in net.rung


def test_a_busy_host_is_not_rung_for(net: Net, slow: None) -> None:
    deliveries.ring_for_due(now=net.now)
    assert len(net.rung) == BATCH
    net.rung.clear()
    make_busy()
    deliveries.ring_for_due(now=net.now)
    assert net.rung == []
