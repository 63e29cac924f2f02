"""A game in which time passes: people think, follow it or do not, talk, ask each other, leave, and come back."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

import engine
from bots.registry import LEVELS
from games.bot_chance import next_bot
from games.models import ChatMessage, Game, Offer, OfferKind, OfferStatus, Room, Seat
from games.services.bots import play_bot_turn
from games.services.chat import post_message, remove_message
from games.services.look import look_at
from games.services.offers import answer_offer, create_offer
from games.services.presence import note_presence
from games.services.resign import resign
from games.services.seating import take_seat
from games.sight import observation
from games.store import GameState
from games.turns import seats_to_act
from players.errors import DomainError
from players.ids import uuid7
from tests.service.games.table import NOW, People, ticking

OFFERS = [OfferKind.UNDO, OfferKind.PAUSE, OfferKind.RESUME, OfferKind.ADD_TIME]
CAN_BE_UNDONE = ("take", "meld", "lay_off", "swap")
PAUSES_SECONDS = (1, 1, 1, 1, 2, 2, 2, 5, 5, 12)
HAPPENS = {
    *("move_played", "turn_started", "deal_over", "deal_started", "game_over"),
    *("timed_out", "clock_changed", "game_paused", "game_resumed", "undo_done"),
    *("offer_made", "offer_answered", "offer_closed", "player_left", "seat_changed", "player_joined"),
}
"""What must have happened in an evening among three for a test to have shown something."""
BESIDE = {"presence_changed", "chat_posted", "chat_removed"}
"""What happens beside the game, where people `talk`."""
_HERE = uuid7()


@dataclass
class Evening:
    """A game among people who think, ask each other, leave, and come back; who `talk`, too, and are seen to follow.

    The same `random` makes the same evening. All waits are `slow` times as long.
    """

    game: People
    random: Random
    now: datetime = NOW
    slow: int = 1
    talks: bool = False
    level: str = "club"

    def __post_init__(self) -> None:
        Game.objects.filter(id=self.game.game_id).update(bot_secret=self.random.randbytes(32))

    def go_on(self) -> None:
        """Time passes, then one thing happens; what cannot be is refused."""
        self.now += timedelta(seconds=self.slow * self.random.choice(PAUSES_SECONDS))
        state = look_at(game_id=self.game.game_id, player_id=None, now=self.now)
        if state.game.is_over:
            return
        if self.talks and self.random.random() < 0.1:
            with suppress(DomainError):
                self._do_beside(state)
        chance = self.random.random()
        with suppress(DomainError):
            if state.game.status == "paused" or chance < (0.9 if state.game.offer_id else 0.25):
                self._ask(state)
            elif chance > 0.96:
                self._leave(state)
            elif chance > 0.86:
                self._come_back(state)
            else:
                self._play(state)

    def _ask(self, state: GameState) -> None:
        """Somebody makes an offer, or one who has not answered the open one does."""
        offer = Offer.objects.filter(game=state.game, status=OfferStatus.OPEN).first()
        asked = [int(seat) for seat, answer in offer.answers.items() if answer is None] if offer else []
        people = [seat for seat in state.seats if not seat.is_bot and (offer is None or seat.seat in asked)]
        seat = self.random.choice(people or state.seats)
        who: Any = {"game_id": self.game.game_id, "player_id": seat.player_id, "now": self.now}
        if offer is not None:
            answer = self.random.choice(["accepted"] * (7 + 4 * len(state.seats)) + ["declined"])
            answer_offer(**who, offer_id=offer.id, answer=answer)
        else:
            kind = self.random.choice(OFFERS)
            if state.game.status == "paused":
                kind = OfferKind.RESUME
            if kind == OfferKind.UNDO:
                who["player_id"] = state.seats[state.playing.table.turn].player_id
            seconds = 10 if kind == OfferKind.ADD_TIME else None
            create_offer(**who, kind=kind, version=state.game.version, seconds=seconds)

    def _leave(self, state: GameState) -> None:
        """Somebody does, but not the last person, with whom the game would end."""
        if sum(not seat.is_bot for seat in state.seats) > 1:
            resign(game_id=self.game.game_id, player_id=self._player(self.random.choice(state.seats)).pk, now=self.now)

    def _come_back(self, state: GameState) -> None:
        gone = [seat for seat in state.seats if seat.resigned_at]
        if gone:
            seat = self.random.choice(gone)
            take_seat(game_id=self.game.game_id, number=seat.seat, player=self._player(seat), now=self.now)

    def _play(self, state: GameState) -> None:
        if next_bot(state):
            clock = ticking(self.now).__next__
            play_bot_turn(game_id=self.game.game_id, version=state.game.version, clock=clock)
            return
        seat = self.random.choice(seats_to_act(state)).seat
        move = LEVELS[self.level].choose(observation(state.playing, seat), self.random)
        version = self.game.play(seat, engine.move_text(move), now=self.now).entry.version
        if move.type in CAN_BE_UNDONE and not state.game.offer_id and self.random.random() < 0.5:
            undo: Any = {"kind": OfferKind.UNDO, "version": version, "now": self.now}
            create_offer(game_id=self.game.game_id, player_id=self.game.players[seat].pk, **undo)

    def _do_beside(self, state: GameState) -> None:
        """Somebody says something or takes it back, begins to follow the game, or follows it no more."""
        seat = self.random.choice(state.seats)
        said = ChatMessage.objects.filter(game=state.game, player=seat.player, removed_at=None).first()
        if self.random.random() < 0.5:
            places = {(self.game.game_id, seat.seat)}
            arrived, left = (set[Any](), places) if seat.connected else (places, set[Any]())
            note_presence(listener_id=_HERE, arrived=arrived, left=left, now=self.now)
        elif said is not None and self.random.random() < 0.5:
            where: Any = {"game_id": self.game.game_id, "room": said.room, "message_id": said.pk}
            remove_message(**where, player=self._player(seat), now=self.now)
        else:
            room = Room.SPECTATORS if seat.resigned_at else Room.TABLE
            said = {"room": room, "text": f"Word {self.random.random()}", "now": self.now}
            post_message(game_id=self.game.game_id, player=self._player(seat), **said)

    def _player(self, seat: Seat) -> Any:
        return self.game.players[seat.seat]
