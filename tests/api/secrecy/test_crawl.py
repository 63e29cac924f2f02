"""Every caller asks everything at every moment of games by all rules, and no card that they may not know is told.

Looked through are bodies, headers, cookies and the log. With SOAK=1 everything is asked, a part for each number of
players; without it each caller asks what was asked the least so far, so that each game hears all operations.
"""

import json
from collections import Counter, defaultdict
from dataclasses import dataclass
from zlib import crc32

import pytest

from engine import CODES
from games.shown import shown_to
from games.store import GameState
from games.turns import seats_to_act
from tests.api.routes import routes
from tests.api.secrecy.answers import Answer, Asking
from tests.api.secrecy.bodies import Table
from tests.api.secrecy.callers import LEFT, SEATED, UNSEATED, Caller, Crowd, crowd
from tests.api.secrecy.games import RULES, SETTINGS, TRIED, Setting
from tests.api.secrecy.hidden import cards_in, hidden_from, of_running_deal, played_by, secrets_of, versions_in
from tests.api.secrecy.moments import Moment, Story, phases
from tests.api.secrecy.questions import Question, questions
from tests.engine.sizes import SIZED, SOAK

pytestmark = [pytest.mark.django_db, *SIZED]
ALWAYS = {
    "getGameView ?include=legal_moves": {"seat", "app", "staff_seated", "other"},
    "listGameEvents ?limit=100": {"app", "staff_seated", "other"},
}
"""What is asked at each moment, and by whom."""
ABOUT_MOVES = {"submitMove", "checkMove", "submitTurn"}
REFUSED_COUNTS = 0.3
"""Of an answer. What is refused tells less, but is not asked for ever."""
OPERATIONS = {one.operation_id for route in routes() for one in route.operations.values()}


class Crawl:
    """What was asked so far in one game, and which texts are the same for everybody at all times: schema and rules."""

    def __init__(self, setting: Setting, asking: Asking, people: Crowd) -> None:
        self.setting, self.asking, self.people = setting, asking, people
        self.cells: set[tuple[str, str]] = set()
        self.asked: Counter[str] = Counter()
        self.operations: defaultdict[str, float] = defaultdict(float)
        self.public: dict[str, str] = {}

    def look(self, moment: Moment) -> None:
        """Everybody asks some of what they can."""
        for caller in self.people.callers:
            sight = Sight.of(shown_to(moment.state, caller.player.pk if caller.player else None), caller)
            in_admin = Sight.of(moment.state, caller) if caller.is_staff else sight
            for question in self._chosen(questions(Table(moment.state, self.people, caller)), caller, moment.state):
                seen = in_admin if question.operation.startswith("admin") else sight
                self._check(caller, moment.phase, question, seen)
            self.cells.add((moment.phase, caller.role_in(moment.state)))

    def _chosen(self, everything: list[Question], caller: Caller, state: GameState) -> list[Question]:
        """What was asked the least, of the seats by that to act, about moves; and always the view and the events."""
        if SOAK:
            return [question for question in everything if self.setting.asks(question.kind)]
        chosen = [question for question in everything if caller.role in ALWAYS.get(question.kind, ())]
        if caller.role != "seat":
            return [*chosen, *sorted(everything, key=self._rank)[:2]]
        if caller.seat in {seat.seat for seat in seats_to_act(state)}:
            moves = [question for question in everything if question.operation in ABOUT_MOVES]
            return [*chosen, *sorted(moves, key=self._rank)[:3]]
        return chosen

    def _rank(self, question: Question) -> tuple[float, int, int]:
        """What was answered the least comes first, what is about games four times as often as the rest."""
        answered = self.operations[question.operation] / (4 if question.is_about_games else 1)
        return answered, self.asked[question.kind], crc32(f"{self.setting} {question.kind}".encode())

    def _check(self, caller: Caller, phase: str, question: Question, seen: "Sight") -> None:
        answer, state = self.asking.ask(caller, question), seen.state
        where = f"{caller}, {phase}: {question} {answer.text[:4000]}"
        if "Cache-Control: public" in answer.head and not state.game.is_over:
            assert self.public.setdefault(question.path, answer.body) == answer.body, where
        else:
            told = cards_in(text_of(answer, state)) - cards_in(json.dumps(question.body) + question.path)
            told -= shown_by(question, answer, state)
            if state.is_past and caller.role_in(state) == LEFT and caller.player:
                told -= played_by(state, caller.player)
            assert not told & seen.hidden, (told & seen.hidden, where)
        assert not [secret for secret in seen.secrets if secret in answer.text], where
        if state.is_past and caller.role_in(state) != LEFT and str(state.game.id) in question.path + answer.body:
            late = {version for version in versions_in(answer.body) if version > state.game.version}
            assert not late - versions_in(json.dumps(question.body)), (late, where)
        if state.game.visibility == "private" and caller.player not in self.people.players:
            assert is_told_nothing(caller, question, answer, state), where
        self.asked[question.kind] += 1
        self.operations[question.operation] += REFUSED_COUNTS if answer.is_refusal else 1


