"""Games in disorder: people who play, fall silent, resign, come back and make offers, while time goes on in leaps.

A clock of its own moves time. Between any two steps the invariants hold; in the end every game has ended.
"""

from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import engine
from bots.registry import LEVELS
from games import store
from games.invariants import breaches_of
from games.models import LeaverPolicy, OfferKind
from games.services.bots import play_bot_turn
from games.services.create import SeatWish
from games.services.offers import answer_offer, create_offer
from games.services.outages import beat
from games.services.play import submit_move
from games.services.resign import resign
from games.services.seating import take_seat
from games.services.start import start_game
from games.services.sweep import settle_due_games
from games.sight import observation
from games.store import GameState
from games.turns import seats_to_act
from players.errors import DomainError
from players.models import Player
from tests.service.games.table import NOW, made

CLOCKS: list[dict[str, Any]] = [
    {"mode": "live", "initial_ms": 60_000, "increment_ms": 1_000},
    {"mode": "live", "turn_ms": 15_000, "reserve_ms": 10_000},
    {"mode": "daily", "turn_seconds": 60},
]
RULES: list[dict[str, Any]] = [
    {"preset": "pagat", "deal_limit": 1},
    {"preset": "pagat", "call_priority": "clockwise", "deal_limit": 1},
    {"preset": "new_meld_only", "call_window": 0, "deal_limit": 1},
    {"preset": "classic", "deal_limit": 1},
]
MOST_STEPS = 3000


class Disorder:
    """One game among people and bots, of a number that decides everything."""

    def __init__(self, number: int, people: list[Player]) -> None:
        self.random = Random(number)
        self.now = NOW + timedelta(days=number)
        self.people = people
        bots = [SeatWish("club")] * self.random.randint(0, 2)
        state = made(
            *[SeatWish()] * len(people),
            *bots,
            owner=people[0],
            rules=self.random.choice(RULES),
            clock=self.random.choice(CLOCKS),
            max_timeouts=self.random.randint(0, 3),
            leaver_policy=self.random.choice(LeaverPolicy.values),
        )
        self.game_id = state.game.id
        for seat, player in enumerate(people[1:], 1):
            take_seat(game_id=self.game_id, number=seat, player=player, now=self.now)
        start_game(game_id=self.game_id, player_id=people[0].pk, now=self.now)

    @property
    def state(self) -> GameState:
        return store.load(self.game_id)

    def play(self) -> GameState:
        """To the end, whatever happens."""
        for _ in range(MOST_STEPS):
            beat(now=self.now)
            settle_due_games(now=self.now)
            state = self.state
            assert not (found := breaches_of(state, self.now)), (self.game_id, found)
            if state.game.is_over:
                return state
            self._step(state)
        raise AssertionError(f"game {self.game_id} does not end")

    def _step(self, state: GameState) -> None:
        self.now += timedelta(seconds=self.random.choice([0.2, 1, 1, 2, 4]))
        with suppress(DomainError, engine.IllegalMove):  # too late, or not now: that is what is tried here
            self._act(state)

    def _act(self, state: GameState) -> None:
        chance = self.random.random()
        player = self.random.choice(self.people)
        if state.game.bot_due_at is not None:
            play_bot_turn(game_id=self.game_id, version=state.game.version, clock=lambda: self.now)
        elif chance < 0.01:
            resign(game_id=self.game_id, player_id=player.pk, now=self.now)
        elif chance < 0.06:
            self._come_back(state, player)
        elif chance < 0.10:
            self._offer(state, player)
        elif chance < 0.25 and state.game.offer_id is not None:
            answer = self.random.choice(["accepted", "accepted", "declined"])
            asked = {"game_id": self.game_id, "player_id": player.pk, "offer_id": state.game.offer_id}
            answer_offer(**asked, answer=answer, now=self.now)
        elif chance < 0.35:
            self._be_silent(self.random.choice([4, 20, 80]))
        else:
            self._move(state)

    def _be_silent(self, seconds: int) -> None:
        """Nobody moves; sometimes because there is no worker."""
        is_outage = self.random.random() < 0.1
        for _ in range(seconds // 4):
            self.now += timedelta(seconds=4)
            if not is_outage:
                beat(now=self.now)

    def _come_back(self, state: GameState, player: Player) -> None:
        for seat in state.seats:
            if seat.player_id == player.pk:
                take_seat(game_id=self.game_id, number=seat.seat, player=player, now=self.now)

    def _offer(self, state: GameState, player: Player) -> None:
        weights = {"undo": 40, "pause": 8, "resume": 1, "abandon": 1, "add_time": 8}
        if state.game.status == "paused":
            weights["resume"] = 100
        (kind,) = self.random.choices(list(weights), list(weights.values()))
        if kind == OfferKind.UNDO and state.deal is not None:
            player = state.seats[state.deal.table.turn].player or player
        seconds = 20 if kind == OfferKind.ADD_TIME else None
        asked = {"game_id": self.game_id, "player_id": player.pk, "version": state.game.version}
        create_offer(**asked, kind=kind, seconds=seconds, now=self.now)

    def _move(self, state: GameState) -> None:
        seat = next((seat for seat in seats_to_act(state) if not seat.is_bot), None)
        if seat is None or seat.player is None:
            return
        move = LEVELS["casual"].choose(observation(state.playing, seat.seat), self.random)
        is_answer = move.type in ("call", "pass")
        submit_move(
            game_id=self.game_id,
            player_id=seat.player.pk,
            move=engine.move_json(move),
            version=None if is_answer else state.game.version,
            window=state.game.window_id if is_answer else None,
            now=self.now,
        )
