"""The games that wait for a player: all of them, and no others, at every moment."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.models import Game, OfferKind, Seat
from games.services.offers import answer_offer, create_offer
from games.services.resign import resign
from games.services.seating import take_seat
from players.models import Player
from tests.api.client import ApiClient
from tests.api.games.tables import client_of
from tests.service.games.table import People, gathered, guest, people, set_position

pytestmark = pytest.mark.django_db
NO_CALLS = {"preset": "classic", "call": "off"}
CALLS = {"preset": "pagat", "call_window": 60}
CLOCK = {"mode": "daily", "turn_seconds": 3600}
TABLED = [{"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [2, 2, 2], "owner": 2}]


def turns(player: Player, query: str = "") -> list[dict[str, Any]]:
    page = client_of(player).get(f"me/turns{query}").json()
    assert page["server_time"]
    return list(page["results"])


def reasons(game: People) -> list[list[str]]:
    """What the game waits for, of each player."""
    return [next((turn["waits_for"] for turn in turns(player)), []) for player in game.players]


def discarded(clock: Any = CLOCK, rules: Any = CALLS) -> People:
    """A game in which seats 0 and 2 may call what seat 1 has discarded."""
    game = people(3, rules, clock=clock)
    hands = [["TH", "4D"], ["6H", "2C"], ["5S", "6D"]]
    position = {"turn": 1, "phase": "play", "hands": hands, "stock": ["KD", "KS"], "pile": ["9C"], "melds": TABLED}
    set_position(game.game_id, position)
    game.play(1, "discard 6H")
    return game


def test_a_game_waits_for_who_is_on_turn() -> None:
    game = people(3, NO_CALLS)
    on_turn = game.state.playing.table.turn
    assert reasons(game) == [["turn"] if seat == on_turn else [] for seat in range(3)]
    game.play(on_turn, "draw")
    (turn,) = turns(game.players[on_turn])
    others = [player for seat, player in enumerate(game.players) if seat != on_turn]
    assert (turn["game"], turn["version"], turn["seat"]) == (str(game.game_id), game.state.game.version, on_turn)
    assert (turn["deadline"], turn["window"], turn["offer"]) == (None, None, None)
    assert [player["id"] for player in turn["others"]] == [str(player.pk) for player in others]


def test_a_call_window_waits_for_those_who_have_not_answered() -> None:
    game = discarded()
    assert reasons(game) == [["call_window"], [], ["call_window"]]
    (turn,) = turns(game.players[0])
    window = game.state.game.window_closes_at
    assert window is not None
    assert turn["window"] == str(game.window)
    assert turn["deadline"] == window.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    game.play(0, "pass")
    assert reasons(game) == [[], [], ["call_window"]]
    game.play(2, "pass")
    assert reasons(game) == [[], [], ["turn"]]


def test_where_nobody_waits_for_calls_the_next_may_move_and_others_may_call() -> None:
    assert reasons(discarded(rules={**CALLS, "call_window": 0})) == [["call_window"], [], ["turn", "call_window"]]


def test_an_offer_waits_for_those_who_are_asked() -> None:
    game = people(3, NO_CALLS, clock=CLOCK)
    now, turn = timezone.now(), game.state.playing.table.turn
    Game.objects.update(clock_ends_at=now + timedelta(hours=1), due_at=now + timedelta(hours=1))
    version = game.state.game.version
    offer, _ = create_offer(
        game_id=game.game_id, player_id=game.players[turn].pk, kind=OfferKind.PAUSE, version=version, now=now
    )
    first, second = ((turn + step) % 3 for step in (1, 2))
    assert [reasons(game)[seat] for seat in (turn, first, second)] == [["turn"], ["offer"], ["offer"]]
    (asked,) = turns(game.players[first])
    assert asked["offer"] == str(offer.id)
    answers = {"game_id": game.game_id, "offer_id": offer.id, "answer": "accepted", "now": now}
    answer_offer(player_id=game.players[first].pk, **answers)
    assert [reasons(game)[seat] for seat in (turn, first, second)] == [["turn"], [], ["offer"]]
    answer_offer(player_id=game.players[second].pk, **answers)
    assert reasons(game) == [[], [], []]  # it is paused


def test_nothing_waits_before_the_start_nor_after_the_end() -> None:
    game = gathered([guest("Ada"), guest("Ben")], NO_CALLS, leaver_policy="abandon")
    assert reasons(game) == [[], []]
    client_of(game.players[0]).post(f"games/{game.game_id}/start")
    assert sorted(reasons(game)) == [[], ["turn"]]
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=timezone.now())
    assert reasons(game) == [[], []]
    assert not Seat.objects.filter(finished_at=None).exists()


def test_nothing_waits_for_who_has_left_until_they_are_back() -> None:
    game = people(2, NO_CALLS)
    turn = game.state.playing.table.turn
    now, player = timezone.now(), game.players[turn]
    resign(game_id=game.game_id, player_id=player.pk, now=now)
    assert reasons(game) == [[], []]
    take_seat(game_id=game.game_id, number=turn, player=player, now=now)
    assert reasons(game)[turn] == ["turn"]


def test_the_nearest_deadline_comes_first_and_pages_have_all() -> None:
    ada, start = guest("Ada"), datetime(2100, 1, 5, tzinfo=UTC)
    hours = [3, 1, 4, None, 2, 6, 5]
    games: dict[int, str] = {}
    for hour in hours:
        game = people(2, NO_CALLS, players=[ada, guest("Ben")], clock=CLOCK)
        set_position(game.game_id, {"turn": 0, "hands": [["2C"], ["KD"]], "stock": ["5H", "6H"], "pile": ["9C"]})
        ends = {"clock_ends_at": start + timedelta(hours=hour)} if hour else {"clock_ends_at": None, "clock_seat": None}
        Game.objects.filter(id=game.game_id).update(**ends)
        games[hour or 7] = str(game.game_id)
    found, path = [], "me/turns?limit=2"
    while path:
        page = client_of(ada).get(path).json()
        found += [turn["game"] for turn in page["results"]]
        path = f"me/turns?limit=2&cursor={page['next_cursor']}" if page["has_more"] else ""
    assert found == [games[hour] for hour in range(1, 8)]
    assert client_of(ada).get("me/turns?count=true").json()["total_count"] == 7


@pytest.mark.parametrize("number", [1, 6])
def test_it_costs_the_same_for_any_number_of_games(number: int) -> None:
    ada = guest("Ada")
    for _ in range(number):
        people(2, NO_CALLS, players=[ada, guest("Ben")])
    client = client_of(ada)
    with CaptureQueriesContext(connection) as captured:
        client.get("me/turns")
    assert len([one for one in captured if not one["sql"].startswith(("BEGIN", "COMMIT"))]) <= 4


def test_nobody_has_no_turns() -> None:
    assert ApiClient().get("me/turns").status_code == 401
