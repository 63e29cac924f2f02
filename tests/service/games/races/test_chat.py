"""Messages, removals and moves at once: every message is told once, and no removed text is read any more."""

# ruff: noqa: B023 (the calls of a round have ended before the next round begins)

import pytest

from games.cursors import Cursor
from games.models import ChatMessage, Notice
from games.public import hand_codes
from games.selectors.access import viewer_of
from games.selectors.chat import listener_of, message_fields, messages_of
from games.selectors.events import events_after
from games.services.chat import post_message, remove_message
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.service.games.table import NOW, People, people

pytestmark = RACES


@pytest.fixture
def game() -> People:
    return people(2, {"preset": "classic", "call": "off"})


def test_all_that_is_said_is_told_and_spoils_no_move(game: People, at_once: AtOnce) -> None:
    for number in range(SOME_ROUNDS):
        turn = game.state.playing.table.turn
        version, phase = game.state.game.version, game.state.playing.table.phase
        move = "draw" if phase == "draw" else f"discard {hand_codes(game.state.playing, turn)[0]}"
        say = [
            lambda player=player: (
                post_message(game_id=game.game_id, player=player, room="table", text=f"{number}", now=NOW).text
            )
            for player in game.players
        ]
        answers = at_once(*say * 3, lambda: game.play(turn, move, version=version).entry.text)
        assert sorted(answers) == sorted([f"{number}"] * 6 + [move])
        if number % 10 == 9:  # before the stock is used up
            game = people(2, {"preset": "classic", "call": "off"})
    told = Notice.objects.filter(type="chat_posted").values_list("message", flat=True)
    assert sorted(told) == sorted(ChatMessage.objects.values_list("id", flat=True))


def test_what_was_removed_is_read_no_more(game: People, at_once: AtOnce) -> None:
    author, reader = game.players
    for _ in range(SOME_ROUNDS):
        message = post_message(game_id=game.game_id, player=author, room="table", text="Unkind", now=NOW)
        removal = {"game_id": game.game_id, "player": author, "room": "table", "message_id": message.pk, "now": NOW}

        def read() -> object:
            return message_fields(messages_of(game.state, reader.pk, "table").get(id=message.pk))["text"]

        answers = at_once(*[lambda: remove_message(**removal) or "removed"] * 3, *[read] * 3)
        assert answers[:3] == ["removed"] * 3
        assert set(answers[3:]) <= {"Unkind", None}
        assert read() is None
        assert Notice.objects.filter(type="chat_removed", message=message).count() == 1
    state = game.state
    events, place, _ = events_after(state, viewer_of(state, reader.pk), Cursor(1), 5000, listener_of(state, reader.pk))
    assert place == state.cursor
    assert {event["message"]["text"] for event in events if event["message"]} == {None}
