"""A sweep rings for each device to which something is to be sent."""

from datetime import timedelta
from uuid import uuid4

import pytest

from players.models import Device, Player, Push
from players.services import create_guest, pushes

from .conftest import NOW, Service, phone, told


def test_a_device_with_much_to_send_keeps_no_other_waiting(
    ada: Player, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pushes, "BATCH", 2)
    full, taken, bob = phone(ada), phone(ada, "tablet"), create_guest(name="Bob", now=NOW)
    for _ in range(3):
        told(ada, service, "game_over", uuid4())
    other = phone(bob, "bob")
    told(bob, service, "game_over", uuid4())
    Push.objects.filter(device=other).update(due_at=service.now + timedelta(seconds=1))
    service.now += timedelta(seconds=2)
    service.rung.clear()
    Device.objects.filter(pk=taken.pk).update(sending_until=service.now + pushes.LEASE)
    pushes.ring_for_due_pushes(now=service.now)
    assert service.rung == [full.pk, other.pk]
