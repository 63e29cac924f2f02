"""Games in disorder: people who play, fall silent, send things twice, make offers, leave, come back and are erased,
while time goes on in leaps, sweeps come late, bells are lost and workers die.

A clock of its own moves time. Between any two steps the invariants hold; in the end every game has ended.
"""

import json
from collections import Counter
from contextlib import suppress
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from unittest.mock import patch

from django.test import override_settings

import engine
from bots.registry import LEVELS
from games import store
from games.invariants import breaches_of
from games.models import Entry, Heartbeat, OfferKind
from games.refusals import RefusedInTurn
from games.services import outages
from games.services.bots import play_bot_turn
from games.services.dry_run import check_move
from games.services.look import look_at
from games.services.offers import answer_offer, cancel_offer, create_offer
from games.services.play import submit_move
from games.services.resign import resign
from games.services.seating import leave_seat, take_seat
from games.services.start import start_game
from games.services.sweep import PATIENCE, ring_late_bots, ring_late_tellers, settle_due_games
from games.services.telling import tell_players
from games.services.turn import submit_turn
from games.sight import observation
from games.store import GameState
from games.turns import seats_to_act
from players.errors import DomainError
from players.models import Erasure, Player, TokenKind
from players.services import issue_token
from players.services.erasure import erase_due
from tests.api.client import ApiClient
from tests.service.games.disorder_tables import drawn_rules, drawn_seats, drawn_settings
from tests.service.games.table import NOW, guest, made

MOST_STEPS = 6000
REFUSALS = (DomainError, engine.IllegalMove, RefusedInTurn)


class WorkerDied(Exception):
    """Between two moves of a computer player."""


