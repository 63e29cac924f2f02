"""Pushes: of what is news and unread, in each device's language, not at night, not for ever, and without a secret."""

import logging
from datetime import time, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.utils.translation import override

from players import notifiers
from players.event_texts import player_event_text
from players.models import Device, Notification, Player, Push, Token
from players.notifiers import NotDelivered, PushMessage, TokenGone
from players.notifiers.log import LogNotifier
from players.quiet import QuietHours
from players.services import mark_read, pushes, put_device, revoke_token
from players.services.devices import DeviceWish
from players.services.notifications import NOTICED
from players.services.pushes import LASTS, LEASE, PAUSES
from players.services.sweep import sweep_players

from .conftest import Service, phone, told

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NIGHT = QuietHours(time(11), time(14), "UTC")


def busy(message: PushMessage) -> None:
    raise NotDelivered("503")


def gone(message: PushMessage) -> None:
    raise TokenGone


def test_what_is_noticed_is_pushed_once_to_each_device(ada: Player, service: Service) -> None:
    for name in ("phone", "tablet"):
        phone(ada, name)
    told(ada, service, "game_over", game := uuid4())
    service.work(HOUR)
    assert [message.push_token for message in service.came] == ["phone", "tablet"]
    (message, _), notice = service.came, Notification.objects.get()
    assert message.text == "Your game is over."
    assert message.data == {"type": "game_over", "game": str(game), "notification": str(notice.pk)}
    assert (message.collapse_key, message.expires_at) == (game.hex, notice.created_at + LASTS)
    assert Push.objects.count() == 0


def test_nothing_is_written_where_nothing_is_pushed(ada: Player, settings: Any) -> None:
    phone(ada)
    assert settings.PUSH == "off"
    told(ada, Service())
    assert (Notification.objects.count(), Push.objects.count()) == (1, 0)


def test_what_is_no_notice_is_not_pushed(ada: Player, service: Service) -> None:
    phone(ada)
    told(ada, service, "turn_started", uuid4(), daily=False)
    told(ada, service, "player_left", uuid4())
    service.work(HOUR)
    assert service.tried == 0


def test_each_device_is_spoken_to_in_its_language(ada: Player, service: Service) -> None:
    for locale in ("uk", "es", "fi", "pl", "en"):
        phone(ada, locale, locale)
    with override("fi"):
        told(ada, service, "game_started", uuid4())
        service.work()
    expected = {}
    for locale in ("uk", "es", "fi", "pl", "en"):
        with override(locale):
            expected[locale] = player_event_text("game_started", {})
    assert {message.push_token: message.text for message in service.came} == expected
    assert len(set(expected.values())) == 5


@pytest.mark.parametrize("news", NOTICED)
def test_a_push_holds_a_sentence_of_the_table_and_ids_only(ada: Player, service: Service, news: str) -> None:
    phone(ada)
    facts = {"version": 41, "seat": 2, "daily": True, "code": "SECRETCODE", "result": {"winners": [2]}}
    told(ada, service, news, game := uuid4(), **facts, window=str(uuid4()))
    notice = Notification.objects.get()
    message = pushes._message(Push.objects.select_related("notification").get(), Device.objects.get())
    assert message.text == player_event_text(news, {})
    assert message.data == {"type": news, "game": str(game), "notification": str(notice.pk)}
    assert "phone" not in repr(message)


def test_of_one_game_all_have_one_key(ada: Player, service: Service) -> None:
    phone(ada)
    game = uuid4()
    for news in ("game_started", "game_over"):
        told(ada, service, news, game)
    told(ada, service, "game_over", uuid4())
    told(ada, service, "notice_posted")
    service.work()
    keys = [message.collapse_key for message in service.came]
    assert keys[0] == keys[1] == game.hex
    assert len(set(keys)) == 3
    assert all(len(key) == 32 and key.isalnum() for key in keys)


def test_what_was_read_or_followed_meanwhile_is_not_pushed(ada: Player, service: Service) -> None:
    phone(ada)
    service.answer = busy
    told(ada, service, "game_started", uuid4())
    for _ in range(3):
        told(ada, service, "game_over", game := uuid4())
        told(ada, service, "game_over", game)
    service.work()
    mark_read(player_id=ada.pk, ids=[Notification.objects.order_by("pk")[0].pk], now=service.now)
    service.answer = lambda message: None
    service.work(HOUR)
    assert service.texts == ["Your game is over."] * 3


class TestQuietHours:
    def test_hold_it_back(self, ada: Player, service: Service) -> None:
        phone(ada, quiet=NIGHT)
        phone(ada, "tablet")
        service.now += HOUR
        told(ada, service)
        service.work(2 * HOUR)
        assert [message.push_token for message in service.came] == ["tablet"]
        service.work(HOUR + timedelta(minutes=1))
        assert [message.push_token for message in service.came] == ["tablet", "phone"]

    def test_hold_back_only_what_is_not_read_by_then(self, ada: Player, service: Service) -> None:
        phone(ada, quiet=NIGHT)
        service.now += HOUR
        for _ in range(2):
            told(ada, service, "game_over", uuid4())
        service.work()
        first = Notification.objects.order_by("pk")[0]
        mark_read(player_id=ada.pk, up_to=first.pk, now=service.now)
        service.work(4 * HOUR)
        assert len(service.came) == 1
        assert Push.objects.count() == 0

    def test_may_be_put_otherwise_meanwhile(self, ada: Player, service: Service) -> None:
        device = phone(ada, quiet=NIGHT)
        service.now += HOUR
        told(ada, service)
        service.work()
        wish = DeviceWish("phone", "android", "en")
        token = Token.objects.get()
        put_device(player=ada, client_id=device.client_id, wish=wish, token=token, now=service.now)
        service.work()
        assert service.texts == ["Your game is over."]


