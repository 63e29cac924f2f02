"""Clocks give no time away: not for leaving and coming back, not for a pause, and only so much by agreement."""

from datetime import timedelta
from typing import Any

import pytest

from games.clocks import MOST_MS
from games.models import Game
from games.selectors.views import view_fields
from games.services.bots import play_bot_turn
from games.services.resign import resign
from games.services.seating import leave_seat, take_seat
from games.services.start import start_game
from games.services.sweep import settle_due_games
from games.sight import SPECTATOR
from players.errors import DomainError
from tests.service.games.table import NOW, People, gathered, guest, people, set_position
from tests.service.games.test_clocks import BANK, DAILY, TURN, after, remaining, timed
from tests.service.games.test_offers import answered, offered
from tests.service.games.test_play import LAST_CARD

pytestmark = pytest.mark.django_db


def leave_and_return(game: People, leaves_at: float, returns_at: float, seat: int = 0) -> None:
    player = game.players[seat]
    resign(game_id=game.game_id, player_id=player.pk, now=after(leaves_at))
    take_seat(game_id=game.game_id, number=seat, player=player, now=after(returns_at))


def pause_and_resume(game: People, pauses_at: float, resumes_at: float) -> None:
    for kind, at in (("pause", pauses_at), ("resume", resumes_at)):
        answered(game, 1, offered(game, 0, kind, after(at)), now=after(at))


class TestATurn:
    @pytest.mark.parametrize("interrupt", [leave_and_return, pause_and_resume])
    def test_is_not_longer_for_an_interruption(self, interrupt: Any) -> None:
        game = timed(TURN)
        interrupt(game, 8, 20)
        assert game.state.game.clock_ends_at == after(20 + 2 + 5)
        interrupt(game, 21, 30)
        assert game.state.game.clock_ends_at == after(30 + 1 + 5)
        interrupt(game, 33, 40)
        assert game.state.game.clock_ends_at == after(40 + 3)
        assert remaining(game) == [3_000, 15_000]
        assert settle_due_games(now=after(43.5)) == 1
        assert remaining(game) == [10_000, 15_000]

    def test_of_a_day_ends_though_its_player_comes_and_goes(self) -> None:
        game = timed(DAILY)
        hour = 3600.0
        for number in range(1, 4):
            leave_and_return(game, number * 7 * hour, number * 7 * hour + 1)
        assert game.state.game.clock_ends_at == after(24 * hour + 3)

    def test_that_the_bot_has_ended_leaves_nothing_behind(self) -> None:
        game = timed(TURN, takeover_level="club")
        resign(game_id=game.game_id, player_id=game.players[0].pk, now=after(9))
        play_bot_turn(game_id=game.game_id, version=game.state.game.version, clock=lambda: after(10))
        take_seat(game_id=game.game_id, number=0, player=game.players[0], now=after(11))
        assert game.state.playing.table.turn == 1
        game.play(1, "draw", after(12))
        game.play(1, "discard KD", after(13))
        assert game.state.game.clock_ends_at == after(13 + 15)

    def test_with_a_bank_is_charged_for_both_parts(self) -> None:
        game = timed(BANK)
        start = remaining(game)[0]
        leave_and_return(game, 8, 20)
        game.play(0, "draw", after(21))
        game.play(0, "discard 2C", after(25))
        assert remaining(game)[0] == start - 8_000 - 5_000 + 2_000

    def test_begins_anew_with_the_next_deal(self) -> None:
        """Also where the seat that has ended the deal begins the next."""
        game = timed(TURN)
        set_position(game.game_id, LAST_CARD | {"dealer": 0})
        assert game.state.game.clock_seat == 0
        leave_and_return(game, 6, 7)
        game.play(0, "discard 2C", after(9))
        row = game.state.game
        assert (row.deal_number, row.clock_seat, row.clock_ends_at) == (2, 0, after(9 + 15))


class TestReturns:
    """What others send is spoilt each time, and a bot plays meanwhile."""

    @pytest.mark.parametrize(("rated", "most"), [(False, 3), (True, 1)])
    def test_have_an_end(self, rated: bool, most: int) -> None:
        game = timed(BANK, rated=rated)
        for number in range(most):
            leave_and_return(game, number, number)
        with pytest.raises(DomainError) as refused:
            leave_and_return(game, most, most)
        assert refused.value.code == "returns_used_up"
        assert game.state.seats[0].is_bot
        for number in range(most):
            leave_and_return(game, most + number, most + number, seat=1)

    def test_are_not_the_coming_and_going_before_the_start(self) -> None:
        game = gathered([guest("Ada"), guest("Bob")], clock=BANK, rated=True)
        for _ in range(3):
            leave_seat(game_id=game.game_id, number=1, player_id=game.players[1].pk, now=NOW)
            take_seat(game_id=game.game_id, number=1, player=game.players[1], now=NOW)
        start_game(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
        leave_and_return(game, 1, 2, seat=1)
        assert not game.state.seats[1].is_bot

    def test_that_change_nothing_are_not_counted(self) -> None:
        game = timed(BANK, rated=True)
        leave_and_return(game, 1, 2)
        take_seat(game_id=game.game_id, number=0, player=game.players[0], now=after(3))


class TestMoreTime:
    @pytest.mark.parametrize(
        "clock", [BANK, TURN, DAILY | {"turn_seconds": 14 * 86_400}], ids=["bank", "turn", "daily"]
    )
    def test_has_an_end(self, clock: Any) -> None:
        """However often it is agreed upon: what is told stays a number of the schema."""
        game = people(2, clock=clock)
        for _ in range(6):
            answered(game, 1, offered(game, 0, "add_time", seconds=7 * 86_400))
        view = view_fields(game.state, SPECTATOR, NOW)
        assert all(0 < clock["remaining_ms"] < 2**31 for clock in view["clocks"])
        row = game.state.game
        assert row.clocks is not None
        assert row.clocks[0][1] == MOST_MS
        assert row.clock_seat is not None
        ends_at = NOW + timedelta(milliseconds=view["clocks"][row.clock_seat]["remaining_ms"])
        assert row.clock_ends_at == ends_at

    def test_nor_does_an_increment_grow_for_ever(self) -> None:
        day = 86_400_000
        game = timed({"mode": "live", "initial_ms": day, "increment_ms": day})
        Game.objects.update(clocks=[[MOST_MS - 1, 0, 0], [day, 0, 0]])
        game.play(0, "draw", after(2))
        game.play(0, "discard 2C", after(2))
        assert remaining(game)[0] == MOST_MS


def test_days_of_vacation_follow_each_other() -> None:
    """However many are taken in one turn, what is told is the day that runs."""
    game = timed(DAILY | {"vacation_days": 60})
    day = 86_400.0
    for number in range(1, 61):
        settle_due_games(now=after(number * day + 1))
        clock = view_fields(game.state, SPECTATOR, NOW)["clocks"][0]
        assert (clock["remaining_ms"], clock["vacation_days"]) == (86_400_000, 60 - number)
        assert game.state.game.clock_ends_at == after((number + 1) * day)
    settle_due_games(now=after(61 * day + 1))
    assert game.state.seats[0].timeouts_used == 1
