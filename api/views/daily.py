"""The daily deal: what it is, attempts at it, and its board."""

from datetime import date as Date  # noqa: N812 (the parameters are named as in the paths)
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from rest_framework.response import Response

from api.operations import operation
from api.pages import MOST_COUNTED, cursor_of, total_of
from api.serializers.daily import AttemptSerializer, DailyBoardPage, DailyDealSerializer
from api.serializers.pages import PageQuery
from api.views.base import View
from games.daily import today
from games.selectors.daily import Walk, attempt_fields, daily_fields, listed_count, portion_of
from games.services.daily import day_of, start_attempt


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


class DailyBoardView(DailyBaseView):
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
        daily, after = self.told(date), self._after
        portion = portion_of(date, None if after is None else Walk.of(after), self.query["limit"], self.now)
        cursor = portion.walk and cursor_of(portion.walk.words, path=request.path, filters=self._filters)
        return self.answer(
            {
                "results": portion.rows,
                "next_cursor": cursor,
                "has_more": cursor is not None,
                **total_of(listed_count(date, MOST_COUNTED + 1) if self.query["count"] else None),
                "daily": daily,
                "computed_at": portion.as_of,
            }
        )
