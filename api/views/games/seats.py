"""Sitting down and getting up."""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.response import Response

from api.operations import operation
from api.serializers.games.games import GameSerializer, SeatChange
from api.views.games.base import GameBaseView
from games.services.seating import leave_seat, seat_bot, take_seat
from players.errors import DomainError


class SeatView(GameBaseView):
    """One place at the table."""

    @operation(
        "putSeat",
        tag="Games",
        summary="Sit down, or seat a computer player",
        description="An empty object seats you; `bot_level`, for the owner, a computer player. Doing it twice"
        " is the same as once.",
        scope="game:play",
        request=SeatChange,
        answer=GameSerializer,
        problems=(
            *("not_found", "not_owner", "not_your_player", "seat_taken"),
            *("game_started", "game_over", "returns_used_up", "turn_timed_out"),
        ),
    )
    def put(self, request: Any, game: UUID, seat: int) -> Response:
        """Fill the seat."""
        body = self.body_for(game)
        if body.get("bot_level"):
            level = body["bot_level"]
            state = seat_bot(game_id=game, number=seat, level=level, player_id=self.player.pk, now=self.now)
        elif body.get("player") not in (None, self.player.pk):
            raise DomainError("not_your_player", gettext("Others sit down by themselves."))
        else:
            state = take_seat(game_id=game, number=seat, player=self.player, now=self.now)
        return self.told_game(state)

    @operation(
        "leaveSeat",
        tag="Games",
        summary="Leave a seat before the start",
        description="Your own; the owner may empty any. An owner who leaves hands the game on. Doing it twice"
        " is the same as once.",
        scope="game:play",
        answer=None,
        status=204,
        problems=("not_found", "not_owner", "game_started", "game_over"),
    )
    def delete(self, request: Any, game: UUID, seat: int) -> HttpResponse:
        """Empty the seat."""
        leave_seat(game_id=game, number=seat, player_id=self.player.pk, now=self.now)
        return HttpResponse(status=204)
