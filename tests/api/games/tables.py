"""Callers of a game: each seat, another player, and somebody without a token."""

from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from players.models import Player, TokenKind
from players.services import issue_token
from tests.api.client import ApiClient
from tests.service.games.table import People, guest, people, set_position


def client_of(player: Player) -> ApiClient:
    """A client with a new token of the player."""
    _, secret = issue_token(player=player, kind=TokenKind.GUEST, now=timezone.now())
    return ApiClient(secret)


@dataclass
class Table:
    """A running game with a client for each seat."""

    game: People
    seats: list[ApiClient]
    stranger: ApiClient

    @property
    def path(self) -> str:
        return f"games/{self.game.game_id}"

    @property
    def version(self) -> int:
        return self.game.state.game.version

    def set(self, **position: Any) -> None:
        """Put a position in the place of the deal that goes on."""
        set_position(self.game.game_id, position, timezone.now())

    def move(self, seat: int, move: Any, **body: Any) -> Any:
        """The answer to a move of this seat, for the current version if nothing else is said."""
        occasion = body or {"version": self.version}
        return self.seats[seat].post(f"{self.path}/moves", {"move": move, **occasion})


def table_of(number: int, rules: Any = "pagat", **wish: Any) -> Table:
    """A running game of so many people."""
    game = people(number, rules=rules, **wish)
    return Table(game, [client_of(player) for player in game.players], client_of(guest("Stranger")))
