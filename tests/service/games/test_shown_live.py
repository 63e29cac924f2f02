"""Following a game that is shown some moves later: streams and long-polls tell the same events, only later."""

from datetime import datetime
from random import Random
from typing import Any

import pytest

import engine
from bots.registry import LEVELS
from games.bot_chance import bot_random
from games.cursors import parse_cursor
from games.selectors.access import viewer_of
from games.selectors.events import events_after
from games.selectors.views import view_fields
from games.services.follow import follow_game
from games.services.listen import hear, listen
from games.sight import SPECTATOR, observation
from games.turns import seats_to_act
from players.streaming import Follower
from tests.service.games.followers import comparable, later_view, plain
from tests.service.games.table import NOW, People, people
from tests.service.games.test_shown import shown, table

pytestmark = pytest.mark.django_db


class Onlooker:
    """One who has read the view once, and since then follows the game by its stream."""

    def __init__(self, game: People) -> None:
        self.game = game
        self.view = plain(view_fields(shown(game), SPECTATOR, NOW))
        self.events: list[Any] = []

    def follow(self) -> None:
        """Read on: view and events give the view that is shown now."""
        follower = Follower(None, "en", self.view["cursor"])
        portion = follow_game(game_id=self.game.game_id, followers=[follower], now=NOW).portions[follower]
        assert portion is not None
        for event in plain(portion.events):
            self.view, self.events = later_view(self.view, event), [*self.events, event]
        state = shown(self.game)
        assert (portion.place, portion.has_more) == (state.cursor.text, False)
        assert comparable(self.view) == comparable(plain(view_fields(state, viewer_of(state, None), NOW)))


def test_streams_tell_the_same_events_later(monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(500)
    monkeypatch.setattr("games.services.deals.new_seed", lambda: random.randbytes(32))
    game = people(3, rules={"preset": "pagat", "deal_limit": 1}, spectator_delay_moves=4)
    onlooker, place, lags = Onlooker(game), game.state.cursor, set()
    while not game.state.game.is_over:
        state = game.state
        actor = random.choice(seats_to_act(state))
        move = LEVELS["casual"].choose(observation(state.playing, actor.seat), bot_random(state))
        game.play(actor.seat, engine.move_text(move))
        onlooker.follow()
        lags.add(game.state.game.version - onlooker.view["version"])
    assert max(lags) == 4
    everything, _, _ = events_after(game.state, SPECTATOR, place, 10**6)
    hidden = {"drawn": None}
    assert [event | hidden for event in onlooker.events] == [event | hidden for event in plain(everything)]
    assert any(event["drawn"] for event in onlooker.events)


def test_who_waits_is_told_when_the_move_is_made_that_lets_an_older_one_out() -> None:
    game = table(1)
    place = shown(game).cursor
    game.play(0, "draw")
    ask: Any = {"game_id": game.game_id, "player_id": None, "after": place, "limit": 100}
    heard = hear(**ask, now=NOW)
    assert (heard.events, heard.is_worth_waiting, heard.cursor) == ([], True, place)
    assert heard.told.version == game.state.game.version

    def clock() -> datetime:
        if game.state.game.version == heard.told.version:
            game.play(0, "discard 5H")
        return NOW

    told = listen(**ask, wait_seconds=20, clock=clock)
    assert [event["type"] for event in told.events] == ["move_played"]


def test_a_place_that_is_not_shown_yet_tells_nothing() -> None:
    game = table(2)
    game.play(0, "draw")
    for place in (game.state.cursor, parse_cursor("v999.0")):
        events, behind, has_more = events_after(shown(game), SPECTATOR, place, 10)
        assert (events, behind, has_more) == ([], place, False)
