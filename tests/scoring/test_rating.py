"""Ratings follow from the games that count, whatever comes in which order, late, twice, or is declared void."""

from datetime import timedelta
from io import StringIO
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

import engine
from games.models import Game, Seat
from games.services.resign import resign
from games.services.seeks import rating_of
from games.services.void import void_game
from players.models import Player
from scoring.models import ALL_TIME, Board, Pool, RatingChange, Standing
from scoring.replay import faults_of
from scoring.services.rating import rate_games, ring_for_late_games
from tests.scoring.games import BEGAN, FAST, over, random_game
from tests.service.games.table import NOW, OPEN, SeatWish, guest, made, people, set_position

pytestmark = pytest.mark.django_db
POOL = "classic.fast"
LATER = BEGAN + timedelta(days=60)


@pytest.fixture
def players() -> list[Player]:
    return [guest(f"Player {number}") for number in range(9)]


def rate(pool: str = POOL) -> int:
    return rate_games(pool=pool, now=LATER)


def ratings() -> dict[Any, Any]:
    """Everything that counts now."""
    rows = Standing.objects.filter(until=None).values_list(
        "board__pool", "board__season", "player", "mu", "sigma", "games"
    )
    changes = RatingChange.objects.values_list("game", "player", "place", "number", "mu_before", "mu", "sigma")
    return {"standings": set(rows), "changes": set(changes)}


class TestAgainstTheReplay:
    def test_of_games_in_order_in_batches_and_one_by_one(self, players: list[Player]) -> None:
        rng = Random(1)
        for number in range(130):
            random_game(rng, players, number)
            if number % 7 == 0:
                rate()
        assert rate() > 0
        assert rate() == 0
        assert faults_of(POOL) == []
        assert RatingChange.objects.exists()

    def test_of_games_that_come_in_disorder(self, players: list[Player]) -> None:
        rng, numbers = Random(2), list(range(60))
        rng.shuffle(numbers)
        for number in numbers:
            random_game(rng, players, number)
            if rng.random() < 0.4:
                rate()
        rate()
        assert faults_of(POOL) == []
        assert set(Board.objects.values_list("season", flat=True)) == {ALL_TIME, "2026-01"}

    def test_a_void_game_is_as_if_never_played(self, players: list[Player]) -> None:
        rng = Random(3)
        games = [random_game(rng, players, number * 12) for number in range(60)]  # over two months
        rate()
        void = rng.sample(games, 12)
        for game in void[:6]:
            void_game(game_id=game.id, now=LATER)
            rate()
            assert faults_of(POOL) == []
        for game in void[6:]:
            void_game(game_id=game.id, now=LATER)
        rate()
        assert faults_of(POOL) == []
        assert not RatingChange.objects.filter(game__in=void).exists()
        left = ratings()
        Game.objects.filter(id__in=[game.id for game in void]).update(pool="")
        rebuilt()
        assert ratings() == left

    def test_the_last_and_only_game_can_be_void(self, players: list[Player]) -> None:
        game = over(players[:2], [100, 0], BEGAN)
        rate()
        void_game(game_id=game.id, now=LATER)
        assert rate() == 1
        assert ratings() == {"standings": set(), "changes": set()}
        assert faults_of(POOL) == []

    def test_rebuilt_is_stored(self, players: list[Player]) -> None:
        rng = Random(4)
        for number in range(40):
            random_game(rng, players, number, pool=("classic.fast", "joker.slow")[number % 2])
        rate()
        rate("joker.slow")
        before = ratings()
        assert "0 faults" in rebuilt("--check")
        rebuilt()
        assert ratings() == before
        assert "2 pools, 0 faults" in rebuilt("--check")
        Standing.objects.filter(until=None).update(games=1)
        with pytest.raises(CommandError):
            rebuilt("--check")
        with pytest.raises(CommandError):
            rebuilt("nonsense")


def rebuilt(*asked: str) -> str:
    out = StringIO()
    call_command("rebuild_ratings", *asked, stdout=out)
    return out.getvalue()


