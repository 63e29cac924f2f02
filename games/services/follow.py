"""Reading the next events of a game for all who follow it: once, whatever their number."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime
from uuid import UUID

from django.utils import translation

from games import store
from games.cursors import Cursor, parse_cursor
from games.selectors.access import is_visible, viewer_of
from games.selectors.chat import DEAF, Listener, listener_of
from games.selectors.events import Row, events_among, is_talked_behind, rows_after
from games.selectors.news import standing_of
from games.services.deadlines import is_due, settle_game
from games.shown import is_shown_later, shown_to
from games.sight import Viewer
from games.store import GameState
from players.errors import DomainError
from players.news import Standing
from players.streaming import Followed, Follower, Portion

PORTION = 100
"""Events at most in one portion."""


def follow_game(*, game_id: UUID, followers: Collection[Follower], now: datetime) -> Followed:
    """The next events for each of the followers; what time has decided is settled first."""
    try:
        state = store.load(game_id)
        if is_due(state, now) and settle_game(game_id=game_id, now=now):
            state = store.load(game_id)
    except DomainError:  # there is no such game
        return Followed(dict.fromkeys(followers), Standing(0))
    portions: dict[Follower, Portion | None] = dict.fromkeys(followers)
    for shown, seeing in _by_sight(state, followers):
        by_place = defaultdict(list)
        for follower in seeing:
            by_place[follower.place].append(follower)
        for place, group in by_place.items():
            portions |= _portions(shown, parse_cursor(place), group)
    return Followed(portions, standing_of(state.game), state.game.is_over)


def _by_sight(state: GameState, followers: Collection[Follower]) -> Iterator[tuple[GameState, list[Follower]]]:
    """Those of the followers who may see the game: to whom it is shown as it stands, and to whom some moves later."""
    seeing = [follower for follower in followers if is_visible(state, follower.player_id)]
    later = {follower for follower in seeing if is_shown_later(state, follower.player_id)}
    yield state, [follower for follower in seeing if follower not in later]
    if later:
        yield shown_to(state, next(iter(later)).player_id), list(later)


def _portions(state: GameState, place: Cursor, followers: list[Follower]) -> dict[Follower, Portion | None]:
    """Read and written once for all who see and hear the same."""
    is_behind = place.place < state.cursor.place
    is_quiet = not (is_behind and is_talked_behind(state, place))
    rows: dict[Listener, list[Row]] = {}
    made: dict[tuple[Viewer, str, Listener], Portion] = {}
    portions: dict[Follower, Portion | None] = dict.fromkeys(followers)
    for follower in followers:
        viewer = viewer_of(state, follower.player_id)
        listener = DEAF if is_quiet else listener_of(state, follower.player_id)
        if listener not in rows:
            rows[listener] = rows_after(state, place, PORTION, listener) if is_behind else []
        key = viewer, follower.language, listener
        if key not in made:
            made[key] = _portion(state, rows[listener], place, viewer, follower.language)
        portions[follower] = made[key]
    return portions


def _portion(state: GameState, rows: list[Row], place: Cursor, viewer: Viewer, language: str) -> Portion:
    with translation.override(language):
        events, behind, has_more = events_among(rows, state, viewer, place, PORTION)
    return Portion(events, behind.text, has_more, viewer.seat)
