"""Lists of games, and what became of those of one player."""

from typing import Any
from uuid import UUID

from rest_framework.response import Response

from api.operations import operation
from api.serializers.games.games import GamePage, PlayerGamesQuery, PlayerStatistics
from api.views.base import View
from games.selectors.games import game_row_fields, listed_games, player_fields
from games.selectors.histories import HISTORY_ORDERS, history
from games.selectors.statistics import completion_of, statistics_of, streaks_of
from players.selectors import player as player_by_id

_ORDERS = {"newest": ("-created_at", "-id"), "oldest": ("created_at", "id")}
_FILTERS = ("preset", "rated", "imported", "created_after", "created_before")
_HISTORY_FILTERS = ("opponent", "result", "finished_after", "finished_before")


class GamesBaseView(View):
    """Lists of games."""

    def listed(self) -> Response:
        """One page of the games that the caller may see, filtered as the query says."""
        games = listed_games(
            player_id=self._viewer_id,
            statuses=self.query.get("status", ()),
            joinable_at=self.now if self.query.get("joinable") else None,
            **self._asked_for(_FILTERS),
        )
        return self.page(
            games, _ORDERS[self.query.get("sort", "newest")], lambda game: game_row_fields(game, self._viewer_id)
        )

    def listed_of(self, player_id: UUID) -> Response:
        """The same of one player's games."""
        seats = history(
            of_player=player_id,
            player_id=self._viewer_id,
            statuses=self.query.get("status", ()),
            order=self.query.get("sort", "newest"),
            **self._asked_for(_FILTERS + _HISTORY_FILTERS),
        )
        return self.page(
            seats,
            HISTORY_ORDERS[self.query.get("sort", "newest")],
            lambda seat: game_row_fields(seat.game, self._viewer_id),
        )

    @property
    def _viewer_id(self) -> UUID | None:
        return None if self.player is None else self.player.pk

    def _asked_for(self, names: tuple[str, ...]) -> dict[str, Any]:
        return {name: self.query[name] for name in names if name in self.query}


class PlayerGamesView(GamesBaseView):
    """The games of one player."""

    @operation(
        "listPlayerGames",
        tag="Games",
        summary="List the games of a player",
        description="Public games in which the player sits or sat, and those that you share; the newest first, unless"
        " `sort` says otherwise.",
        token="optional",
        scope="game:read",
        query=PlayerGamesQuery,
        answer=GamePage,
        problems=("not_found", "erased"),
    )
    def get(self, request: Any, player: UUID) -> Response:
        """One page of games."""
        return self.listed_of(player_by_id(player_id=player).pk)


class PlayerStatisticsView(View):
    """How one player has done."""

    @operation(
        "getPlayerStatistics",
        tag="Games",
        summary="Count how the games of a player went",
        description="Of games that were played to their end, those that the caller may not see included; against people"
        " and against computer players alone are told apart.",
        token="optional",
        scope="game:read",
        answer=PlayerStatistics,
        problems=("not_found", "erased"),
    )
    def get(self, request: Any, player: UUID) -> Response:
        """The counts."""
        found = player_by_id(player_id=player)
        return Response(
            {
                "player": player_fields(found),
                "results": statistics_of(found.pk),
                "streaks": streaks_of(found.pk),
                "completion": completion_of(found.pk),
            }
        )
