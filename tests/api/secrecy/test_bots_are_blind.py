"""What a computer player does and how long it takes over it is the same whatever the others hold."""

from random import Random

import pytest

from bots.registry import LEVELS
from engine import Move
from games.bot_chance import bot_random, pause_seconds
from games.sight import observation
from games.store import GameState
from games.turns import seats_to_act
from tests.api.secrecy.callers import crowd
from tests.api.secrecy.exchange import exchanged
from tests.api.secrecy.games import RULES
from tests.api.secrecy.hidden import hidden_from
from tests.api.secrecy.moments import Story
from tests.api.secrecy.stillness import Stillness
from tests.engine.sizes import SIZED, SOAK

pytestmark = [pytest.mark.django_db, *SIZED]
CHOSEN = list(RULES) if SOAK else ["clockwise", "joker_swap", "rummy_5000"]


def plan(state: GameState, number: int, level: str, still: Stillness) -> tuple[Move, float]:
    """What a computer player of this level would do at the seat, and after how many seconds."""
    seat = state.seats[number]
    seat.bot_level = level
    move = LEVELS[level].choose(observation(state.playing, number), bot_random(state))
    return move, pause_seconds(state, seat, still.now, 1.0)


@pytest.mark.parametrize("rules", CHOSEN)
def test_hidden_cards_change_no_plan(rules: str, still: Stillness) -> None:
    story = Story(crowd(4, app_seat=2, staff_seat=1), RULES[rules], still)
    phases = set()
    for moment in story.moments():
        for seat in seats_to_act(moment.state):
            for level in LEVELS:
                before = plan(story.state, seat.seat, level, still)
                hidden = hidden_from(moment.state, seat.seat)
                with exchanged(moment.state, hidden, Random(f"{moment.phase} {level}")) as moved:
                    assert moved
                    assert plan(story.state, seat.seat, level, still) == before
                phases.add(moment.phase)
    assert phases >= {"draw", "play", "obliged", "taken", "next_deal"}