@dataclass(frozen=True)
class Sight:
    """A game as it is shown to a caller, and what of it they may not be told; the admin shows it as it stands."""

    state: GameState
    hidden: set[str]
    secrets: set[str]

    @classmethod
    def of(cls, state: GameState, caller: Caller) -> "Sight":
        return cls(state, hidden_from(state, caller.seat_in(state)), secrets_of(state))


def text_of(answer: Answer, state: GameState) -> str:
    """All that was said of the deal that goes on."""
    return "\n".join((of_running_deal(answer.body, state), answer.head, *answer.logs))


def shown_by(question: Question, answer: Answer, state: GameState) -> set[str]:
    """What a move shows that is accepted: the card that it draws; everything, where it ends the deal."""
    if answer.status != 201 or question.operation not in ABOUT_MOVES:
        return set()
    view = json.loads(answer.body)["view"]
    if (view["deal_number"], view["status"]) != (state.game.deal_number, "running"):
        return set(CODES)
    return {CODES[card] for card in state.playing.stock[:1]} if question.is_drawing else set()


def is_told_nothing(caller: Caller, question: Question, answer: Answer, state: GameState) -> bool:
    """Whether somebody to whom a private game is nothing did not learn that it exists. The admin knows all games."""
    game = str(state.game.id)
    if question.operation.startswith("admin") or question.method == "OPTIONS":
        return True
    if caller.role == "app_alone" and question.path.startswith("/api/v1/webhooks"):  # told what its player is told
        return True
    if question.operation == "lookupGames" and not answer.is_refusal:  # tells back what was asked for and not found
        return game not in json.dumps(json.loads(answer.body)["results"])
    return answer.is_refusal if game in question.path else game not in answer.body.replace(question.path, "")


def required(setting: Setting) -> set[tuple[str, str]]:
    """Every phase and every role in it; of two players the one who leaves is the app's."""
    cells = {(phase, role) for phase in phases(setting.options) for role in (*SEATED, *UNSEATED)}
    ends = {"taken_over", "aborted"}
    left_for_app = {(phase, "app") for phase in ends} if setting.players == 2 else set()
    return cells - left_for_app | {(phase, LEFT) for phase in ends}


@pytest.mark.parametrize("setting", TRIED, ids=str)
def test_nobody_is_told_a_hidden_card(setting: Setting, asking: Asking) -> None:
    people = crowd(setting.players, app_seat=2 % setting.players, staff_seat=1)
    story = Story(people, setting.rules, asking.still, visibility=setting.visibility, delay=setting.delay)
    crawl = Crawl(setting, asking, people)
    for moment in story.moments():
        crawl.look(moment)
    assert crawl.cells >= required(setting)
    assert SOAK or set(crawl.operations) >= OPERATIONS


def test_all_rules_and_all_numbers_of_players_are_tried() -> None:
    assert {setting.name for setting in SETTINGS} == set(RULES)
    assert {setting.players for setting in SETTINGS} == set(range(2, 9))
