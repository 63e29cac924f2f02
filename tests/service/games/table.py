"""Games to play in tests: made by the services, and set to a position where a test needs one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

from django.db import transaction

import engine
from games import after_commit, store
from games.call_window import close_window, open_window
from games.models import Game
from games.services.create import GameWish, SeatWish, create_game
from games.services.play import Played, submit_move
from games.services.seating import take_seat
from games.services.start import start_game
from games.store import GameState
from players.models import Player
from players.services import create_guest

NOW = datetime(2026, 1, 5, 10, tzinfo=UTC)
OPEN = SeatWish()


def ticking(start: datetime = NOW) -> Iterator[datetime]:
    """One second later each time."""
    return (start + timedelta(seconds=number) for number in count())


def guest(name: str = "") -> Player:
    return create_guest(name=name or None, now=NOW)


def made(*seats: SeatWish, owner: Player | None = None, rules: Any = "pagat", **wish: Any) -> GameState:
    """A game as its owner asks for it."""
    wanted = GameWish(engine.options_from(rules), seats, **wish)
    return create_game(owner=owner or guest("Owner"), wish=wanted, now=NOW)


def bots(*levels: str, rules: Any = "pagat") -> GameState:
    """A running game among bots."""
    return made(*(SeatWish(level) for level in levels), rules=rules, start=True)


@dataclass
class People:
    """A running game, with a person at each seat."""

    game_id: UUID
    players: Sequence[Player]

    @property
    def state(self) -> GameState:
        return store.load(self.game_id)

    @property
    def window(self) -> UUID:
        window = self.state.game.window_id
        assert window is not None
        return window

    def play(self, seat: int, text: str, now: datetime = NOW, **occasion: Any) -> Played:
        """The move of a seat, for the version that is current, or for the open window."""
        move = engine.move_json(engine.parse_move(text))
        if not occasion:
            is_answer = move["type"] in ("call", "pass")
            occasion = {"window": self.window} if is_answer else {"version": self.state.game.version}
        player_id = self.players[seat].pk
        return submit_move(game_id=self.game_id, player_id=player_id, move=move, now=now, **occasion)


def people(number: int, rules: Any = "pagat", players: Sequence[Player] = (), **wish: Any) -> People:
    """A game of so many people, or of these."""
    game = gathered(players or [guest(f"Player {seat}") for seat in range(number)], rules, **wish)
    start_game(game_id=game.game_id, player_id=game.players[0].pk, now=NOW)
    return game


def gathered(players: Sequence[Player], rules: Any = "pagat", bots: Sequence[str] = (), **wish: Any) -> People:
    """A game at which these people sit, bots of these levels behind them; the first person has not started it yet."""
    seats = [OPEN] * len(players) + [SeatWish(level) for level in bots]
    game_id = made(*seats, owner=players[0], rules=rules, **wish).game.id
    for seat, player in enumerate(players[1:], 1):
        take_seat(game_id=game_id, number=seat, player=player, now=NOW)
    return People(game_id, players)


def set_position(game_id: UUID, position: dict[str, Any], now: datetime = NOW) -> Game:
    """Put a position of docs/notation.md in the place of the deal that goes on, its rules from the game."""
    rules = engine.options_json(store.load(game_id).options)
    return set_deal(game_id, engine.position_from({"rules": rules, **position}), now)


def set_deal(game_id: UUID, deal: engine.Deal, now: datetime = NOW) -> Game:
    """Put another deal in the place of the one that goes on; it gets the seed of that."""
    with transaction.atomic():
        state = store.lock(game_id)
        state.deal = deal._replace(seed=state.playing.seed)
        close_window(state.game)
        if deal.table.window:
            open_window(state.game, deal, state.game.version, now)
        after_commit.write_and_ring(state, now)
    return state.game
