"""Exchanging what a viewer cannot know changes no byte of what the viewer gets, and no step that leads to it.

Each question is asked twice, in the game as it is and in one whose hidden cards have changed places. Answers and log
lines are the same; so are the statements sent to the database and the calls into the engine, unless something that was
accepted has made the difference public.
"""

from collections import Counter
from random import Random
from zlib import crc32

import pytest

from games.turns import seats_to_act
from tests.api.secrecy.answers import Answer, Asking
from tests.api.secrecy.bodies import Table
from tests.api.secrecy.callers import Caller, Crowd, crowd
from tests.api.secrecy.exchange import exchanged
from tests.api.secrecy.games import SETTINGS, Setting
from tests.api.secrecy.hidden import hidden_from
from tests.api.secrecy.moments import Moment, Story
from tests.api.secrecy.questions import Question, questions
from tests.engine.sizes import SIZED, SOAK

pytestmark = [pytest.mark.django_db, *SIZED]
NOTHING_HIDDEN = {"open", "finished", "aborted"}
USUAL = {"bad_request", "not_found", "not_owner", "not_seated", "not_your_turn", "version_conflict", "version_required"}
COUNTS = {"getMetrics"}
"""What counts questions, and so is never the same again."""
CHOSEN = SETTINGS if SOAK else [Setting(name, 4, "public") for name in ("clockwise", "contested", "rummy_5000")]


class Exchange:
    """Asks everybody in both worlds."""

    def __init__(self, setting: Setting, asking: Asking, people: Crowd) -> None:
        self.setting, self.asking, self.people = setting, asking, people
        self.asked: Counter[str] = Counter()
        self.codes: set[str] = set()
        self.exchanged = 0

    def look(self, moment: Moment) -> None:
        """Those who see the same are asked in the same two worlds."""
        by_seat: dict[int | None, list[Caller]] = {}
        for caller in self.people.callers:
            by_seat.setdefault(caller.seat_in(moment.state), []).append(caller)
        for seat, callers in by_seat.items():
            chosen = [(caller, question) for caller in callers for question in self._chosen(moment, caller)]
            answers = [self.asking.ask(*asked) for asked in chosen]
            with exchanged(moment.state, hidden_from(moment.state, seat), Random(f"{moment.phase} {seat}")) as moved:
                others = [self.asking.ask(*asked) for asked in chosen]
            self.exchanged += moved
            for asked, answer, other in zip(chosen, answers, others, strict=True):
                self._compare(moment, asked, answer, other)

    def _chosen(self, moment: Moment, caller: Caller) -> list[Question]:
        everything = [one for one in questions(Table(moment.state, self.people, caller)) if one.operation not in COUNTS]
        if SOAK:
            return [question for question in everything if self.setting.asks(question.kind)]
        everything.sort(key=lambda question: (self.asked[question.kind], crc32(question.kind.encode())))
        is_to_act = caller.role == "seat" and caller.seat in {seat.seat for seat in seats_to_act(moment.state)}
        chosen = [question for question in everything if question.is_about_games][: 5 if is_to_act else 1]
        self.asked.update(question.kind for question in chosen)
        return chosen

    def _compare(self, moment: Moment, asked: tuple[Caller, Question], answer: Answer, other: Answer) -> None:
        where = f"{moment.phase}: {asked[0]} {asked[1]}"
        if not answer.is_refusal and asked[1].is_writing and is_revealing(asked[1], moment):
            assert answer.status == other.status, where
            return
        assert answer.told == other.told, where
        if answer.steps != other.steps:  # what was asked first may have filled a cache
            answer = self.asking.ask(*asked)
        if answer.is_refusal or not asked[1].is_writing:
            assert answer.steps == other.steps, where
        else:  # what is stored differs, but not how
            assert [sql for sql, _ in answer.statements] == [sql for sql, _ in other.statements], where
            assert answer.engine_calls == other.engine_calls, where
        self.codes |= set(code_of(answer))


def code_of(answer: Answer) -> list[str]:
    return [part.split('"')[0] for part in answer.body.split('"code":"')[1:2]]


def is_revealing(question: Question, moment: Moment) -> bool:
    """Whether what is done shows a hidden card: one that is drawn, or with an empty stock what others could do."""
    return question.is_drawing or moment.phase == "emptied"


@pytest.mark.parametrize("setting", CHOSEN, ids=str)
def test_hidden_cards_make_no_difference(setting: Setting, asking: Asking) -> None:
    people = crowd(setting.players, app_seat=2 % setting.players, staff_seat=1)
    story = Story(people, setting.rules, asking.still, visibility=setting.visibility)
    asking.is_traced = True
    exchange = Exchange(setting, asking, people)
    for moment in story.moments():
        if moment.phase not in NOTHING_HIDDEN:
            exchange.look(moment)
    assert exchange.exchanged
    assert SOAK or exchange.codes >= USUAL
