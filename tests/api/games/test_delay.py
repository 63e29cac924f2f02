"""Games that are shown some moves later to those who look on: at every door, moment by moment."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

import engine
from bots.registry import LEVELS
from games.bot_chance import bot_random, next_bot
from games.models import Entry, Game, Kind, OfferKind
from games.services.bots import play_bot_turn
from games.services.chat import post_message
from games.services.look import look_at
from games.services.offers import answer_offer, create_offer
from games.services.presence import note_presence
from games.services.resign import resign
from games.sight import observation
from games.turns import seats_to_act
from players.errors import DomainError
from players.ids import uuid7
from players.models import TokenKind
from players.services import issue_token
from tests.api.games.doors import told_at_doors
from tests.service.games.table import NOW, People, guest, people

pytestmark = pytest.mark.django_db
DAILY = {"mode": "daily", "turn_seconds": 86400}
LISTENER = uuid7()


class Times:
    """A second passes with each that happens, and none while it is asked."""

    now = NOW

    def __next__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


EVERY = 8
"""So many moves are between two at which everything is asked."""


class Watch:
    """What those who look on are told, and what they would be told at once: noted after some moves, before the next."""

    def __init__(self, game: People, delay: int) -> None:
        self.game, self.delay = game, delay
        self.at_once: dict[int, Any] = {}
        self.checked: set[int] = set()
        _, self.token = issue_token(player=guest("Onlooker"), kind=TokenKind.GUEST, now=NOW)

    def look(self) -> None:
        """Note what would be told now without a delay; with it, it is told so many moves later, or with the end."""
        state = self.game.state
        is_over, version = state.game.is_over, state.game.version
        moves = Entry.objects.filter(game=self.game.game_id, kind=Kind.MOVE).count()
        shown = moves if is_over else max(0, moves - self.delay)
        if moves % EVERY == 0 or is_over:
            self._note(moves, version)
        if shown in self.at_once:
            self._check(self.at_once[shown], version, is_over)
            self.checked.add(shown)

    def _note(self, moves: int, version: int) -> None:
        row = Game.objects.filter(pk=self.game.game_id)
        row.update(spectator_delay_moves=0)
        self.at_once[moves] = told_at_doors(self.game, range(max(1, version - 3), version + 2), self.token)
        row.update(spectator_delay_moves=self.delay)

    def _check(self, expected: Any, version: int, is_over: bool) -> None:
        told = told_at_doors(self.game, range(max(1, version - self.delay - 2), version + 2), self.token)
        for door, (status, content) in told.items():
            assert door in expected or is_over or status == 404, door
            content = content.replace(f'"spectator_delay_moves":{self.delay}', '"spectator_delay_moves":0')
            if door in expected:
                assert (status, content) == expected[door], door


@pytest.mark.parametrize(
    ("rules", "delay"),
    [
        ({"preset": "pagat", "call_priority": "clockwise"}, 8),
        ({"preset": "classic", "deal_limit": 2, "call": "off"}, 1),
        ({"preset": "rummy_5000"}, 3),
    ],
    ids=["pagat", "classic", "rummy_5000"],
)
def test_every_door_tells_what_it_told_so_many_moves_before(
    rules: dict[str, Any], delay: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, times = Random(f"{rules} {delay}"), Times()
    monkeypatch.setattr("games.services.deals.new_seed", lambda: random.randbytes(32))
    monkeypatch.setattr(timezone, "now", lambda: times.now)
    game = people(3, rules={"deal_limit": 1, **rules}, clock=DAILY, spectator_delay_moves=delay)
    watch, happenings = Watch(game, delay), besides(game, times)
    while not game.state.game.is_over:
        look_at(game_id=game.game_id, player_id=None, now=next(times))  # what time decides is not decided while asked
        watch.look()
        is_paused = game.state.game.status == "paused"
        if not (is_paused or random.random() < 0.3) or not next(happenings, ""):
            play(game, random, times)
    watch.look()
    assert len(watch.checked) > 5
    assert next(happenings, None) is None


def play(game: People, random: Random, times: Times) -> None:
    """A move of a person or of a bot."""
    state = game.state
    if next_bot(state):
        play_bot_turn(game_id=game.game_id, version=state.game.version, clock=times.__next__)
    else:
        actor = random.choice(seats_to_act(state))
        move = LEVELS["casual"].choose(observation(state.playing, actor.seat), bot_random(state))
        try:
            game.play(actor.seat, engine.move_text(move), next(times))
        except DomainError as late:
            if late.code != "call_closed":  # by time, just then
                raise


def besides(game: People, times: Times) -> Iterator[str]:
    """What happens between the moves, one thing a step."""
    yield come(game, [0, 1], times)
    yield say(game, times)
    yield from agree(game, "add_time", times, seconds=60)
    yield from agree(game, "pause", times)
    yield come(game, [2], times)
    yield from agree(game, "resume", times)
    yield resigned(game, 1, times)
    yield say(game, times)
    yield from agree(game, "pause", times)
    yield from agree(game, "resume", times)


def come(game: People, seats: list[int], times: Times) -> str:
    arrived = [(game.game_id, seat) for seat in seats]
    note_presence(listener_id=LISTENER, arrived=arrived, left=[], now=next(times))
    return "presence"


def say(game: People, times: Times) -> str:
    post_message(game_id=game.game_id, player=game.players[0], room="table", text="Hm!", now=next(times))
    return "chat"


def resigned(game: People, seat: int, times: Times) -> str:
    resign(game_id=game.game_id, player_id=game.players[seat].pk, now=next(times))
    return "resigned"


def agree(game: People, kind: str, times: Times, **more: Any) -> Iterator[str]:
    """Seat 0 asks, and the other people accept, one a step; bots do it at once."""
    offer = None
    while offer is None:
        try:
            offer, _ = create_offer(
                game_id=game.game_id,
                player_id=game.players[0].pk,
                kind=OfferKind(kind),
                version=game.state.game.version,
                now=next(times),
                **more,
            )
        except DomainError:  # not while a call window is open
            yield ""
    yield kind
    for seat in (1, 2):
        if game.state.seats[seat].resigned_at is None:
            answer_offer(
                game_id=game.game_id,
                player_id=game.players[seat].pk,
                offer_id=offer.id,
                answer="accepted",
                now=next(times),
            )
            yield "answer"
