"""Events: their order, exact places in the list, and what is told when. What they make of a view: test_later_view."""

from typing import Any

import pytest

import engine
from games import store
from games.bot_chance import next_bot
from games.cursors import Cursor, parse_cursor
from games.selectors.events import all_events, events_after
from games.services.bots import play_bot_turn
from games.services.create import SeatWish
from games.services.deadlines import settle_due
from games.services.resign import resign
from games.sight import SPECTATOR, Role, Viewer
from games.store import GameState
from players.errors import DomainError
from tests.service.games.table import NOW, bots, guest, made, people, ticking

pytestmark = pytest.mark.django_db


def played(**rules: Any) -> GameState:
    state = bots("club", "club", "club", rules={"preset": "pagat", "deal_limit": 1, **rules})
    while next_bot(state):
        play_bot_turn(game_id=state.game.id, version=state.game.version, clock=ticking().__next__)
        state = store.load(state.game.id)
    return state


def test_the_list_can_be_resumed_from_every_place() -> None:
    state = played()
    everything = [event["id"] for event in all_events(state, SPECTATOR)]
    assert len(set(everything)) == len(everything)
    assert sorted(everything, key=lambda text: parse_cursor(text).place) == everything
    for number, place in enumerate(everything):
        rest, _, _ = events_after(state, SPECTATOR, parse_cursor(place), 1000)
        assert [event["id"] for event in rest] == everything[number + 1 :]


def test_pages_of_any_size_give_the_same_list() -> None:
    state = played()
    everything = list(all_events(state, SPECTATOR))
    for limit in (1, 2, 7):
        found: list[Any] = []
        after, has_more = Cursor(0), True
        while has_more:
            page, after, has_more = events_after(state, SPECTATOR, after, limit)
            assert len(page) <= limit
            found += page
        assert found == everything


def test_the_types_in_their_order() -> None:
    state = made(SeatWish(), SeatWish("club"), start=True)
    types = [event["type"] for event in all_events(state, SPECTATOR)]
    assert types == [
        "game_created",
        "player_joined",
        "seat_changed",
        "game_started",
        "deal_started",
        "turn_started",
    ]
    assert [event["type"] for event in all_events(played(), SPECTATOR)][-2:] == ["deal_over", "game_over"]


def test_a_drawn_card_is_its_seats_own_until_the_deal_is_over() -> None:
    game = people(3, leaver_policy="abandon")
    seat = game.state.playing.table.turn
    card = game.play(seat, "draw").entry.drawn
    others = (Viewer(Role.SEAT, (seat + 1) % 3), SPECTATOR)
    assert _drawn(game.state, Viewer(Role.SEAT, seat)) == card
    assert [_drawn(game.state, viewer) for viewer in others] == [None, None]
    resign(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    assert [_drawn(game.state, viewer) for viewer in others] == [card, card]


def test_the_seed_is_told_with_the_end_of_the_deal() -> None:
    events = list(all_events(played(), SPECTATOR))
    (started,) = [event["deal"] for event in events if event["type"] == "deal_started"]
    (over,) = [event["deal"] for event in events if event["type"] == "deal_over"]
    assert started["seed"] is None
    assert engine.commitment(bytes.fromhex(over["seed"])) == over["commitment"] == started["commitment"]


@pytest.mark.parametrize("text", ["", "v", "v1", "v1.-1", "v-1.0", "v1.0.", "v1.0.x", "42", "v" + "9" * 30 + ".0"])
def test_what_is_no_place_is_refused(text: str) -> None:
    with pytest.raises(DomainError) as refused:
        parse_cursor(text)
    assert refused.value.code == "bad_cursor"


@pytest.mark.parametrize("cursor", [Cursor(0), Cursor(42), Cursor(42, 7), Cursor(42, part=1)])
def test_places_are_read_as_they_are_written(cursor: Cursor) -> None:
    assert parse_cursor(cursor.text) == cursor


def test_a_window_that_is_not_due_is_left_alone() -> None:
    state = made(SeatWish(), SeatWish("club"), owner=guest(), start=True)
    assert settle_due(state, NOW) is False


def _drawn(state: GameState, viewer: Viewer) -> str | None:
    draws = [event for event in all_events(state, viewer) if event["move"] == {"type": "draw"}]
    drawn: str | None = draws[0]["drawn"]
    return drawn
