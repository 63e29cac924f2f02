"""A push service that is not really there, and a clock that tests move on."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from players import notifiers
from players.models import Device, Player, TokenKind
from players.notifiers import PushMessage
from players.quiet import QuietHours
from players.services import DeviceWish, create_guest, issue_token, news_told, pushes, put_device, tell_player

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
SWEEPS = timedelta(seconds=5)


@dataclass
class Service:
    """What time it is, what has come where, and how the push service answers."""

    now: datetime = NOW
    answer: Callable[[PushMessage], None] = lambda message: None
    came: list[PushMessage] = field(default_factory=list)
    tried: int = 0
    rung: list[Any] = field(default_factory=list)

    def send(self, message: PushMessage, now: datetime) -> None:
        self.tried += 1
        assert now == self.now
        self.answer(message)
        self.came.append(message)

    def clock(self) -> datetime:
        return self.now

    def work(self, duration: timedelta = timedelta(0)) -> None:
        """Sweep now, and for so long."""
        until = self.now + duration
        while True:
            pushes.ring_for_due_pushes(now=self.now)
            while self.rung:
                pushes.push(device_id=self.rung.pop(0), clock=self.clock)
            if self.now >= until:
                return
            self.now = min(self.now + SWEEPS * 12, until)

    @property
    def texts(self) -> list[str]:
        return [message.text for message in self.came]


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Service:
    """Takes everything."""
    made = Service()
    settings.PUSH = "fake"
    monkeypatch.setitem(notifiers.NOTIFIERS, "fake", "nowhere")
    monkeypatch.setitem(notifiers._made, "fake", made)
    monkeypatch.setattr("players.services.pushes.ring", lambda task, *ids: made.rung.extend(ids))
    return made


@pytest.fixture
def ada(db: None) -> Player:
    return create_guest(name="Ada", now=NOW)


def phone(player: Player, push_token: str = "phone", locale: str = "en", quiet: QuietHours | None = None) -> Device:
    token, _ = issue_token(player=player, kind=TokenKind.GUEST, now=NOW)
    wish = DeviceWish(push_token, "android", locale, quiet)
    return put_device(player=player, client_id=uuid4(), wish=wish, token=token, now=NOW)


def told(player: Player, service: Service, news: str = "game_over", game_id: UUID | None = None, **facts: Any) -> None:
    with transaction.atomic(), news_told():
        tell_player(player_id=player.pk, news=news, now=service.now, game_id=game_id, facts=facts)
