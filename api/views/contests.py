"""Ratings of players, and leaderboards."""

from datetime import datetime
from typing import Any
from uuid import UUID

from rest_framework.response import Response

from api.operations import operation
from api.pages import cursor_of, total_of, whole
from api.serializers.contests import (
    BoardPage,
    BoardQuery,
    BoardSerializer,
    LeaderboardPage,
    LeaderboardRow,
    PlayerRatings,
    RatingChangeSerializer,
    RatingHistoryPage,
)
from api.serializers.pages import PageQuery
from api.views.base import View
from games.selectors.games import player_fields
from players.selectors import player as player_by_id
from scoring.selectors.boards import BOARD_ORDER, Walk, around, board_fields, board_named, boards, portion_of
from scoring.selectors.ratings import HISTORY_ORDER, change_fields, rating_changes, ratings_of, visible_changes


class PlayerRatingsView(View):
    """The ratings of one player."""

    @operation(
        "listPlayerRatings",
        tag="Contests",
        summary="List the ratings of a player",
        token="optional",
        answer=PlayerRatings,
        problems=("not_found", "erased"),
    )
    def get(self, request: Any, player: UUID) -> Response:
        """All of them."""
        found = player_by_id(player_id=player)
        return self.answer({"player": player_fields(found), "results": ratings_of(found.pk)})


class RatingHistoryView(View):
    """How a rating came about."""

    @operation(
        "listRatingHistory",
        tag="Contests",
        summary="List what games did to a rating",
        description="The latest game first. A game that was declared void is no part of it.",
        token="optional",
        query=PageQuery,
        answer=RatingHistoryPage,
        problems=("not_found", "erased"),
    )
    def get(self, request: Any, player: UUID, pool: str) -> Response:
        """One page of changes."""
        found = player_by_id(player_id=player)
        response = self.page(rating_changes(of_player=found.pk, pool=pool), HISTORY_ORDER, lambda change: change)
        changes = response.data["results"]
        visible = visible_changes(changes, None if self.player is None else self.player.pk)
        told = [RatingChangeSerializer(change_fields(change, visible)).data for change in changes]
        return Response({**response.data, "results": told})


class LeaderboardsView(View):
    """All leaderboards."""

    @operation(
        "listLeaderboards",
        tag="Contests",
        summary="List the leaderboards",
        description="Those on which somebody stands; of each kind of game that of all time, then the newest first.",
        token="optional",
        query=BoardQuery,
        answer=BoardPage,
    )
    def get(self, request: Any) -> Response:
        """One page of them."""
        asked = {name: self.query[name] for name in ("family", "speed", "season") if name in self.query}
        return self.page(boards(**asked), BOARD_ORDER, lambda board: BoardSerializer(board_fields(board)).data)


class LeaderboardView(View):
    """One leaderboard."""

    @operation(
        "listLeaderboardRows",
        tag="Contests",
        summary="Read a leaderboard",
        description="The best first. All pages that follow from a first one show the board as it stood then.",
        token="optional",
        query=PageQuery,
        answer=LeaderboardPage,
        problems=("not_found", "bad_cursor"),
    )
    def get(self, request: Any, board: str) -> Response:
        """One page of rows."""
        found = board_named(board, self.now)
        portion = portion_of(found, _walk(self._after), self.query["limit"])
        walk = portion.walk and [str(one) for one in portion.walk]
        return self.answer(
            {
                "results": portion.rows,
                "next_cursor": walk and cursor_of(walk, path=request.path, filters=self._filters),
                "has_more": walk is not None,
                **total_of(found.players if self.query["count"] else None),
                "board": board_fields(found),
                "computed_at": portion.computed_at,
            }
        )


class LeaderboardAroundView(View):
    """A leaderboard, as one player sees it."""

    @operation(
        "listLeaderboardAround",
        tag="Contests",
        summary="Read a leaderboard around a player",
        description="The player's row in the middle of as many rows as `limit` says, on the only page; no row where the"
        " player is not listed.",
        token="optional",
        query=PageQuery,
        answer=LeaderboardPage,
        problems=("not_found", "erased"),
    )
    def get(self, request: Any, board: str, player: UUID) -> Response:
        """The rows."""
        found, whose = board_named(board, self.now), player_by_id(player_id=player)
        portion = around(found, whose.pk, self.query["limit"])
        rows = [LeaderboardRow(row).data for row in portion.rows]
        total = total_of(found.players if self.query["count"] else None)
        return self.answer({**whole(rows), **total, "board": board_fields(found), "computed_at": portion.computed_at})


def _walk(after: list[str] | None) -> Walk | None:
    if after is None:
        return None
    number, computed_at, place, rank, rating, player_id = after
    return Walk(int(number), datetime.fromisoformat(computed_at), int(place), int(rank), int(rating), UUID(player_id))