class TestAFailure:
    def test_is_tried_again_later_and_later_and_not_for_ever(self, ada: Player, service: Service) -> None:
        phone(ada)
        service.answer = busy
        told(ada, service)
        gaps, before = [], service.now
        for attempt in range(1, len(PAUSES) + 2):
            service.work()
            assert service.tried == attempt
            if waiting := Push.objects.first():
                gaps.append(waiting.due_at - before)
                service.now = before = waiting.due_at
        assert gaps == list(PAUSES)
        assert (Push.objects.count(), Device.objects.count()) == (0, 1)

    def test_waits_as_long_as_the_service_says(self, ada: Player, service: Service) -> None:
        phone(ada)

        def later(message: PushMessage) -> None:
            raise NotDelivered("429", seconds=3600)

        service.answer = later
        told(ada, service)
        service.work()
        assert Push.objects.get().due_at == service.now + HOUR

    def test_keeps_what_follows_in_its_order(self, ada: Player, service: Service) -> None:
        phone(ada)
        service.answer = busy
        told(ada, service, "game_started", uuid4())
        told(ada, service, "game_over", uuid4())
        service.work()
        assert service.tried == 1
        service.answer = lambda message: None
        service.work(HOUR)
        assert service.texts == ["Your game has started.", "Your game is over."]

    def test_of_one_device_holds_up_no_other(self, ada: Player, service: Service) -> None:
        for name in ("phone", "tablet"):
            phone(ada, name)
        service.answer = lambda message: busy(message) if message.push_token == "phone" else None
        told(ada, service)
        service.work()
        assert [message.push_token for message in service.came] == ["tablet"]

    def test_that_will_never_be_taken_is_not_tried_again(self, ada: Player, service: Service) -> None:
        phone(ada)

        def never(message: PushMessage) -> None:
            raise NotDelivered("400", is_final=True)

        service.answer = never
        told(ada, service)
        told(ada, service)
        service.work(HOUR)
        assert (service.tried, Push.objects.count(), Device.objects.count()) == (2, 0, 1)

    def test_of_a_token_that_is_gone_ends_the_device(self, ada: Player, service: Service) -> None:
        for name in ("phone", "tablet"):
            phone(ada, name)
        service.answer = lambda message: gone(message) if message.push_token == "phone" else None
        for _ in range(2):
            told(ada, service)
        service.work(HOUR)
        assert [device.push_token for device in Device.objects.all()] == ["tablet"]
        assert (service.tried, Push.objects.count()) == (3, 0)


def test_what_is_a_day_old_is_not_pushed(ada: Player, service: Service, settings: Any) -> None:
    phone(ada)
    told(ada, service)
    service.rung.clear()
    service.now += LASTS
    service.work()
    assert (service.tried, Push.objects.count()) == (0, 0)
    told(ada, service)
    settings.PUSH = "off"
    sweep_players(now=service.now + LASTS)
    assert Push.objects.count() == 0


def test_nothing_is_pushed_to_who_has_signed_out_or_is_shut_out(ada: Player, service: Service) -> None:
    phone(ada)
    told(ada, service)
    Player.objects.update(is_active=False)
    service.work()
    assert (service.tried, Push.objects.count()) == (0, 0)
    Player.objects.update(is_active=True)
    told(ada, service)
    revoke_token(token=Token.objects.get(), now=service.now)
    service.work()
    assert service.tried == 0


def test_of_two_tasks_one_sends(ada: Player, service: Service) -> None:
    """The second comes while the first is at it."""
    device = phone(ada)
    told(ada, service)

    def twin(message: PushMessage) -> None:
        pushes.push(device_id=device.pk, clock=service.clock)

    service.answer = twin
    service.work(HOUR)
    assert (service.tried, len(service.came)) == (1, 1)
    assert Device.objects.get().sending_until is None


def test_a_worker_that_dies_while_sending_is_replaced(ada: Player, service: Service) -> None:
    phone(ada)
    told(ada, service)

    def die(message: PushMessage) -> None:
        raise SystemExit

    service.answer = die
    with pytest.raises(SystemExit):
        service.work()
    service.answer = lambda message: None
    service.now += LEASE - timedelta(seconds=1)
    service.work()
    assert service.came == []
    service.now += timedelta(seconds=1)
    service.work()
    assert len(service.came) == 1


def test_the_log_tells_what_would_be_pushed_but_not_where(
    ada: Player, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.PUSH = "log"
    assert isinstance(notifiers.notifier(), LogNotifier)
    device = phone(ada, "a secret")
    told(ada, service := Service())
    with caplog.at_level(logging.DEBUG):
        pushes.push(device_id=device.pk, clock=service.clock)
    assert "Your game is over." in caplog.text
    assert "a secret" not in caplog.text