class Disorder:
    """One game among people and bots, of a number that decides everything."""

    def __init__(self, number: int) -> None:
        self.random = Random(f"disorder {number}")
        self.now = NOW + timedelta(days=100 * number)
        self.seen: Counter[str] = Counter()
        self.returns: Counter[int] = Counter()
        self.resting_until = self.now  # sweeps and workers
        self.is_swept = True  # since they last rested
        self.nobody_resumes = self.random.random() < 0.2
        rules = drawn_rules(self.random)
        wishes = drawn_seats(self.random, rules)
        self.people = [guest(f"Player {seat}") for seat, wish in enumerate(wishes) if not wish.bot_level]
        state = made(*wishes, owner=self.people[0], rules=rules, **drawn_settings(self.random))
        self.game_id = state.game.id
        self._sit_down(state)
        for _ in range(2):
            start_game(game_id=self.game_id, player_id=self.people[0].pk, now=self.now)

    @property
    def state(self) -> GameState:
        return store.load(self.game_id)

    def play(self) -> GameState:
        """To the end, whatever happens."""
        with override_settings(BOT_DELAY_FACTOR=self.random.choice([0.0, 1.0])):
            return self._play()

    def _play(self) -> GameState:
        for _ in range(MOST_STEPS):
            state = self._state_after_the_workers()
            assert not (found := breaches_of(state, self.now)), (self.game_id, found)
            if state.game.is_over:
                return state
            self.now += timedelta(seconds=self.random.choice([0.2, 1, 1, 2, 4]))
            with suppress(*REFUSALS):  # too late, or not now: that is what is tried here
                self._act(state)
        raise AssertionError(f"game {self.game_id} does not end")

    def _sit_down(self, state: GameState) -> None:
        """Whoever comes; some change their mind before the start."""
        free = [seat.seat for seat in state.seats if seat.is_open]
        for seat, player in zip(free, self.people[1:], strict=True):
            take_seat(game_id=self.game_id, number=seat, player=player, now=self.now)
            if self.random.random() < 0.1:
                leave_seat(game_id=self.game_id, number=seat, player_id=player.pk, now=self.now)
                take_seat(game_id=self.game_id, number=seat, player=player, now=self.now)

    def _state_after_the_workers(self) -> GameState:
        """What they do of themselves: a sweep, which may come late, and bots whose bell was rung or rung again."""
        if self.now >= self.resting_until:
            self.is_swept = True
            outages.beat(now=self.now)
            settle_due_games(now=self.now)
            if ring_late_bots(now=self.now):
                self.seen["bell rung again"] += 1
                self._play_bot()
            if ring_late_tellers(now=self.now):
                self._do("told late", tell_players(game_id=self.game_id, now=self.now))
        return self.state

    def _act(self, state: GameState) -> None:
        """What somebody does next."""
        player = self.random.choice(self.people)
        if self._is_bots_moment(state):
            self._play_bot()
            return
        chance, is_paused = self.random.random(), state.game.status == "paused"
        if chance < (0.10 if is_paused and self.nobody_resumes else 0.008):
            after = resign(game_id=self.game_id, player_id=player.pk, now=self.now)
            self._do("leave a pause" if is_paused and after.game.status == "running" else "resign", None)
        elif chance < 0.011:
            self._erase(player)
        elif chance < 0.12:
            self._come_back(state, player)
        elif chance < 0.18:
            self._offer(state, player)
        elif chance < 0.35 and state.game.offer_id is not None:
            self._answer(state, player)
        elif chance < 0.20:
            self._do("look", look_at(game_id=self.game_id, player_id=player.pk, now=self.now))
        elif chance < 0.25:
            self._be_silent(state)
        else:
            self._move(state)

    def _do(self, what: str, _: object) -> None:
        self.seen[what] += 1

    # Workers

    def _is_bots_moment(self, state: GameState) -> bool:
        due_at = state.game.bot_due_at
        is_rung = due_at is not None and due_at <= self.now < due_at + PATIENCE and self.now >= self.resting_until
        return is_rung and self.random.random() < 0.9  # else the bell is lost

    def _play_bot(self) -> None:
        """The task, sometimes twice, and sometimes with a worker that dies in the middle of the turn."""
        version, moves = self.state.game.version, count()
        dies_after = self.random.choice([1, 2, 3]) if self.random.random() < 0.1 else MOST_STEPS

        def clock() -> datetime:
            if next(moves) == dies_after:
                raise WorkerDied
            return self.now

        for _ in range(self.random.choice([1, 1, 1, 2])):
            try:
                play_bot_turn(game_id=self.game_id, version=version, clock=clock)
            except WorkerDied:
                self._do("worker dies", None)

    def _be_silent(self, state: GameState) -> None:
        """Nobody moves; sometimes because a sweep is late, or because there is no worker."""
        seconds = self.random.choice([4, 4, 20, 80, 4000 if state.game.status == "paused" else 4])
        chance = self.random.random() if self.is_swept and self.now >= self.resting_until else 1.0
        self.is_swept = self.is_swept and chance >= 0.5
        if chance < 0.3:  # people may go on meanwhile
            self._do("late sweep", None)
            self.resting_until = self.now + timedelta(seconds=self.random.choice([3, 10, 30]))
            self._beat_until(self.resting_until)
            return
        end = self.now + timedelta(seconds=seconds)
        if chance < 0.5:
            self._do("outage", None)
            self.resting_until = self.now + timedelta(seconds=self.random.choice([7, 20, 45]))
            self.now += self.random.random() * (self.resting_until - self.now)
            return
        self._beat_until(end)
        self.now = end

    def _beat_until(self, end: datetime) -> None:
        """A worker is there all the time."""
        if outages.is_worker_healthy(self.now):
            Heartbeat.objects.update(at=end)

    # People

    def _come_back(self, state: GameState, player: Player) -> None:
        for seat in state.seats:
            if seat.player_id == player.pk and seat.is_bot:
                take_seat(game_id=self.game_id, number=seat.seat, player=player, now=self.now)
                self._do("come back", None)
                self.returns[seat.seat] += 1
                assert self.returns[seat.seat] <= (1 if state.game.rated else 3)

    def _erase(self, player: Player) -> None:
        if len(self.people) > 1:
            Erasure.objects.create(player=player, requested_at=self.now, due_at=self.now)
            assert erase_due(now=self.now) == 1
            self.people.remove(player)
            assert self.state.seat_of(player.pk) is None or self.state.game.is_over
            self._do("erase", None)

    def _offer(self, state: GameState, player: Player) -> None:
        weights = {"undo": 40, "pause": 80 if self.nobody_resumes else 8, "resume": 1, "abandon": 1, "add_time": 8}
        if state.game.status == "paused":
            weights["resume"] = 0 if self.nobody_resumes else 100
        (kind,) = self.random.choices(list(weights), list(weights.values()))
        if kind == OfferKind.UNDO and state.deal is not None:
            player = state.seats[state.deal.table.turn].player or player
        seconds = 20 if kind == OfferKind.ADD_TIME else None
        asked = {"game_id": self.game_id, "player_id": player.pk, "version": state.game.version}
        offer, _ = create_offer(**asked, kind=kind, seconds=seconds, now=self.now)
        self._do(f"{kind} {offer.status}", None)

    def _answer(self, state: GameState, player: Player) -> None:
        asked: dict[str, Any] = {"game_id": self.game_id, "player_id": player.pk, "offer_id": state.game.offer_id}
        answer = self.random.choice(["accepted", "accepted", "declined", "cancel"])
        if answer == "cancel":
            self._do("cancel", cancel_offer(**asked, now=self.now))
            return
        offer, _ = answer_offer(**asked, answer=answer, now=self.now)
        self._do(f"{offer.kind} {offer.status}", None)

    def _move(self, state: GameState) -> None:
        """A person who may act does, in one of the ways in which a client could."""
        able = [seat for seat in seats_to_act(state) if not seat.is_bot and seat.player in self.people]
        if not able:
            return
        seat = self.random.choice(able)
        assert seat.player is not None
        seen = observation(state.playing, seat.seat)
        move = LEVELS[self.random.choice(["random", "casual"])].choose(seen, self.random)
        is_answer = move.type in ("call", "pass")
        asked: dict[str, Any] = {
            "game_id": self.game_id,
            "player_id": seat.player.pk,
            "version": None if is_answer else state.game.version,
            "window": state.game.window_id if is_answer else None,
            "now": self.now,
        }
        way = self.random.random()
        if way < 0.04:
            self._send_twice(state, seat.player, move, is_answer=is_answer)
        elif way < 0.12:
            check_move(**asked, move=engine.move_json(move))
            self._do("check", None)
        elif way < 0.3 and state.playing.table.phase == engine.PLAY:
            submit_turn(**asked, moves=self._rest_of_turn(state, seat.seat))
            self._do("turn", None)
        else:
            after = submit_move(**asked, move=engine.move_json(move)).state.playing
            self._do(f"{move.type} kept" if after.calls and move.type == "call" else move.type, None)

    def _rest_of_turn(self, state: GameState, seat: int) -> list[dict[str, Any]]:
        deal, moves = state.playing, list[dict[str, Any]]()
        while deal.table.turn == seat and deal.table.phase == engine.PLAY:
            move = LEVELS["casual"].choose(observation(deal, seat), self.random)
            deal = engine.play(deal, engine.Seat(seat), move)
            moves.append(engine.move_json(move))
        return moves

    def _send_twice(self, state: GameState, player: Player, move: engine.Move, *, is_answer: bool) -> None:
        """Over HTTP under one key, as if the answer had been lost; then something else under the same key."""
        _, secret = issue_token(player=player, kind=TokenKind.GUEST, now=self.now)
        client, path = ApiClient(secret), f"games/{self.game_id}/moves"
        body: dict[str, Any] = {"move": engine.move_json(move)}
        body |= {"window": str(state.game.window_id)} if is_answer else {"version": state.game.version}
        key = {"Idempotency-Key": f"key-{self.random.random()}"}
        with patch("django.utils.timezone.now", lambda: self.now):
            first, again = (client.post(path, body, headers=key) for _ in range(2))
            other = client.post(path, {**body, "move": {"type": "discard", "card": "X8"}}, headers=key)
        assert json.loads(first.content) | _TRACE == json.loads(again.content) | _TRACE
        if first.status_code == 201:
            version = first.json()["version"]
            assert (again["Idempotency-Replayed"], other.json()["code"]) == ("true", "idempotency_key_reused")
            assert Entry.objects.filter(game_id=self.game_id, version=version, text=first.json()["text"]).count() == 1
            self._do("send twice", None)


_TRACE = {"request_id": "", "retry_after_ms": None}
