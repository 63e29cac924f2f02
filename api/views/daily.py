"""The daily deal: what it is, attempts at it, and its board."""

from datetime import date as Date  # noqa: N812 (the parameters are named as in the paths)
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from api.operations import operation
from api.pages import MOST_COUNTED, cursor_of, total_of
from api.serializers.daily import AttemptSerializer, DailyBoardPage, DailyDealSerializer
from api.serializers.pages import PageQuery
from api.views.base import View
from games.daily import today
from games.selectors.daily import attempt_fields, daily_fields
from games.selectors.daily_boards import Portion, Walk, around, listed_count, portion_of
from games.services.daily import day_of, start_attempt
from players.selectors import player as player_by_id


class DailyBaseView(View):
    """What is told of a day."""

    def told(self, day: Date) -> dict[str, Any]:
        """Its deal, for who asks."""
        player_id = None if self.player is None else self.player.pk
        return daily_fields(day_of(day=day, now=self.now), self.now, player_id)


class TodaysDealView(DailyBaseView):
    """The deal of today."""

    @operation(
        "getTodaysDeal",
        tag="Contests",
        summary="Read the daily deal of today",
        description="Everybody plays the same cards against the same computer player. Days begin at midnight in UTC.",
        token="optional",
        answer=DailyDealSerializer,
    )
    def get(self, request: Any) -> Response:
        """Today's."""
        return self.answer(self.told(today(self.now)))


class DailyDealView(DailyBaseView):
    """The deal of some day."""

    @operation(
        "getDailyDeal",
        tag="Contests",
        summary="Read the daily deal of a day",
        description="With its seed, when the day is over and nobody plays its deal any more.",
        token="optional",
        answer=DailyDealSerializer,
        problems=("not_found",),
    )
    def get(self, request: Any, date: Date) -> Response:
        """That of this day."""
        return self.answer(self.told(date))


class AttemptsView(View):
    """Attempts at a daily deal."""

    @operation(
        "startDailyAttempt",
        tag="Contests",
        summary="Start an attempt at a daily deal",
        description="Makes a game that only you see. Your first attempt of a day is ranked, whatever becomes of it.",
        scope="game:create",
        answer=AttemptSerializer,
        status=201,
        problems=("not_found", "attempt_running", "daily_closed"),
        keyed=True,
    )
    def post(self, request: Any, date: Date) -> HttpResponse:
        """A new one."""

        def act() -> Response:
            attempt = start_attempt(day=date, player=self.player, now=self.now)
            game = reverse("game", kwargs={"game": attempt.game_id})
            return self.answer(attempt_fields(attempt), {"Location": game})

        return self.once(act)


class DailyBoardBaseView(DailyBaseView):
    """A part of the board of a day."""

    def answer_part(self, day: Date, portion: Portion) -> Response:
        """Its rows, with what is told of the day."""
        walk = portion.walk
        return self.answer(
            {
                "results": portion.rows,
                "next_cursor": walk and cursor_of(walk.words, path=self.request.path, filters=self._filters),
                "has_more": walk is not None,
                **total_of(listed_count(day, MOST_COUNTED + 1) if self.query["count"] else None),
                "daily": self.told(day),
                "computed_at": portion.as_of,
            }
        )


class DailyBoardView(DailyBoardBaseView):
    """The board of a day."""

    @operation(
        "listDailyRows",
        tag="Contests",
        summary="Read the board of a daily deal",
        description="Ranked attempts that were played to the end: the highest difference first, then the fewest turns."
        " All pages that follow from a first one show the board as it stood then.",
        token="optional",
        query=PageQuery,
        answer=DailyBoardPage,
        problems=("not_found", "bad_cursor"),
    )
    def get(self, request: Any, date: Date) -> Response:
        """One page of rows."""
        walk = None if self._after is None else Walk.of(self._after)
        return self.answer_part(date, portion_of(date, walk, self.query["limit"], self.now))


class DailyAroundView(DailyBoardBaseView):
    """The board of a day, as one player sees it."""

    @operation(
        "listDailyAround",
        tag="Contests",
        summary="Read the board of a daily deal around a player",
        description="The player's row in the middle of as many rows as `limit` says, on the only page; no row where the"
        " player is not listed.",
        token="optional",
        query=PageQuery,
        answer=DailyBoardPage,
        problems=("not_found", "erased"),
    )
    def get(self, request: Any, date: Date, player: UUID) -> Response:
        """The rows."""
        whose = player_by_id(player_id=player)
        return self.answer_part(date, around(date, whose.pk, self.query["limit"], self.now))
