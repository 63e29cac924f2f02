"""Telling players what happened in their games: by a worker, after the game's own row has noted that it is due."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Q

from games import store
from games.cursors import parse_cursor
from games.models import Entry, Game, Notice
from games.services.hooks import tell_hooks
from games.services.transactions import in_transaction
from games.store import GameState
from games.told import news_of
from players.services import tell_player


@in_transaction
def tell_players(*, game_id: UUID, now: datetime) -> int:
    """Tell players and webhooks what is untold, in its order and once. Returns how many events of players it was."""
    state = store.lock(game_id)
    if state.game.untold_at is None:
        return 0
    told, is_daily = 0, state.game.clock["mode"] == "daily"
    for row in _untold_rows(state):
        for news in news_of(row):
            facts = {"version": news.version, "seat": news.seat, "daily": is_daily, **news.facts}
            for player_id in news.concerns(state):
                tell_player(player_id=player_id, news=news.type, now=news.at, game_id=game_id, facts=facts)
                told += 1
    tell_hooks(state, parse_cursor(state.game.untold_after), now)
    Game.objects.filter(id=game_id).update(untold_at=None, untold_after="")
    return told


def _untold_rows(state: GameState) -> Iterator[Entry | Notice]:
    """Entries and notices behind the place, each entry before the notices that followed it."""
    place = parse_cursor(state.game.untold_after)
    entries = Entry.objects.filter(game=state.game, version__gt=place.version)
    later = Q(version=place.version, number__gt=place.notice) | Q(version__gt=place.version)
    notices = Notice.objects.filter(later, game=state.game)
    rows: list[Entry | Notice] = [*entries, *notices]
    yield from sorted(rows, key=lambda row: (row.version, row.number if isinstance(row, Notice) else 0))
