"""Events of players are numbered one by one, whoever tells them and to however many at once."""

from datetime import UTC, datetime
from uuid import uuid4

import pytest

from players.models import PlayerEvent, PlayerEventCount
from players.services import News, create_guest, tell_players
from tests.at_once import RACES, ROUNDS, AtOnce

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)


@pytest.mark.django_db
def test_they_are_told_in_their_order() -> None:
    ada, ben = create_guest(now=NOW), create_guest(now=NOW)
    game_id = uuid4()
    tell_players(news=[News(ada.pk, "first"), News(ben.pk, "second"), News(ada.pk, "third", game_id)], now=NOW)
    tell_players(news=[News(ada.pk, "fourth", facts={"seek": 4})], now=NOW)
    tell_players(news=[], now=NOW)
    told = PlayerEvent.objects.order_by("number")
    assert list(told.filter(player=ada).values_list("number", "type", "game", "facts")) == [
        (1, "first", None, {}),
        (2, "third", game_id, {}),
        (3, "fourth", None, {"seek": 4}),
    ]
    assert list(told.filter(player=ben).values_list("number", "type")) == [(1, "second")]


@pytest.mark.django_db
def test_a_number_is_not_given_again() -> None:
    ada = create_guest(now=NOW)
    tell_players(news=[News(ada.pk, "first")], now=NOW)
    PlayerEvent.objects.all().delete()
    tell_players(news=[News(ada.pk, "second")], now=NOW)
    assert PlayerEvent.objects.get().number == 2


class TestAtOnce:
    pytestmark = RACES

    def test_all_are_told_and_nobody_waits_for_ever(self, at_once: AtOnce) -> None:
        players = [create_guest(now=NOW) for _ in range(4)]
        told = [[News(one.pk, "told") for one in players[first:] + players[:first]] for first in range(4)]
        for each in range(1, ROUNDS + 1):
            at_once(*[lambda news=news: tell_players(news=news, now=NOW) for news in told * 3])
            for player in players:
                numbers = PlayerEvent.objects.filter(player=player).order_by("number").values_list("number", flat=True)
                assert list(numbers) == list(range(1, 12 * each + 1))
                assert PlayerEventCount.objects.get(player=player).told == 12 * each
