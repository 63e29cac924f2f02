"""While a call window is open, nobody learns who of the others has answered, nor how; how many have is everybody's.

The same moment is reached in several ways that differ in that alone, and all who have not answered ask: with SOAK=1
everything, without it a share each.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from zlib import crc32

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection

from bots.registry import LEVELS
from games.bot_chance import bot_random, pause_seconds
from games.services.bots import play_bot_turn
from games.services.start import start_game
from games.sight import observation
from tests.api.secrecy.answers import Answer, Asking, taken_back
from tests.api.secrecy.bodies import Table
from tests.api.secrecy.callers import Crowd, crowd
from tests.api.secrecy.questions import Question, questions
from tests.engine.sizes import SIZED, SOAK
from tests.service.games.table import People, gathered, set_position

pytestmark = [pytest.mark.django_db, *SIZED]
CLOCKWISE = {"preset": "pagat", "call_priority": "clockwise"}
# Seat 0 has discarded the ten of hearts, which fits the run on the table; seat 4 is a computer player.
BEFORE = {
    "turn": 0,
    "phase": "play",
    "hands": [["TH", "2C"], ["3C", "4D"], ["5S", "6D"], ["JC", "QD"], ["3S", "4S"]],
    "stock": ["5H", "6H", "8C"],
    "pile": ["KC"],
    "melds": [{"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [1, 1, 1], "owner": 1}],
}
PASS, CALL = {"type": "pass"}, {"type": "call", "card": "TH"}
WAYS = {
    "one answer": [{1: PASS}, {3: CALL}, {4: None}],
    "two answers": [{1: PASS, 3: PASS}, {1: PASS, 3: CALL}, {3: CALL, 4: None}, {4: None, 1: PASS}],
}
"""By seat: over HTTP, the seat of the app by its app; None is what the computer player does."""
APP_SEAT, STAFF_SEAT, BOT_SEAT = 3, 2, 4
HAVE_NOT_ANSWERED = (None, 0, 2)
SHARE = 1 if SOAK else 24
ALWAYS = {"getGameView", "listGameEvents 1 back", "admin players_appact list", "admin games_game change 0"}


class Window:
    """A game in which a window has just opened, and everybody who may look at it."""

    def __init__(self, asking: Asking) -> None:
        self.asking, self.now = asking, asking.still.now
        self.people: Crowd = crowd(4, app_seat=APP_SEAT, staff_seat=STAFF_SEAT)
        self.game: People = gathered(self.people.players, CLOCKWISE, ["club"])
        start_game(game_id=self.game.game_id, player_id=self.game.players[0].pk, now=self.now)
        set_position(self.game.game_id, BEFORE, self.now)
        self.game.play(0, "discard TH", self.now)

    @contextmanager
    def answered(self, answers: dict[int, Any]) -> Iterator[None]:
        """Within, these seats have answered over HTTP, and the computer player by itself."""
        with taken_back():
            for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
                with connection.cursor() as cursor:  # numbers of rows that are taken back are used up on PostgreSQL
                    cursor.execute(statement)
            self.asking.still.begin_question()
            for seat, move in answers.items():
                self._answer(seat, move)
            assert self.game.state.game.window_id is not None
            self.asking.still.end_question()
            yield

    def _answer(self, seat: int, move: Any) -> None:
        state = self.game.state
        if seat == BOT_SEAT:
            play_bot_turn(game_id=state.game.id, version=state.game.version, clock=lambda: self.now)
            assert self.game.state.game.version == state.game.version + 1
            return
        role = "app" if seat == APP_SEAT else "seat"
        (caller,) = (one for one in self.people.callers if (one.role, one.seat) == (role, seat))
        body = {"window": str(state.game.window_id), "move": move}
        assert caller.send("POST", f"/api/v1/games/{state.game.id}/moves", body, {}).status_code == 201

    def told(self, answers: dict[int, Any]) -> dict[tuple[str, str], tuple[Question, Answer]]:
        """What everybody is told who has not answered, by caller and kind of question."""
        found = {}
        with self.answered(answers):
            state = self.game.state
            callers = [one for one in self.people.callers if one.seat_in(state) in HAVE_NOT_ANSWERED]
            for number, caller in enumerate(callers):
                for question in questions(Table(state, self.people, caller)):
                    if is_asked(question, number):
                        found[str(caller), question.kind] = question, self.asking.ask(caller, question)
        return found


def is_asked(question: Question, number: int) -> bool:
    """Whether this caller asks it."""
    if question.kind in ALWAYS:
        return True
    return question.is_about_games and (crc32(question.kind.encode()) + number) % SHARE == 0


def is_own_answer(question: Question) -> bool:
    """Whether the one who asks answers the window: what comes of that depends on the others' answers."""
    moves = question.body.get("moves") or [question.body.get("move")] if question.body else []
    return any(move and move["type"] in ("call", "pass") for move in moves)


@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS)
def test_nobody_learns_who_has_answered_or_how(ways: list[dict[int, Any]], asking: Asking) -> None:
    window = Window(asking)
    asking.is_traced = True
    window.told(ways[0])  # to fill what is kept in memory
    first, *others = [window.told(way) for way in ways]
    for way, other in zip(ways[1:], others, strict=True):
        assert other.keys() == first.keys()
        for who, (question, answer) in first.items():
            again = other[who][1]
            if answer.is_refusal or not (question.is_writing and is_own_answer(question)):
                assert answer.told == again.told, (way, who)
            if answer.is_refusal:
                assert answer.steps == again.steps, (way, who)


def test_everybody_learns_how_many_have(asking: Asking) -> None:
    """What wakes those who wait is told to all of them."""
    window = Window(asking)
    for way in (*WAYS["one answer"], *WAYS["two answers"]):
        with window.answered(way):
            for caller in window.people.callers:
                base = f"/api/v1/games/{window.game.game_id}"
                view = json.loads(caller.send("GET", f"{base}/view", None, {}).content)
                assert view["window"]["answered_count"] == len(way)
                path = f"{base}/events?after=v{view['version'] - 1}.0"
                (*own, news) = json.loads(caller.send("GET", path, None, {}).content)["results"]
                assert (news["type"], news["window"]["answered_count"]) == ("call_window_answered", len(way))
                assert [event["seat"] for event in own] in ([], [caller.seat])


@pytest.mark.parametrize("ways", WAYS.values(), ids=WAYS)
def test_bots_learn_it_neither(ways: list[dict[int, Any]], asking: Asking) -> None:
    """How long a computer player waits and what it does then is the same."""
    window = Window(asking)
    plans = []
    for way in ways:
        if BOT_SEAT not in way:
            with window.answered(way):
                state = window.game.state
                bot = state.seats[BOT_SEAT]
                chosen = LEVELS[bot.bot_level].choose(observation(state.playing, BOT_SEAT), bot_random(state))
                plans.append((chosen, pause_seconds(state, bot, window.now, 1.0)))
    assert len(plans) > 1
    assert len(set(plans)) == 1
