"""Looking at a game. Whoever looks at one in which time has decided something settles it."""

from datetime import datetime
from typing import Any, TypeAlias
from uuid import UUID

from games import store
from games.cursors import Cursor
from games.models import Game, Visibility
from games.selectors.access import check_visible, visible_games
from games.services.deadlines import is_due, settle_game
from games.shown import shown_to
from games.store import GameState
from players.compiled import Beside, Lookup
from players.services import TOKENS

_PlaceRow: TypeAlias = tuple[str, datetime | None, int, int, int]
_PLACE = ("visibility", "due_at", "spectator_delay_moves", "version", "notice_count")
_place = Lookup(lambda: Game.objects.values_list(*_PLACE), "id")
_token_and_place = Beside(TOKENS, _place)


def look_at(*, game_id: UUID, player_id: UUID | None, now: datetime) -> GameState:
    """The game as the player is shown it now. Raises `not_found` where the player may not see it."""
    return shown_to(settled(game_id=game_id, player_id=player_id, now=now), player_id)


def settled(*, game_id: UUID, player_id: UUID | None, now: datetime) -> GameState:
    """The game as it stands now, for a player who may see it. Raises `not_found`.

    Not to be told to everybody who may: `look_at`.
    """
    state = store.load(game_id)
    check_visible(state, player_id)
    if is_due(state, now) and settle_game(game_id=game_id, now=now):
        return store.load(game_id)
    return state


def public_place(*, game_id: UUID, now: datetime) -> Cursor | None:
    """The place behind all that was told of the game, by one small statement; None where one has to look at it.

    That is where not everybody may see it, or not at once, where it is not, and where time has decided something.
    """
    return _public_place(_place.row(game_id), now)


def token_and_public_place(*, digest: str, game_id: UUID, now: datetime) -> tuple[Any, Cursor | None] | None:
    """The token with this digest, with its player, and the same place: both by one statement. None without a token."""
    found = _token_and_place.row(digest, game_id)
    return None if found is None else (found[0], _public_place(found[1], now))


def visible_place(*, game_id: UUID, player_id: UUID | None, now: datetime) -> Cursor | None:
    """The same for one player, by two small statements: also that of a private game to which the player belongs."""
    row = _place.row(game_id)
    if row is None:
        return None
    if row[0] == Visibility.PRIVATE and not visible_games(player_id).filter(pk=game_id).exists():
        return None
    return _place_in(row, now)


def _public_place(row: _PlaceRow | None, now: datetime) -> Cursor | None:
    return None if row is None or row[0] == Visibility.PRIVATE else _place_in(row, now)


def _place_in(row: _PlaceRow, now: datetime) -> Cursor | None:
    _, due_at, delay, version, notice_count = row
    return None if delay or (due_at is not None and due_at <= now) else Cursor(version, notice_count)
