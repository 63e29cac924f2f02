"""Looking at a game. Whoever looks at one in which time has decided something settles it."""

from datetime import datetime
from uuid import UUID

from games import store
from games.selectors.access import check_visible
from games.services.deadlines import is_due, settle_game
from games.store import GameState


def look_at(*, game_id: UUID, player_id: UUID | None, now: datetime) -> GameState:
    """The game as it stands now. Raises `not_found` where the player may not see it."""
    state = store.load(game_id)
    check_visible(state, player_id)
    if is_due(state, now) and settle_game(game_id=game_id, now=now):
        return store.load(game_id)
    return state
