"""View and events give the later view in a game in which time passes: clocks, offers, undo, leaving and coming back."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

import pytest

import engine
from bots.registry import LEVELS
from games.bot_chance import next_bot
from games.models import Game, Offer, OfferKind, OfferStatus, Seat
from games.services.bots import play_bot_turn
from games.services.look import look_at
from games.services.offers import answer_offer, create_offer
from games.services.resign import resign
from games.services.seating import take_seat
from games.sight import observation
from games.store import GameState
from games.turns import seats_to_act
from players.errors import DomainError
from tests.service.games.followers import Followers
from tests.service.games.table import NOW, People, people, ticking

pytestmark = pytest.mark.django_db

OFFERS = [OfferKind.UNDO, OfferKind.PAUSE, OfferKind.RESUME, OfferKind.ADD_TIME]
CAN_BE_UNDONE = ("take", "meld", "lay_off", "swap")
HAPPENS = {
    *("move_played", "turn_started", "deal_over", "deal_started", "game_over"),
    *("timed_out", "clock_changed", "game_paused", "game_resumed", "undo_done"),
    *("offer_made", "offer_answered", "offer_closed", "player_left", "seat_changed", "player_joined"),
}
"""What must have happened in an evening for the test to have shown something; the same happens in every run."""
PAUSES_SECONDS = (1, 1, 1, 1, 2, 2, 2, 5, 5, 12)


@dataclass
class Evening:
    """A game among people who think, ask each other, leave, and come back."""

    game: People
    random: Random
    now: datetime = NOW

    def go_on(self) -> None:
        """Time passes, then one thing happens; what cannot be is refused."""
        self.now += timedelta(seconds=self.random.choice(PAUSES_SECONDS))
        state = look_at(game_id=self.game.game_id, player_id=None, now=self.now)
        if state.game.is_over:
            return
        chance = self.random.random()
        with suppress(DomainError):
            if state.game.status == "paused" or chance < (0.9 if state.game.offer_id else 0.25):
                self.ask(state)
            elif chance > 0.96:
                self.leave(state)
            elif chance > 0.86:
                self.come_back(state)
            else:
                self.play(state)

    def ask(self, state: GameState) -> None:
        """Somebody makes an offer, or one who has not answered the open one does."""
        offer = Offer.objects.filter(status=OfferStatus.OPEN).first()
        asked = [int(seat) for seat, answer in offer.answers.items() if answer is None] if offer else []
        people = [seat for seat in state.seats if not seat.is_bot and (offer is None or seat.seat in asked)]
        seat = self.random.choice(people or state.seats)
        who: Any = {"game_id": self.game.game_id, "player_id": seat.player_id, "now": self.now}
        if offer is not None:
            answer = self.random.choice(["accepted"] * 7 + ["declined"])
            answer_offer(**who, offer_id=offer.id, answer=answer)
        else:
            kind = self.random.choice(OFFERS)
            if kind == OfferKind.UNDO:
                who["player_id"] = state.seats[state.playing.table.turn].player_id
            seconds = 10 if kind == OfferKind.ADD_TIME else None
            create_offer(**who, kind=kind, version=state.game.version, seconds=seconds)

    def leave(self, state: GameState) -> None:
        resign(game_id=self.game.game_id, player_id=self.player(self.random.choice(state.seats)).pk, now=self.now)

    def come_back(self, state: GameState) -> None:
        gone = [seat for seat in state.seats if seat.resigned_at]
        if gone:
            seat = self.random.choice(gone)
            take_seat(game_id=self.game.game_id, number=seat.seat, player=self.player(seat), now=self.now)

    def play(self, state: GameState) -> None:
        if next_bot(state):
            clock = ticking(self.now).__next__
            play_bot_turn(game_id=self.game.game_id, version=state.game.version, clock=clock)
            return
        seat = self.random.choice(seats_to_act(state)).seat
        move = LEVELS["club"].choose(observation(state.playing, seat), self.random)
        version = self.game.play(seat, engine.move_text(move), now=self.now).entry.version
        if move.type in CAN_BE_UNDONE and not state.game.offer_id and self.random.random() < 0.5:
            undo: Any = {"kind": OfferKind.UNDO, "version": version, "now": self.now}
            create_offer(game_id=self.game.game_id, player_id=self.game.players[seat].pk, **undo)

    def player(self, seat: Seat) -> Any:
        return self.game.players[seat.seat]


@pytest.mark.parametrize("call_window", [0, 10])
def test_over_a_whole_game_in_time(call_window: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = Random(500)
    monkeypatch.setattr("games.services.deals.new_seed", lambda: random.randbytes(32))
    clock = {"mode": "live", "initial_ms": 60_000, "turn_ms": 10_000, "increment_ms": 1000}
    rules = {"preset": "pagat", "deal_limit": 2, "call_window": call_window}
    game = people(3, rules=rules, clock=clock, max_timeouts=2, takeover_level="casual")
    Game.objects.update(bot_secret=random.randbytes(32))
    evening, watching, told = Evening(game, random), Followers(game.state), set()
    while not game.state.game.is_over:
        evening.go_on()
        told |= watching.check(game.state)
    assert told >= HAPPENS