class TestGamesThatArePlayed:
    RULES = "ranked"
    LAST = {"turn": 0, "phase": "play", "hands": [["2C"], ["KD"]], "stock": ["5H"], "pile": ["9C"], "scores": [500, 0]}

    def finished(self, **wish: Any) -> Any:
        game = people(2, rules=self.RULES, rated=True, clock=FAST, **wish)
        set_position(game.game_id, self.LAST)
        game.play(0, "discard 2C")
        return game

    def test_a_rated_game_counts_when_it_is_over(self) -> None:
        game = self.finished()
        assert game.state.game.unscored_at is not None
        assert rate() == 1
        assert game.state.game.unscored_at is None
        won, lost = (rating_of(player.pk, POOL) for player in game.players)
        assert won > 1500 > lost
        assert rating_of(guest().pk, POOL) == 1500
        assert faults_of(POOL) == []

    def test_one_that_is_not_rated_does_not(self) -> None:
        game = people(2, rules=self.RULES, clock=FAST)
        custom = people(2, rules={"preset": "ranked", "deal_limit": 1}, rated=True, clock=FAST)
        assert (game.state.game.pool, custom.state.game.pool) == ("", "")

    def test_one_with_bots_counts_apart(self) -> None:
        game = made(OPEN, SeatWish("club"), rules=self.RULES, rated=True, clock=FAST, start=True).game
        assert game.pool == "classic.fast.bots"

    def test_one_with_a_program_counts_apart(self) -> None:
        bot = guest("Robot")
        Player.objects.filter(pk=bot.pk).update(kind="bot")
        bot.refresh_from_db()
        game = people(2, rules=self.RULES, rated=True, clock=FAST, players=[guest(), bot])
        assert game.state.game.pool == "classic.fast.bots"

    def test_leaving_an_abandoned_game_loses_it(self) -> None:
        game = people(2, rules=self.RULES, rated=True, clock=FAST, leaver_policy="abandon")
        resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
        assert rate() == 1
        assert rating_of(game.players[0].pk, POOL) < 1500 < rating_of(game.players[1].pk, POOL)

    def test_a_game_broken_off_by_agreement_counts_for_nobody(self, players: list[Player]) -> None:
        over(players[:2], [100, 0], BEGAN, status="aborted")
        over(players[:2], [100, 0], BEGAN, status="aborted", leaver_policy="abandon")
        assert rate() == 2
        assert not RatingChange.objects.exists()
        assert faults_of(POOL) == [] if Pool.objects.exists() else True

    def test_a_void_game_is_told_and_has_no_outcome(self) -> None:
        game = self.finished()
        rate()
        void_game(game_id=game.game_id, now=LATER)
        rate()
        state = game.state
        assert (state.game.status, state.game.result["winners"]) == ("voided", [])
        assert {seat.outcome for seat in Seat.objects.filter(game=game.game_id)} == {""}
        assert [rating_of(player.pk, POOL) for player in game.players] == [1500, 1500]
        version = state.game.version
        assert void_game(game_id=game.game_id, now=LATER).game.version == version

    def test_a_running_game_can_be_void(self) -> None:
        game = people(2, rules=self.RULES, rated=True, clock=FAST)
        void_game(game_id=game.game_id, now=NOW)
        assert game.state.game.status == "voided"
        assert rate() == 1
        assert not RatingChange.objects.exists()

    def test_what_was_not_rung_for_is_found(self, monkeypatch: pytest.MonkeyPatch) -> None:
        rung: list[Any] = []
        monkeypatch.setattr("players.doorbell.ring", lambda *call, **options: rung.append(call))
        self.finished()
        assert ring_for_late_games(now=NOW) == 0
        assert ring_for_late_games(now=LATER) == 1
        assert rung[-1] == ("scoring.tasks.rate_games", POOL)
        rate()
        assert ring_for_late_games(now=LATER) == 0


def test_seats_of_a_side_are_rated_together(players: list[Player]) -> None:
    over(players[:4], [100, 90, 80, 20], BEGAN, preset="persian", pool="persian.fast")
    rate("persian.fast")
    changes = {change.player_id: change for change in RatingChange.objects.all()}
    assert [changes[player.pk].place for player in players[:4]] == [1, 2, 1, 2]
    assert engine.PRESETS["persian"].partners
    assert faults_of("persian.fast") == []
