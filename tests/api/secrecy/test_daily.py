"""Until its day is closed an attempt is its player's alone, also when it is over: nobody is told a card that the seat
has not seen, nor the seed, and others do not learn that there is such a game.
"""

import pytest

from games.services.daily import start_attempt
from games.services.resign import resign
from games.services.telling import tell_players
from games.store import GameState, load
from players.hook_events import WEBHOOK_EVENTS
from players.models import App, PlayerKind
from players.services import create_webhook
from tests.api.secrecy.answers import Asking
from tests.api.secrecy.bodies import Table
from tests.api.secrecy.callers import Caller, Crowd, crowd
from tests.api.secrecy.games import Setting
from tests.api.secrecy.hidden import hidden_from, secrets_of
from tests.api.secrecy.questions import Question, questions
from tests.api.secrecy.test_crawl import Crawl, Sight
from tests.engine.sizes import SOAK
from tests.service.games.daily import as_seeded, play

pytestmark = pytest.mark.django_db
SETTING = Setting("browser", 2, "private")
SEATS = {"seat": 0, "staff_seated": 1, "app": 2}
"""At which of the seats of a crowd the players of these roles would sit."""
SHARES = 1 if SOAK else 5
"""Of what others ask, each of them asks one of so many."""


def crowd_around(role: str) -> Crowd:
    """One player, in this role among others, and everybody else who may call."""
    people = crowd(3, app_seat=SEATS["app"], staff_seat=SEATS["staff_seated"])
    player = people.players[SEATS[role]]
    for caller in people.callers:
        caller.seat = 0 if caller.player == player else None
    callers = [caller for caller in people.callers if caller.role != "seat" or caller.seat == 0]
    return Crowd(callers, [player], people.app_id)


def attempt_of(people: Crowd, asking: Asking, end: str) -> GameState:
    """An attempt of the player that has come to this end, which they and their hooks were told."""
    (player,), still = people.players, asking.still
    owners = [App.objects.get(pk=people.app_id), *([player] if player.kind == PlayerKind.ACCOUNT else [])]
    for owner in owners:
        create_webhook(owner=owner, url="https://club.example.org/hooks", events=WEBHOOK_EVENTS, now=still.now)
    game_id = start_attempt(day=still.now.date(), player=player, now=still.now).game_id
    play(game_id, as_seeded(3), still.now, most=1000 if end == "finished" else 4)
    if end == "aborted":
        resign(game_id=game_id, player_id=player.pk, now=still.now)
    still.later(3600)
    tell_players(game_id=game_id, now=still.now)
    return load(game_id)


def asked_by(caller: Caller, place: int, table: Table) -> list[Question]:
    """All that a player can read of games and days; of others a share each."""
    everything = [one for one in questions(table) if one.method == "GET" and is_about_games(one)]
    return everything if caller.seat == 0 else everything[place % SHARES :: SHARES]


def is_about_games(question: Question) -> bool:
    """Whether something of the attempt could be told."""
    return question.is_about_games or any(part in question.path for part in ("daily", "players/", "admin"))


@pytest.mark.parametrize(
    ("role", "end"),
    [("seat", "running"), ("seat", "finished"), ("app", "aborted"), ("app", "finished"), ("staff_seated", "finished")],
)
def test_an_attempt_stays_secret(role: str, end: str, asking: Asking) -> None:
    people = crowd_around(role)
    state = attempt_of(people, asking, end)
    assert state.game.status == end
    assert hidden_from(state, 0)
    assert len(secrets_of(state)) == 2
    crawl = Crawl(SETTING, asking, people)
    for place, caller in enumerate(people.callers):
        seen = Sight(
            state, hidden_from(state, caller.seat), secrets_of(state)
        )  # also who has left has seen their cards
        for question in asked_by(caller, place, Table(state, people, caller)):
            crawl._check(caller, end, question, seen)
    told = {"getGameView", "getRecord", "getDealFairness", "listGameEvents", "getMove", "getDailyDeal"}
    told |= {"listDailyRows", "listDailyAround"}
    assert {name for name in told if crawl.operations[name] >= 1} == told
