"""Events of players are numbered one by one, whoever tells them and to however many at once."""

from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID, uuid4

import pytest
from django.db import transaction

from players.models import PlayerEvent, PlayerEventCount
from players.services import create_guest, news_told, tell_player
from tests.at_once import RACES, SOME_ROUNDS, AtOnce

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)


def told(player_id: UUID) -> list[tuple[int, str]]:
    return list(PlayerEvent.objects.filter(player=player_id).order_by("number").values_list("number", "type"))


def tell(players: Sequence[UUID], news: str = "told") -> None:
    with transaction.atomic(), news_told():
        for player_id in players:
            tell_player(player_id=player_id, news=news, now=NOW)


@pytest.mark.django_db
def test_they_are_told_in_their_order() -> None:
    ada, ben, game_id = create_guest(now=NOW).pk, create_guest(now=NOW).pk, uuid4()
    with news_told():
        tell_player(player_id=ada, news="first", now=NOW)
        with news_told():
            tell_player(player_id=ben, news="second", now=NOW)
        assert not PlayerEvent.objects.exists()
        tell_player(player_id=ada, news="third", now=NOW, game_id=game_id, facts={"seek": 4})
    tell([ada], "fourth")
    assert told(ada) == [(1, "first"), (2, "third"), (3, "fourth")]
    assert told(ben) == [(1, "second")]
    third = PlayerEvent.objects.get(player=ada, number=2)
    assert (third.game, third.facts, third.at) == (game_id, {"seek": 4}, NOW)


@pytest.mark.django_db
def test_what_fails_is_not_told() -> None:
    ada = create_guest(now=NOW).pk

    def fail() -> None:
        with transaction.atomic(), news_told():
            tell_player(player_id=ada, news="first", now=NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    tell([ada], "second")
    assert told(ada) == [(1, "second")]


@pytest.mark.django_db
def test_what_is_undone_is_not_told() -> None:
    ada = create_guest(now=NOW).pk
    with transaction.atomic(), news_told():
        tell_player(player_id=ada, news="first", now=NOW)
        transaction.set_rollback(True)
    tell([ada], "second")
    assert told(ada) == [(1, "second")]


@pytest.mark.django_db
def test_a_number_is_not_given_again() -> None:
    ada = create_guest(now=NOW).pk
    tell([ada])
    PlayerEvent.objects.all().delete()
    tell([ada])
    assert told(ada) == [(2, "told")]


class TestAtOnce:
    pytestmark = RACES

    def test_all_are_told_and_nobody_waits_for_ever(self, at_once: AtOnce) -> None:
        players = [create_guest(now=NOW).pk for _ in range(4)]
        orders = [players[first:] + players[:first] for first in range(4)] * 3
        for each in range(1, SOME_ROUNDS + 1):
            at_once(*[lambda order=order: tell(order) for order in orders])
            for player_id in players:
                assert told(player_id) == [(number, "told") for number in range(1, 12 * each + 1)]
                assert PlayerEventCount.objects.get(player=player_id).told == 12 * each
