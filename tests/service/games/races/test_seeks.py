"""Many who seek at once: as many games as can be filled, and nobody at two tables."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from collections import Counter
from datetime import timedelta

import pytest

from games.models import Game, Seat, Seek
from games.services.seeks import cancel_seek, look_at_seek, renew_seek, settle_due_seeks
from players.models import PlayerEvent
from tests.at_once import CROWD, FEW, RACES, RACES_OF_A_CROWD, SOME_ROUNDS, AtOnce
from tests.service.games.log import check_log
from tests.service.games.table import guest
from tests.service.games.test_seeks import LATER, sought

RULES = {"preset": "pagat"}


def new_games() -> list[Game]:
    """The games of the round, all in order; they and its seeks are out of the way then."""
    games = list(Game.objects.filter(next_game=None).order_by("id"))
    for game in games:
        check_log(game.id)
    Game.objects.update(next_game=guest().pk)
    return games


def check_matches(games: list[Game], count: int) -> None:
    """Each of these games has so many people, whose seeks name it; nobody is in two of them."""
    players = Counter(Seat.objects.filter(game__in=games).exclude(player=None).values_list("player_id", flat=True))
    assert set(players.values()) <= {1}
    for game in games:
        seeks = Seek.objects.filter(game=game.id)
        assert {seek.player_id for seek in seeks} == {seat.player_id for seat in game.seats.all()}
        assert (len(seeks), game.status) == (count, "running")
        assert PlayerEvent.objects.filter(game=game.id, type="seek_matched").count() == count


class TestACrowd:
    pytestmark = RACES_OF_A_CROWD

    @pytest.mark.parametrize("count", [2, 3])
    def test_fills_all_the_tables_it_can(self, crowd_at_once: AtOnce, count: int) -> None:
        for _ in range(SOME_ROUNDS):
            players = [guest() for _ in range(CROWD)]
            crowd_at_once(*[lambda player=player: sought(player, count, rules=RULES) and None for player in players])
            games = new_games()
            assert len(games) == CROWD // count
            check_matches(games, count)
            assert Seek.objects.filter(status="open").count() == CROWD % count
            Seek.objects.all().delete()


class TestAFew:
    pytestmark = RACES

    def test_who_seeks_in_several_pools_gets_one_game(self, at_once: AtOnce) -> None:
        """Two wait in three pools, for a third; four come to each of these at the same moment."""
        pools = ["quick", "classic", "pagat"]
        for _ in range(SOME_ROUNDS):
            waiting, coming = [guest() for _ in range(2)], [guest() for _ in range(FEW)]
            for player in waiting:
                for rules in pools:
                    sought(player, 3, rules=rules)
            calls = zip(coming, pools * 4, strict=True)
            at_once(
                *[lambda player=player, rules=rules: sought(player, 3, rules=rules).status for player, rules in calls]
            )
            games = new_games()
            check_matches(games, 3)
            assert [Seat.objects.filter(game__in=games, player=player).count() for player in waiting] == [1, 1]
            statuses = Counter(Seek.objects.filter(player__in=waiting).values_list("status", flat=True))
            assert statuses == {"matched": 2, "cancelled": 4}
            assert Seek.objects.filter(status="open").count() == FEW + 2 - 3 * len(games)
            Seek.objects.all().delete()

    def test_a_match_against_its_withdrawal_and_its_end(self, at_once: AtOnce) -> None:
        before = LATER - timedelta(milliseconds=1)
        for _ in range(SOME_ROUNDS):
            seek, other = sought(rules=RULES), guest()
            ids = {"seek_id": seek.id, "player_id": seek.player_id}
            answers = at_once(
                lambda: sought(other, now=before, rules=RULES).status,
                lambda: cancel_seek(**ids, now=before) or "cancelled",
                lambda: renew_seek(**ids, now=before).status,
                lambda: look_at_seek(**ids, now=LATER).status,
                *[lambda: settle_due_seeks(now=LATER)] * 3,
            )
            seek.refresh_from_db()
            games = new_games()
            assert len(games) == (seek.status == "matched") == (answers[0] == "matched")
            check_matches(games, 2)
            if seek.status == "matched":
                assert answers[1] == "seek_closed"
            Seek.objects.all().delete()

    def test_one_that_runs_out_gets_one_game_with_bots(self, at_once: AtOnce) -> None:
        for _ in range(SOME_ROUNDS):
            seek = sought(rules=RULES, bots="on_expiry", bot_level="novice")
            ids = {"seek_id": seek.id, "player_id": seek.player_id, "now": LATER}
            answers = at_once(*[lambda: look_at_seek(**ids).status] * 5, *[lambda: settle_due_seeks(now=LATER)] * 5)
            assert answers[:5] == ["matched"] * 5
            (game,) = new_games()
            assert sorted(seat.bot_level for seat in game.seats.all()) == ["", "novice"]

    def test_nobody_has_more_than_they_may(self, at_once: AtOnce) -> None:
        for _ in range(SOME_ROUNDS):
            ada = guest()
            answers = at_once(*[lambda: sought(ada, 3, rules=RULES).status] * FEW)
            assert Counter(answers) == {"open": 5, "limit_reached": FEW - 5}
            Seek.objects.all().delete()
