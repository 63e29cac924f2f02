"""Games of the same players end at once, workers rate them at once, some are declared void meanwhile: none is lost."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

from datetime import timedelta
from random import Random

from games.models import Game
from games.services.void import void_game
from scoring.models import RatingChange
from scoring.replay import faults_of
from scoring.selectors.boards import board_named, portion_of
from scoring.services.rating import forget_old_standings, rate_games, ring_for_late_games
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.scoring.games import BEGAN, FAST, random_game
from tests.service.games.table import guest, people, set_position

pytestmark = RACES
LAST = {"turn": 0, "phase": "play", "hands": [["2C"], ["KD"]], "stock": ["5H"], "pile": ["9C"], "scores": [500, 0]}
POOL = "classic.fast"
LATER = BEGAN + timedelta(days=60)


def test_games_of_the_same_players_end_and_are_rated_at_once(at_once: AtOnce) -> None:
    players = [guest("Ada"), guest("Ben")]
    for number in range(SOME_ROUNDS):
        games = [people(2, "ranked", players, rated=True, clock=FAST) for _ in range(5)]
        for game in games:
            set_position(game.game_id, LAST)
        at = BEGAN + timedelta(minutes=number)
        ending = [
            lambda game=game, place=place: game.play(0, "discard 2C", at - timedelta(seconds=place)).entry.seat
            for place, game in enumerate(games)
        ]
        rating = [lambda: rate_games(pool=POOL, now=LATER) >= 0] * 4
        at_once(*ending, *rating, lambda: ring_for_late_games(now=LATER) >= 0)
        rate_games(pool=POOL, now=LATER)
        assert faults_of(POOL) == []
        assert RatingChange.objects.count() == 10 * (number + 1)


def test_games_are_declared_void_while_others_are_rated_and_boards_are_read(at_once: AtOnce) -> None:
    rng, players = Random(8), [guest(f"Player {number}") for number in range(6)]
    for number in range(SOME_ROUNDS):
        made = [random_game(rng, players, 40 * number + one) for one in range(30)]
        rate_games(pool=POOL, now=LATER)
        more = [random_game(rng, players, 40 * number + 30 + one) for one in range(10)]
        void = [*rng.sample(made, 3), more[0]]
        voiding = [lambda game=game: void_game(game_id=game.id, now=LATER).game.status for game in void]
        rating = [lambda: rate_games(pool=POOL, now=LATER) >= 0] * 3
        reading = [lambda: len(portion_of(board_named(f"{POOL}.all", LATER), None, 100).rows) >= 0] * 2
        at_once(*voiding, *rating, *reading, lambda: forget_old_standings(now=LATER) >= 0)
        rate_games(pool=POOL, now=LATER)
        assert faults_of(POOL) == []
        assert not RatingChange.objects.filter(game__in=void).exists()
        assert not Game.objects.filter(unscored_at__isnull=False).exists()
