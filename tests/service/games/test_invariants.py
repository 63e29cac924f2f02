"""In every running game somebody is to act, by a deadline or none by policy, and for a bot there is a task."""

import os
from collections import Counter
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games import store
from games.invariants import breaches_of
from games.models import Game, Seat, Seek
from games.replay import faults_of
from games.services.create import SeatWish
from games.services.telling import tell_players
from tests.service.games.disorder import Disorder
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, bots, made, people, set_position
from tests.service.games.test_clocks import TURN
from tests.service.games.test_offers import offered
from tests.service.games.test_seeks import sought
from tests.service.games.test_windows import BEFORE

pytestmark = pytest.mark.django_db
SOAK_GAMES = int(os.environ.get("SOAK_GAMES", "2000"))
SOAK_FIRST = int(os.environ.get("SOAK_FIRST", "1000"))
EVERYTHING = {
    *("draw", "take", "meld", "lay_off", "discard", "call", "call kept", "pass", "turn", "check", "send twice", "look"),
    *("resign", "leave a pause", "come back", "erase", "cancel", "finished", "aborted"),
    *("late sweep", "outage", "bell rung again", "told late", "worker dies"),
    *(f"{kind} accepted" for kind in ("undo", "pause", "resume", "add_time")),
}
"""What happens in every 200 games in disorder."""


@pytest.mark.parametrize("number", range(16))
def test_games_in_disorder_end_and_replay(number: int) -> None:
    game = Disorder(number)
    followers = Followers(game.state)
    state = game.play()
    assert faults_of(state.game.id) == []
    if not game.seen["erase"]:  # a player who takes another name makes no event
        followers.check(state)


@pytest.mark.soak
@pytest.mark.parametrize("tenth", range(10))
def test_a_great_many_games_in_disorder(tenth: int) -> None:
    """In tenths, for several processes."""
    seen: Counter[str] = Counter()
    for number in range(SOAK_FIRST + tenth, SOAK_FIRST + SOAK_GAMES, 10):
        game = Disorder(number)
        state = game.play()
        assert faults_of(state.game.id) == [], number
        seen += game.seen
        seen[str(state.game.status)] += 1
    print(sorted(seen.items()))
    assert SOAK_GAMES < 2000 or set(seen) >= EVERYTHING


@pytest.mark.parametrize(
    ("change", "breach"),
    [
        ({"bot_due_at": NOW}, "no bot is to act, but a task waits"),
        ({"clock_seat": None, "clock_ends_at": None}, "the clock of seat None runs"),
        ({"clocks": None}, "the clocks are not those of the policy"),
        ({"clock_since": NOW + timedelta(seconds=1)}, "which is still to come"),
        ({"due_at": None}, "due at None"),
        ({"status": "finished", "clock_seat": None, "clock_ends_at": None}, "the game is over, and something waits"),
        ({"offer_id": "01990000-0000-7000-8000-000000000000", "offer_expires_at": NOW}, "open offers are []"),
    ],
)
def test_a_breach_is_found(change: dict[str, Any], breach: str) -> None:
    game = people(2, clock=TURN)
    assert breaches_of(game.state, NOW) == []
    Game.objects.update(**change)
    assert any(breach in found for found in breaches_of(game.state, NOW))


def test_a_bot_without_a_task_is_found() -> None:
    state = bots("club", "club")
    Game.objects.update(bot_due_at=None)
    assert breaches_of(store.load(state.game.id), NOW) == ["a bot is to act and has no task"]


@pytest.mark.parametrize("seat", [0, 1])
def test_an_offer_that_waits_for_a_bot_or_is_its_own_is_found(seat: int) -> None:
    game = people(3)
    offered(game, 0, "pause")
    assert breaches_of(game.state, NOW) == []
    Seat.objects.filter(game=game.game_id, seat=seat).update(resigned_at=NOW, bot_level="club")
    assert "an open offer is that of a bot, or waits for one" in breaches_of(game.state, NOW)


def test_a_window_without_an_end_is_found() -> None:
    game = people(4)
    set_position(game.game_id, BEFORE)
    game.play(0, "discard TH")
    Game.objects.update(window_closes_at=None, due_at=None)
    assert "a call window has no end" in breaches_of(game.state, NOW)


def test_what_is_long_past_is_found() -> None:
    game = people(2, clock=TURN)
    assert any("due_at was" in breach for breach in breaches_of(game.state, NOW + timedelta(minutes=5)))


def test_a_seat_that_nobody_is_invited_to_is_not_reserved() -> None:
    game = made(SeatWish(), SeatWish())
    Seat.objects.filter(game=game.game, seat=1).update(reserved_until=NOW)
    found = breaches_of(store.load(game.game.id), NOW)
    assert any("invitations are open until {}" in breach for breach in found)
    assert any("invitations run out at None" in breach for breach in found)


class TestTheCommand:
    def run(self) -> str:
        output = StringIO()
        call_command("check_invariants", stdout=output)
        return output.getvalue()

    def test_looks_at_the_games_that_go_on(self) -> None:
        tell_players(game_id=people(2).game_id, now=NOW)
        made(SeatWish(), SeatWish())
        assert self.run() == "2 games, 0 breaches\n"

    def test_fails_where_there_is_a_breach(self) -> None:
        people(2)
        Game.objects.update(bot_due_at=timezone.now())
        with pytest.raises(CommandError):
            self.run()

    def test_fails_where_a_seek_has_been_forgotten(self) -> None:
        seek = sought()
        Seek.objects.update(expires_at=timezone.now() + timedelta(minutes=1))
        assert self.run() == "0 games, 0 breaches\n"
        Seek.objects.update(expires_at=timezone.now() - timedelta(minutes=2))
        output = StringIO()
        with pytest.raises(CommandError):
            call_command("check_invariants", stdout=output)
        assert output.getvalue().startswith(f"seek {seek.id}: ")
