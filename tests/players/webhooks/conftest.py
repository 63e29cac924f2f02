"""Webhooks whose receivers are not really there, and a clock that tests move on."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import ceil
from typing import Any

import pytest
from django.db.models import Min

from players.models import Delivery, Player, Webhook
from players.reach import NotReached, Target
from players.services import create_webhook, deliveries
from players.services.messages import Message, tell_webhooks

SWEEPS = timedelta(seconds=5)
NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
Answer = Callable[[Target], int]


@dataclass
class Net:
    """The world of webhooks: what time it is, how receivers answer, and what has come to them."""

    now: datetime = NOW
    answer: Answer = lambda target: 204
    came: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    bodies: list[str] = field(default_factory=list)
    tried: int = 0

    def post(self, target: Target, body: bytes, headers: dict[str, str], **_: Any) -> int:
        self.tried += 1
        status = self.answer(target)
        if 200 <= status < 300:
            self.came.append(json.loads(body))
            self.headers.append(headers)
            self.bodies.append(body.decode())
        return status

    def clock(self) -> datetime:
        return self.now

    def sweep(self, rung: list[Any]) -> None:
        """What a sweep rings for is done."""
        deliveries.ring_for_due(now=self.now)
        while rung:
            deliveries.deliver(delivery_id=rung.pop(0), clock=self.clock)

    def work(self, duration: timedelta = timedelta(0)) -> None:
        """Sweep now, and for so long whenever something is due, at the next of the sweeps, five seconds apart."""
        until = self.now + duration
        self.sweep(self.rung)
        while self.now < until and (due_at := self._next_due()) is not None and due_at <= until:
            self.now += SWEEPS * max(1, ceil((due_at - self.now) / SWEEPS))
            self.sweep(self.rung)
        self.now = max(self.now, until)

    def _next_due(self) -> datetime | None:
        found: datetime | None = Delivery.objects.filter(status="waiting").aggregate(next=Min("due_at"))["next"]
        return found

    rung: list[Any] = field(default_factory=list)
    monkeypatch: pytest.MonkeyPatch = field(default_factory=pytest.MonkeyPatch)


@pytest.fixture
def net(monkeypatch: pytest.MonkeyPatch) -> Net:
    """Everything is taken; nothing leaves this process."""
    made = Net(monkeypatch=monkeypatch)
    monkeypatch.setattr("players.services.deliveries.post", made.post)
    monkeypatch.setattr("players.services.deliveries.ring", lambda task, *ids: made.rung.extend(ids))
    return made


def down(target: Target) -> int:
    """A receiver that is not there."""
    raise NotReached("no_connection")


@pytest.fixture
def ada(db: None) -> Player:
    return Player.objects.create_user("Ada", "a long password")


def hooked(owner: Any, url: str = "https://club.example.org/hooks", **more: Any) -> Webhook:
    events = more.pop("events", ["turn_started", "game_over", "seek_matched"])
    return create_webhook(owner=owner, url=url, events=events, now=NOW, **more)


def told(player: Player, net: Net, game: Any = None, number: int = 0, news: str = "turn_started") -> None:
    """Something happens to the player, as the `number`th thing in a game."""
    event = {"id": f"v{number}.0", "version": number} if game else None
    message = Message(news, net.now, game, {player.pk: 0}, event)
    tell_webhooks(messages=[message], now=net.now)


def statuses() -> list[str]:
    return list(Delivery.objects.order_by("id").values_list("status", flat=True))
