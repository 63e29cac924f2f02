"""How many statements an act costs: constant, whatever the length of the game (PERFORMANCE, S3)."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Entry, Game
from games.selectors.games import game_row_fields, listed_games
from games.services.look import look_at
from tests.api.client import ApiClient
from tests.service.games.table import NOW, People, bots, people, set_position

pytestmark = pytest.mark.django_db(transaction=True)
KEY = "Idempotency-Key"


def statements(act: Any) -> list[str]:
    """What the act sends to the database, the ends of transactions aside."""
    with CaptureQueriesContext(connection) as captured:
        act()
    sent = [query["sql"] for query in captured]
    return [sql for sql in sent if not sql.startswith(("BEGIN", "COMMIT", "ROLLBACK"))]


def drawing(game: People, token: str, key: str | None = None) -> Any:
    """A draw of seat 0 over HTTP, under a key if one is given."""
    position = {"turn": 0, "hands": [["2C", "4D"], ["KD"]], "stock": ["5H", "6H"], "pile": ["9C"]}
    set_position(game.game_id, position, timezone.now())
    body = {"version": game.state.game.version, "move": {"type": "draw"}}
    headers = {KEY: key} if key else {}
    path = f"games/{game.game_id}/moves"

    def act() -> None:
        assert ApiClient(token).post(path, body, headers=headers).status_code == 201

    return act


def test_a_move_costs_seven_statements_under_a_key_and_five_without(seated: tuple[People, str]) -> None:
    game, token = seated
    assert len(statements(drawing(game, token))) == 5
    assert len(statements(drawing(game, token, "one"))) == 7


def test_a_clock_costs_nothing_more(seated: tuple[People, str]) -> None:
    game, token = seated
    Game.objects.update(clock={"mode": "daily", "turn_seconds": 60}, clocks=[[None, 0, 0]] * 2)
    assert len(statements(drawing(game, token, "timed"))) == 7
    assert game.state.game.clock_seat == 0


def test_a_delay_costs_three_more(seated: tuple[People, str]) -> None:
    game, token = seated
    Game.objects.update(spectator_delay_moves=1)
    costs = [len(statements(drawing(game, token))) for _ in range(3)]
    assert costs == [7, 8, 8]  # at first nothing is forgotten


def test_the_length_of_the_game_does_not_matter(seated: tuple[People, str]) -> None:
    game, token = seated
    first = statements(drawing(game, token, "first"))
    state = game.state
    filler = [
        Entry(
            game=state.game,
            version=state.game.version + number,
            deal_number=1,
            kind="changed",
            author="service",
            at=NOW,
        )
        for number in range(1, 2001)
    ]
    Entry.objects.bulk_create(filler)
    type(state.game).objects.filter(id=game.game_id).update(version=state.game.version + 2000)
    assert len(statements(drawing(game, token, "later"))) == len(first)


def test_the_end_of_a_deal_costs_four_more(seated: tuple[People, str]) -> None:
    game, token = seated
    set_position(
        game.game_id,
        {"turn": 0, "phase": "play", "hands": [["2C"], ["KD"]], "stock": ["5H"], "pile": ["9C"]},
    )
    body = {"version": game.state.game.version, "move": {"type": "discard", "card": "2C"}}
    path = f"games/{game.game_id}/moves"
    sent = statements(lambda: ApiClient(token).post(path, body, headers={KEY: "last"}))
    assert len(sent) == 11
    assert game.state.game.deal_number == 2


def test_a_view_costs_three(seated: tuple[People, str]) -> None:
    game, token = seated
    assert len(statements(lambda: ApiClient(token).get(f"games/{game.game_id}/view"))) == 3


@pytest.mark.parametrize("number", [1, 6])
def test_a_list_of_games_costs_the_same_for_any_number(number: int) -> None:
    for _ in range(number):
        bots("club", "club", "club")
    games = listed_games(player_id=None)
    assert len(statements(lambda: [game_row_fields(game, None) for game in games])) == 3


def test_looking_costs_two() -> None:
    game = people(4)
    assert len(statements(lambda: look_at(game_id=game.game_id, player_id=None, now=NOW))) == 2
