"""What is said is told to those who may read it and to nobody else, whatever they ask, while cards are hidden."""

import pytest

from games.models import Room
from games.services.chat import post_message
from tests.api.secrecy.answers import Asking
from tests.api.secrecy.bodies import Table
from tests.api.secrecy.callers import Caller, crowd
from tests.api.secrecy.moments import Moment, Story
from tests.api.secrecy.questions import questions

pytestmark = pytest.mark.django_db
WORDS = {Room.TABLE: "Mahagony", Room.SPECTATORS: "Binocular"}
RULES = {"preset": "pagat", "call_window": 60}
ASKED_OF_ALL = ("listMessages", "listGameEvents ?limit=100")


def may_know(caller: Caller, moment: Moment) -> set[Room]:
    """Rooms that the caller may read at this moment. The staff reviews what is said, but not beside its own game."""
    if moment.state.game.is_over:
        return set(Room)
    if caller.seat_in(moment.state) is not None:
        return {Room.TABLE}
    return set(Room) if caller.is_staff else {Room.SPECTATORS} if caller.player else set()


def test_what_is_said_stays_in_the_room(asking: Asking) -> None:
    people = crowd(3, app_seat=2, staff_seat=1)
    story = Story(people, RULES, asking.still)
    chief = next(caller for caller in people.callers if caller.role == "staff")
    for room, player in ((Room.TABLE, people.players[1]), (Room.SPECTATORS, chief.player)):
        assert player is not None
        said = {"room": room, "text": WORDS[room], "now": asking.still.now}
        post_message(game_id=story.game.game_id, player=player, **said)
    heard: set[tuple[str, str, Room]] = set()
    for moment in story.moments():
        for caller in people.callers:
            allowed = may_know(caller, moment)
            for question in questions(Table(moment.state, people, caller)):
                if question.method != "GET" or not is_asked(question.kind, moment):
                    continue
                text = asking.ask(caller, question).text
                known = {room for room, word in WORDS.items() if word in text}
                assert known <= allowed, (str(caller), moment.phase, question)
                heard |= {(caller.role, question.operation, room) for room in known}
    for operation in ("listMessages", "listGameEvents"):
        assert ("other", operation, Room.SPECTATORS) in heard
    assert {("seat", "listGameEvents", Room.TABLE), ("app", "listGameEvents", Room.TABLE)} <= heard
    assert ("staff", "admin games_chatmessage", Room.TABLE) in heard


def is_asked(kind: str, moment: Moment) -> bool:
    """Everything at some moments, and at all what tells of the chat."""
    return kind in ASKED_OF_ALL or moment.phase in ("open", "play", "finished")
