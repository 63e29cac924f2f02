"""View and events give the later view, by the very code of docs/api/events.md: for every seat and a spectator."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest

import engine
from bots.registry import LEVELS
from games.bot_chance import bot_random, next_bot
from games.services.bots import play_bot_turn
from games.services.look import look_at
from games.services.resign import resign
from games.sight import observation
from games.turns import seats_to_act
from tests.docs.pages import examples_of, prose_of
from tests.service.games.followers import OF_THE_ANSWER, PAGE, Followers
from tests.service.games.table import NOW, People, people, set_position, ticking

pytestmark = pytest.mark.django_db

WINDOW_IS_OVER = NOW + timedelta(seconds=60)


@pytest.fixture
def random(monkeypatch: pytest.MonkeyPatch) -> Random:
    """Chance, of the deals as well, that is the same in every run."""
    random = Random(500)
    monkeypatch.setattr("games.services.deals.new_seed", lambda: random.randbytes(32))
    return random


def test_the_page_names_what_belongs_to_the_answer() -> None:
    assert all(f"`{name}`" in prose_of(PAGE) for name in OF_THE_ANSWER)
    assert len(examples_of(PAGE, "python")[0].splitlines()) <= 10


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "pagat"},
        {"preset": "pagat", "call_priority": "clockwise", "wild_swap": "reuse"},
        {"preset": "pagat", "call_window": 0},
        {"preset": "rummy_5000"},
        {"preset": "persian"},
        {"preset": "pagat", "go_out": "unplayable", "playable_last_discard": "callable"},
    ],
    ids=lambda rules: "-".join(map(str, rules.values())),
)
def test_over_whole_games(rules: dict[str, Any], random: Random) -> None:
    game = people(4, rules={**rules, "deal_limit": 2}, takeover_level="casual")
    watching = Followers(game.state)
    told: set[str] = set()
    leaving = {60: 1, 90: 3}  # how many acts have passed, and who resigns then
    acts = 0
    while not game.state.game.is_over:
        act(game, leaving.get(acts), random)
        acts += 1
        told |= watching.check(game.state)
    assert told >= {"move_played", "deal_over", "deal_started", "player_left", "seat_changed", "game_over"}
    assert ("call_window_opened" in told) == (game.state.options.call != "off")


def act(game: People, leaver: int | None, random: Random) -> None:
    """A resignation, the end of a window in which others are silent, or a move as a computer player makes it."""
    state = game.state
    if leaver is not None:
        resign(game_id=game.game_id, player_id=game.players[leaver].pk, now=NOW)
    elif next_bot(state):
        play_bot_turn(game_id=game.game_id, version=state.game.version, clock=ticking().__next__)
    elif state.game.window_closes_at and random.random() < 0.2:
        look_at(game_id=game.game_id, player_id=None, now=WINDOW_IS_OVER)
    else:
        actor = random.choice(seats_to_act(state))
        move = LEVELS["casual"].choose(observation(state.playing, actor.seat), bot_random(state))
        game.play(actor.seat, engine.move_text(move))


CALLABLE = {
    "turn": 0,
    "phase": "play",
    "hands": [["TH", "2C"], ["3C", "4D"], ["5S", "6D"], ["JC", "QD"]],
    "stock": ["5H", "6H", "8C"],
    "pile": ["KC"],
    "melds": [{"id": 1, "kind": "run", "cards": ["7H", "8H", "9H"], "by": [1, 1, 1], "owner": 1}],
}


@pytest.mark.parametrize("policy", ["bot", "abandon"])
@pytest.mark.parametrize("leaver", range(4))
@pytest.mark.parametrize("priority", ["first", "clockwise"])
def test_a_resignation_while_a_window_is_open(policy: str, leaver: int, priority: str) -> None:
    game = people(4, rules={"preset": "pagat", "call_priority": priority}, leaver_policy=policy)
    set_position(game.game_id, CALLABLE)
    watching = Followers(game.state)
    game.play(0, "discard TH")
    game.play(1, "pass")
    game.play(3, "pass" if priority == "first" else "call TH")
    resign(game_id=game.game_id, player_id=game.players[leaver].pk, now=NOW)
    watching.check(game.state)
    views = [follower.view for follower in watching.all]
    gone = views[leaver]
    role = "finished" if policy == "abandon" else "spectator"
    assert (gone["viewer"], gone["seat"], gone["hand"]) == (role, None, [])
    for view in views:
        seat = view["seats"][leaver]
        assert (seat["resigned"], seat["bot_level"]) == (True, "casual" if policy == "bot" else None)
        assert seat["player"]["name"] == f"Player {leaver}"
    if policy == "bot":
        assert gone["window"]["answered"] is None
        assert leaver == 1 or views[1]["window"]["answered"] == "pass"
