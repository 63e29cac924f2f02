"""What people do in a game is counted, as whoever watches them would; and the counts are those of the history."""

from collections import Counter
from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import engine
from bots.registry import LEVELS
from games.models import Game, Seat
from games.selectors.statistics import completion_of, statistics_of, streaks_of
from games.services.resign import resign
from games.services.void import void_game
from games.sight import observation
from games.turns import seats_to_act
from players.models import Player
from tests.api.client import ApiClient
from tests.scoring.games import BEGAN, over
from tests.service.games.table import NOW, People, guest, people, set_position

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cards are dealt alike in each run, so that what is to occur does."""
    monkeypatch.setattr("games.chance.secrets", SimpleNamespace(token_bytes=Random(11).randbytes))


def play_to_the_end(game: People, rng: Random) -> list[Counter[str]]:
    """Play a whole game and count what each seat does: seen from outside, move by move."""
    counts: list[Counter[str]] = [Counter() for _ in game.players]
    now, choose = NOW, LEVELS["casual"].choose
    asked: set[int] = set()
    while not (state := game.state).game.is_over:
        table = state.playing.table
        seat = rng.choice([one.seat for one in seats_to_act(state)])
        move = choose(observation(state.playing, seat), rng)
        took = timedelta(milliseconds=rng.randrange(100, 400 if table.window else 9000))  # before the window closes
        now += took
        count, text = counts[seat], engine.move_text(move)
        if not isinstance(move, engine.Call | engine.Pass):
            count["turn_ms"] += took // timedelta(milliseconds=1)
        count["turns"] += isinstance(move, engine.Draw | engine.Take | engine.Decline)
        if isinstance(move, engine.Take):
            count["takes"] += 1
            count["deep_takes"] += move.card != engine.CODES[table.pile[-1]]
        if isinstance(move, engine.Call):
            count["calls"] += 1
            asked.discard(seat)
        window_before, number = state.game.window_id, table.deal_number
        game.play(seat, text, now)
        after = game.state
        if after.game.window_id != window_before:
            for other in asked:
                counts[other]["missed_calls"] += 1
            asked = set(after.playing.table.window) if after.game.window_id else set()
        if after.game.is_over or after.playing.table.deal_number != number:
            row = after.game.deals.get(number=number)
            for other, score in enumerate(row.scores):
                counts[other].update(deals=1, deal_points=score, outs=int(row.out == other))
    return counts


NAMES = ("deals", "deal_points", "outs", "turns", "turn_ms", "takes", "deep_takes", "calls", "missed_calls")


@pytest.mark.parametrize(
    ("rules", "number"),
    [
        ({"preset": "pagat", "deal_limit": 2}, 2),
        ({"preset": "top_call", "deal_limit": 4}, 4),
        ({"preset": "classic", "deal_limit": 2, "call_priority": "clockwise"}, 4),
        ({"preset": "ranked", "deal_limit": 2}, 3),
    ],
)
def test_everything_is_counted_as_it_happened(rules: Any, number: int) -> None:
    game = people(number, rules=rules)
    counts = play_to_the_end(game, Random(11))
    for seat, count in zip(game.state.seats, counts, strict=True):
        assert {name: getattr(seat, name) for name in NAMES} == {name: count[name] for name in NAMES}
        (row,) = statistics_of(game.players[seat.seat].pk)
        assert {name: row[name] for name in NAMES} == {name: count[name] for name in NAMES}
        assert row["average_deal_score"] == round(count["deal_points"] / count["deals"], 1)
    assert sum(count["turns"] for count in counts) > 10


def test_calls_and_missed_calls_occur() -> None:
    """Else the test above would not say anything of them."""
    game = people(4, rules={"preset": "classic", "deal_limit": 2})
    total: Counter[str] = Counter()
    for count in play_to_the_end(game, Random(11)):
        total.update(count)
    assert min(total["calls"], total["missed_calls"], total["deep_takes"]) > 0


@pytest.fixture
def ada() -> Player:
    return guest("Ada")


def ended(ada: Player, outcome: str, hour: int, **facts: Any) -> Game:
    at = BEGAN + timedelta(hours=hour)
    game = over([ada, guest("Ben")], [100, 0], at, **facts)
    Seat.objects.filter(game=game, player=ada).update(outcome=outcome)
    return game


def test_streaks_are_those_of_the_order_in_which_games_ended(ada: Player) -> None:
    for hour, outcome in enumerate(["won", "won", "lost", "shared", "won", "won", "left", "won"]):
        ended(ada, outcome, hour)
    over([ada, "club"], [100, 0], BEGAN)
    assert streaks_of(ada.pk) == [
        {"against": "people", "current": 1, "longest": 3},
        {"against": "bots", "current": 1, "longest": 1},
    ]
    assert streaks_of(guest().pk) == []


def test_completion_counts_what_was_broken_off_and_not_what_is_void(ada: Player) -> None:
    assert completion_of(ada.pk) == {"started": 0, "left": 0, "rate": None}
    ended(ada, "won", 1)
    ended(ada, "left", 2, left={0: BEGAN})
    ended(ada, "", 3, status="aborted")
    ended(ada, "", 4, status="aborted", leaver_policy="abandon", left={0: BEGAN})
    void_game(game_id=ended(ada, "left", 5, left={0: BEGAN}).id, now=BEGAN)
    assert completion_of(ada.pk) == {"started": 4, "left": 2, "rate": 0.5}


def test_counts_are_those_of_the_history_and_a_void_game_is_in_none(ada: Player) -> None:
    games = [ended(ada, outcome, hour) for hour, outcome in enumerate(["won", "won", "lost", "shared"])]
    client = ApiClient()
    for left in (4, 3):
        shown = client.get(f"players/{ada.pk}/statistics").json()
        (row,) = shown["results"]
        assert row["games"] == left == shown["completion"]["started"]
        for outcome in ("won", "shared", "lost", "left"):
            path = f"players/{ada.pk}/games?status=finished&result={outcome}&count=true"
            assert client.get(path).json()["total_count"] == row[outcome]
        void_game(game_id=games[0].id, now=BEGAN)


def test_a_deal_is_that_of_who_sits_there_at_its_end(ada: Player) -> None:
    last = {"turn": 1, "phase": "play", "hands": [["KD"], ["2C"]], "stock": ["5H"], "pile": ["9C"], "dealer": 0}
    game = people(2, rules={"preset": "ranked", "deal_limit": 1}, players=[ada, guest("Ben")])
    resign(game_id=game.game_id, player_id=ada.pk, now=NOW)
    set_position(game.game_id, last)
    game.play(1, "discard 2C")
    assert [(seat.deals, seat.deal_points, seat.outs) for seat in game.state.seats] == [(0, 0, 0), (1, 0, 1)]
