"""The results of games of all presets, counted once more by code of its own."""

from itertools import cycle, islice
from typing import Any

import pytest
from django.utils import timezone

import engine
from games.models import Deal, Game
from games.services.bots import run_bots
from games.services.create import GameWish, SeatWish, create_game
from players.models import Player
from tests.api.client import ApiClient
from tests.engine.sizes import SIZED, SOAK
from tests.scoring.recount import counts_of, recounted, winners_of
from tests.service.games.table import guest

pytestmark = [pytest.mark.django_db, *SIZED]
GAMES = 1000 if SOAK else 44
EXTRAS: list[dict[str, Any]] = [
    {},
    {"out_bonus": 25, "out_collects": True},
    {"stock_out_counts_hand": False, "stock_out": "end"},
    {"bonus_cards": {"QS": 40, "7H": 3}},
]
"""Options that no preset has, and scores depend on."""


def played(owner: Player, number: int) -> Game:
    """A game by the rules of this number that computer players have played."""
    tables = [
        (preset, seats)
        for preset, options in engine.PRESETS.items()
        for seats in range(options.min_players, options.max_players + 1)
    ]
    preset, seats = tables[number * 7 % len(tables)]
    rules: dict[str, Any] = {"preset": preset, **EXTRAS[number // 22 % len(EXTRAS)]}
    levels = ["casual"] * seats
    if number % 4 or not SOAK:  # all others are played until somebody has won
        rules["deal_limit"] = 2
        levels = list(islice(cycle(("casual", "random")), number, number + seats))
    wish = GameWish(engine.options_from(rules), [SeatWish(level) for level in levels], start=True)
    state = create_game(owner=owner, wish=wish, now=timezone.now())
    return run_bots(game_id=state.game.id, clock=timezone.now).game


@pytest.mark.parametrize("number", range(GAMES))
def test_everything_agrees_to_the_point(number: int) -> None:
    game = played(guest("Owner"), number)
    told = recounted(game)
    rows = list(Deal.objects.filter(game=game).order_by("number"))
    assert [row.results["seats"] for row in rows] == told
    assert [row.scores for row in rows] == [[seat["score"] for seat in deal] for deal in told]
    assert game.totals == rows[-1].totals == [seat["total"] for seat in told[-1]]
    assert game.result == {"winners": winners_of(game, told), "totals": game.totals}
    for row, count in zip(rows, counts_of(game), strict=True):
        cards = [
            (card["card"], card["seat"], card["points"]) for meld in row.results["melds"] for card in meld["cards"]
        ]
        assert cards == list(count.tabled())
        hands = [[(card["card"], card["points"]) for card in hand] for hand in row.results["hands"]]
        assert [sorted(hand) for hand in hands] == [
            sorted((card, count.points(card)) for card in hand) for hand in count.hands
        ]
    anybody = ApiClient()
    shown = anybody.get(f"games/{game.id}/deals?limit=100").json()["results"]
    assert [deal["results"] for deal in shown] == told[:100]
    last = anybody.get(f"games/{game.id}/deals/{len(rows)}").json()
    assert last["results"] == told[-1]
    assert last["breakdown"]["melds"] == rows[-1].results["melds"]
    assert anybody.get(f"games/{game.id}").json()["totals"] == game.totals
