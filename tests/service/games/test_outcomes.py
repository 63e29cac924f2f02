"""What games came to for their players, and the counts of it."""

from collections import Counter
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from games.models import Game, Outcome, Seat
from games.outcomes import outcome_of
from games.selectors.statistics import statistics_of
from games.services.bots import run_bots
from games.services.create import SeatWish
from games.services.resign import resign
from games.store import load
from tests.service.games.table import NOW, OPEN, People, guest, made, people, set_position, ticking

pytestmark = pytest.mark.django_db
LAST = {"turn": 0, "phase": "play", "hands": [["2C"], ["KD"]], "stock": ["5H"], "pile": ["9C"]}


@pytest.mark.parametrize(
    ("rules", "players", "winners", "outcomes"),
    [
        ("pagat", 3, [1], ["lost", "won", "lost"]),
        ("pagat", 3, [0, 2], ["shared", "lost", "shared"]),
        ({"preset": "pagat", "partners": True, "min_players": 4, "max_players": 4}, 4, [0, 2], ["won", "lost"] * 2),
    ],
)
def test_it_follows_from_the_winners(rules: Any, players: int, winners: list[int], outcomes: list[str]) -> None:
    options = engine.options_from(rules)
    seats = [Seat(seat=number) for number in range(players)]
    assert [outcome_of(seat, winners, options, players) for seat in seats] == outcomes
    assert outcome_of(Seat(seat=winners[0], resigned_at=NOW), winners, options, players) == Outcome.LEFT


def last_move() -> People:
    """Seat 0 goes out with the one deal of a game."""
    game = people(2, rules={"preset": "classic", "deal_limit": 1, "call": "off"})
    set_position(game.game_id, LAST)
    game.play(0, "discard 2C")
    return game


def test_it_is_noted_when_a_game_ends() -> None:
    game = last_move()
    result = game.state.game.result
    assert result is not None
    won = {seat.seat for seat in game.state.seats if seat.outcome in ("won", "shared")}
    assert won == set(result["winners"])


def test_it_is_noted_of_games_that_were_finished_before() -> None:
    outcomes = [seat.outcome for seat in last_move().state.seats]
    Seat.objects.update(outcome="")
    import_module("games.migrations.0005_outcomes").note_outcomes(apps, None)
    assert list(Seat.objects.order_by("seat").values_list("outcome", flat=True)) == outcomes


def test_counts_are_those_of_the_games() -> None:
    ada, bea = guest("Ada"), guest("Bea")
    games = [made(OPEN, other, owner=ada).game.id for other in (OPEN, OPEN, OPEN, SeatWish("club"), SeatWish("club"))]
    Seat.objects.filter(game__in=games[:3], seat=1).update(player=bea)
    ends = [("won", "lost"), ("shared", "shared"), ("left", "won"), ("lost",), ("won",)]
    for game_id, outcomes in zip(games, ends, strict=True):
        Game.objects.filter(id=game_id).update(status="finished")
        for number, outcome in enumerate(outcomes):
            Seat.objects.filter(game=game_id, seat=number).update(outcome=outcome)
    running = made(OPEN, SeatWish("club"), owner=ada, start=True)
    with CaptureQueriesContext(connection) as sent:
        told = statistics_of(ada.pk)
    assert len(sent) == 1
    names = ("preset", "against", "games", "won", "shared", "lost", "left")
    assert [tuple(row[name] for name in names) for row in told] == [
        ("pagat", "people", 3, 1, 1, 0, 1),
        ("pagat", "bots", 2, 1, 0, 1, 0),
    ]
    assert Counter({row["against"]: row["games"] for row in statistics_of(bea.pk)}) == {"people": 3}
    assert load(running.game.id).seats[0].outcome == ""
    assert statistics_of(guest().pk) == []


def test_who_has_left_has_neither_won_nor_lost() -> None:
    game = people(2, rules={"preset": "quick", "deal_limit": 1})
    for player in game.players:
        resign(game_id=game.game_id, player_id=player.pk, now=NOW)
    clock = ticking()
    assert run_bots(game_id=game.game_id, clock=lambda: next(clock)).game.status == "finished"
    (row,) = statistics_of(game.players[0].pk)
    assert (row["against"], row["left"], row["games"]) == ("people", 1, 1)
