"""What a player is told, with that by which people know the game: its preset, and who else plays."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef

from games.models import Game, Invite
from games.selectors.access import visible_games
from games.selectors.games import player_fields
from games.store import with_seats
from players.feed import PlayerNews, Told, player_news

_UNKNOWN = {"preset": None, "others": None}


def my_news(player_id: UUID, after: int | None, limit: int) -> PlayerNews:
    """As `player_news`, each event with its game: four statements, where there are any of games."""
    news = player_news(player_id, after, limit)
    return replace(news, events=with_games(news.events, player_id))


def with_games(told: Sequence[Told], player_id: UUID) -> list[Told]:
    """The same, each with the `preset` of its game and the `others`, people, who sit or sat there, as it is now.

    Null without a game, and where the player may not know of it any more, as of one to which they were invited.
    """
    games = _known_games({UUID(str(event["game"])) for event in told if event["game"]}, player_id)
    return [event | games.get(str(event["game"]), _UNKNOWN) for event in told]


def _known_games(ids: set[UUID], player_id: UUID) -> Mapping[str, dict[str, Any]]:
    if not ids:
        return {}
    invited = Exists(Invite.objects.filter(player_id=player_id, game_id=OuterRef("pk"), closed_at=None))
    games = visible_games(player_id) | Game.objects.filter(invited)
    rows = with_seats(games.filter(pk__in=ids).only("preset"))
    return {str(game.pk): {"preset": game.preset, "others": _others(game, player_id)} for game in rows}


def _others(game: Game, player_id: UUID) -> list[dict[str, Any]]:
    return [player_fields(seat.player) for seat in game.seats.all() if seat.player and seat.player_id != player_id]
