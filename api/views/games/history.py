"""What happened: events, deals, and the record."""

from collections.abc import Callable
from contextlib import ExitStack
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from rest_framework.response import Response

from api.operations import operation
from api.serializers.games.deals import DealDetail, DealFairness, DealPage, DealQuery, GameRecord
from api.serializers.games.events import EventPage, EventQuery
from api.text_rendering import LinesRenderer, TextRenderer
from api.views.games.base import GameBaseView
from api.waiting import Wait, wait_of
from games.cursors import Cursor, parse_cursor
from games.selectors.deals import deal_fields, deal_row, fairness_fields, full_deal_fields
from games.selectors.records import record_fields, record_lines, record_text
from games.services.listen import Heard, hear, listen
from games.shown import deals_of
from games.sight import Viewer
from games.store import GameState
from games.times import instant
from players.errors import DomainError
from players.news import Feed, FeedKind

_HOUR = 3600


class EventsView(GameBaseView):
    """The events of a game."""

    @operation(
        "listGameEvents",
        tag="Games",
        summary="Read events, or wait for the next",
        description="Those behind `after`, in order; without it, from the beginning. With `wait`, the answer"
        " comes when there is news. A `snapshot` comes instead where the place is not known.",
        token="optional",
        scope="game:read",
        query=EventQuery,
        answer=EventPage,
        problems=("not_found", "bad_cursor"),
    )
    def get(self, request: Any, game: UUID) -> Response:
        """Events after a place."""
        after = self._after_place(game)
        wait = wait_of(request)
        heard = self._listen(game, after) if wait is None else self._hear(game, after, wait)
        self.know_seat(heard.seat)
        page = {"results": heard.events, "next_cursor": heard.cursor.text, "has_more": heard.has_more}
        return self.told(page | {"server_time": instant(timezone.now())})

    def _after_place(self, game: UUID) -> Cursor:
        """Behind which event; what is wrong with it is told only to those who may see the game."""
        try:
            return parse_cursor(self.query["after"]) if "after" in self.query else Cursor(0)
        except DomainError:
            self.look(game)
            raise

    def _listen(self, game: UUID, after: Cursor) -> Heard:
        """Wait in this thread."""
        with self.waiting():
            return listen(
                game_id=game,
                player_id=self.player_id,
                after=after,
                limit=self.query["limit"],
                wait_seconds=self.query["wait"],
                clock=timezone.now,
            )

    def _hear(self, game: UUID, after: Cursor, wait: Wait) -> Heard:
        """Do not wait here; if there is nothing yet, postpone the answer."""
        seconds = self.query["wait"]
        with ExitStack() as slot:
            if not wait.has_begun:
                slot.enter_context(self.waiting())
            heard = hear(game_id=game, player_id=self.player_id, after=after, limit=self.query["limit"], now=self.now)
            if heard.is_worth_waiting and wait.is_left_of(seconds):
                wait.seat = heard.seat
                wait.postpone(Feed(FeedKind.GAME, game), heard.told, seconds, self.charges, slot.pop_all())
        return heard


class DealsView(GameBaseView):
    """The deals of a game."""

    @operation(
        "listDeals",
        tag="Games",
        summary="List the deals and their scores",
        token="optional",
        scope="game:read",
        query=DealQuery,
        answer=DealPage,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID) -> Response:
        """One page of deals, in order."""
        state, _ = self.look(game)
        return self.page(deals_of(state), ("number",), lambda row: deal_fields(state, row))


class DealView(GameBaseView):
    """One deal."""

    @operation(
        "getDeal",
        tag="Games",
        summary="Read a deal, with its cards when it is over",
        token="optional",
        scope="game:read",
        answer=DealDetail,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID, number: int) -> Response:
        """The deal."""
        state, _ = self.look(game)
        return self.told(full_deal_fields(state, deal_row(state, number)))


class DealFairnessView(GameBaseView):
    """What proves a deal fair."""

    @operation(
        "getDealFairness",
        tag="Games",
        summary="Check that a deal was fixed beforehand",
        description="The commitment at once; the seed, the shuffled pack, the hands and the reshuffles when the deal is"
        " over. Programs of twenty lines that check it are in the documentation, on the page on fairness.",
        token="optional",
        scope="game:read",
        answer=DealFairness,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID, number: int) -> Response:
        """Commitment and seed."""
        state, _ = self.look(game)
        return self.told(fairness_fields(state, deal_row(state, number)))


class RecordBaseView(GameBaseView):
    """The record of a game, in one of its forms."""

    def record(self, game: UUID, write: Callable[[GameState, Viewer], Any]) -> HttpResponse:
        """What `write` makes of it; caches may keep what everybody may see and nobody can change."""
        state, viewer = self.look(game)
        record = write(state, viewer)
        if state.game.is_over and state.game.visibility == "public":
            return self.cached(record, _HOUR)
        return self.told(record)


class RecordView(RecordBaseView):
    """As JSON."""

    @operation(
        "getRecord",
        tag="Games",
        summary="Read the record of a game",
        description="Of a game that goes on, what you have seen of it. The moves are those that count; what else"
        " happened, such as time-outs and undos, is in `incidents`.",
        token="optional",
        scope="game:read",
        answer=GameRecord,
        problems=("not_found",),
    )
    def get(self, request: Any, game: UUID) -> HttpResponse:
        """The record as JSON."""
        return self.record(game, record_fields)


class RecordTextView(RecordBaseView):
    """As text."""

    renderer_classes = [TextRenderer]

    @operation(
        "getRecordText",
        tag="Games",
        summary="Read the record as text",
        token="optional",
        scope="game:read",
        answer=OpenApiTypes.STR,
        problems=("not_found",),
        media_type=TextRenderer.media_type,
    )
    def get(self, request: Any, game: UUID) -> HttpResponse:
        """The record, a line a move."""
        return self.record(game, record_text)


class RecordLinesView(RecordBaseView):
    """Its head and all events, all at once."""

    renderer_classes = [LinesRenderer]

    @operation(
        "getRecordLines",
        tag="Games",
        summary="Read the record as events, one a line",
        description="The first line, of type `record`, is the record without deals; then come all events.",
        token="optional",
        scope="game:read",
        answer=OpenApiTypes.STR,
        problems=("not_found",),
        media_type=LinesRenderer.media_type,
    )
    def get(self, request: Any, game: UUID) -> HttpResponse:
        """Head and events as NDJSON."""
        return self.record(game, record_lines)
