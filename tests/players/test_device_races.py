"""Devices that are put and ended at once: one push token, one player, and none whose session has ended."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from players.models import Device, Player, Token, TokenKind
from players.services import DeviceWish, create_guest, issue_token, put_device, revoke_token
from players.services.devices import MOST_DEVICES
from tests.at_once import RACES, SOME_ROUNDS, AtOnce

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
MANY = 8
pytestmark = RACES


def signed_in() -> tuple[Player, Token]:
    player = create_guest(now=NOW)
    return player, issue_token(player=player, kind=TokenKind.GUEST, now=NOW)[0]


def putting(player: Player, token: Token, push_token: str, client_id: Any = None) -> Callable[[], Any]:
    wish = DeviceWish(push_token, "android", "en")
    facts = {"player": player, "token": token, "client_id": client_id or uuid4(), "wish": wish}
    return lambda: put_device(**facts, now=NOW).player_id


def test_a_push_token_is_one_players(at_once: AtOnce) -> None:
    people = [signed_in() for _ in range(MANY)]
    for each in range(SOME_ROUNDS):
        answers = at_once(*[putting(*one, f"token-{each}") for one in people])
        assert Device.objects.get(push_digest__isnull=False).player_id in answers
        assert set(answers) - {"unavailable"} <= {player.pk for player, _ in people}
        Device.objects.all().delete()


def test_two_who_swap_their_push_tokens_do_not_wait_for_each_other(at_once: AtOnce) -> None:
    (ada, ben), ids = (signed_in(), signed_in()), (uuid4(), uuid4())
    for each in range(SOME_ROUNDS):
        tokens = ["a", "b"] if each % 2 else ["b", "a"]
        at_once(putting(*ada, tokens[0], ids[0]), putting(*ben, tokens[1], ids[1]))
        rows = Device.objects.values_list("player_id", "push_token")
        assert set(rows) <= {(ada[0].pk, tokens[0]), (ben[0].pk, tokens[1])}
        assert rows


def test_a_device_is_put_once_and_there_are_not_too_many(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        player, token = signed_in()
        one = uuid4()
        at_once(*[putting(player, token, f"{each}", one)] * MANY)
        assert Device.objects.filter(player=player).count() == 1
        for number in range(MOST_DEVICES - 2):
            putting(player, token, f"{each} {number}")()
        at_once(*[putting(player, token, f"{each} more {number}") for number in range(MANY)])
        assert Device.objects.filter(player=player).count() == MOST_DEVICES


def test_no_device_outlives_its_session(at_once: AtOnce) -> None:
    for each in range(SOME_ROUNDS):
        player, token = signed_in()
        puts = [putting(player, token, f"{each} {number}") for number in range(3)]
        at_once(*puts, lambda: revoke_token(token=token, now=NOW), *puts)
        assert not Device.objects.filter(player=player).exists()
