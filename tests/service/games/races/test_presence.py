"""Processes write down at once who has come and gone: what is told in the end is so, and each change is told once."""

from itertools import pairwise
from random import Random

from games.models import Notice, Seat
from games.services.presence import note_presence
from players.ids import uuid7
from tests.at_once import RACES, SOME_ROUNDS, AtOnce
from tests.service.games.table import NOW, People, people

pytestmark = RACES
PROCESSES = [uuid7() for _ in range(4)]


def test_who_comes_and_goes_in_several_processes(at_once: AtOnce) -> None:
    game, rng = people(2), Random(3)
    for _ in range(SOME_ROUNDS):
        here = {process: rng.random() < 0.5 for process in PROCESSES}
        at_once(
            *[
                lambda process=process, is_here=is_here: note(game, process, is_here)
                for process, is_here in here.items()
            ],
            *[lambda ply=ply: game.play(0, ply) for ply in ("draw", "draw")],
        )
        for process in PROCESSES:  # their next signs of life
            note_presence(listener_id=process, arrived=(), left=(), now=NOW)
        assert Seat.objects.get(game=game.game_id, seat=0).connected == any(here.values())
    told = Notice.objects.filter(type="presence_changed").order_by("version", "number").values_list("facts", flat=True)
    states = [facts["changes"]["seats"][0]["connected"] for facts in told]
    assert all(one != other for one, other in pairwise(states))


def note(game: People, process: object, is_here: bool) -> bool:
    place = {(game.game_id, 0)}
    arrived, left = (place, set()) if is_here else (set(), place)
    return note_presence(listener_id=process, arrived=arrived, left=left, now=NOW)  # type: ignore[arg-type]
