"""Couriers carry out what they are handed, so many at once, and whoever fails is at work again."""

from threading import Event, Thread
from typing import Any

import pytest

from players import tasks
from players.couriers import Couriers
from players.ids import uuid7


@pytest.fixture
def pair() -> Couriers:
    return Couriers(2)


def handed(couriers: Couriers, act: Any) -> None:
    """Hand it over as soon as somebody is free."""
    while not couriers.hand_over(act):
        pass


def test_so_many_are_at_work_at_once_and_no_more(pair: Couriers) -> None:
    go_on, done = Event(), [Event() for _ in range(3)]

    def act(number: int) -> Any:
        return lambda: done[number].set() if go_on.wait(30) else None

    assert pair.hand_over(act(0))
    assert pair.hand_over(act(1))
    assert not pair.hand_over(act(2))
    go_on.set()
    handed(pair, act(2))
    assert all(one.wait(30) for one in done)


def test_who_fails_is_free_again_and_says_so(pair: Couriers, caplog: pytest.LogCaptureFixture) -> None:
    done = Event()
    for _ in range(3):
        handed(pair, lambda: 1 / 0)
    handed(pair, done.set)
    assert done.wait(30)
    assert "A courier failed." in caplog.text


def test_a_task_waits_for_no_receiver(monkeypatch: pytest.MonkeyPatch) -> None:
    began, go_on, told = Event(), Event(), []

    def deliver(**facts: Any) -> None:
        told.append(facts["delivery_id"])
        began.set()
        go_on.wait(30)

    monkeypatch.setattr("players.services.deliveries.deliver", deliver)
    delivery_id = uuid7()
    task = Thread(target=tasks.deliver, args=[str(delivery_id)])
    task.start()
    task.join(30)
    assert not task.is_alive()
    assert began.wait(30)
    go_on.set()
    assert told == [delivery_id]
