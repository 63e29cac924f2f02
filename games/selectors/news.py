"""How the games and seeks that are waited for stand."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from games.models import Game, Seek, SeekStatus
from players.news import Standing


def standing_of(game: Game) -> Standing:
    """How far the events of the game have come, and when time decides something."""
    return Standing(game.version, game.notice_count, game.due_at)


def game_standings(ids: Sequence[UUID]) -> Mapping[UUID, Standing]:
    """Those of the games that exist."""
    rows = Game.objects.filter(id__in=ids).values_list("id", "version", "notice_count", "due_at")
    return {game_id: Standing(version, count, due_at) for game_id, version, count, due_at in rows}


def standing_of_seek(seek: Seek) -> Standing:
    """0 while it is open, 1 then; and when it runs out."""
    return Standing(int(seek.status != SeekStatus.OPEN), due_at=seek.expires_at)


def seek_standings(ids: Sequence[UUID]) -> Mapping[UUID, Standing]:
    """Those of the seeks that exist."""
    seeks = Seek.objects.filter(id__in=ids).only("status", "expires_at")
    return {seek.id: standing_of_seek(seek) for seek in seeks}
