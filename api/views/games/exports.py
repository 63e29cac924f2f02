"""Finished games, one a line."""

from collections.abc import Iterator
from itertools import chain
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from drf_spectacular.types import OpenApiTypes

from api import limits
from api.callers import caller_name
from api.json_text import encode
from api.operations import operation
from api.pages import batches, cursor_behind
from api.serializers.games.exports import ExportQuery
from api.text_rendering import LinesRenderer
from api.views.base import View
from games.selectors.exports import exported_fields, exported_games

_FILTERS = ("preset", "rated", "finished_after", "finished_before")
_AT_ONCE = 20
_LONGEST_SECONDS = 300
"""After so long a slot is free again that nobody has given back."""


class ExportGamesView(View):
    """The records of finished games."""

    renderer_classes = [LinesRenderer]

    @operation(
        "exportGames",
        tag="Games",
        summary="Export the records of finished games",
        description="Public games and your own, in the order in which they ended: a record a line, and at last a line"
        " of type `end` with the `cursor` behind them, from which the next export goes on. One export at a time.",
        scope="bulk",
        query=ExportQuery,
        answer=OpenApiTypes.STR,
        media_type=LinesRenderer.media_type,
    )
    def get(self, request: Any) -> HttpResponseBase:
        """The records, read from the database as fast as they are taken."""
        lines = self._lines()
        next(lines)  # the slot is taken, or refused, before the answer begins; whoever closes the answer gives it back
        return StreamingHttpResponse(lines, content_type=LinesRenderer.media_type)

    def _lines(self) -> Iterator[bytes]:
        with limits.waiting(caller_name(self.request), "exports", _LONGEST_SECONDS):
            yield b""
            yield from self._records()

    def _records(self) -> Iterator[bytes]:
        filters = {name: self.query[name] for name in _FILTERS if name in self.query}
        rows, order = exported_games(
            player_id=self.player.pk, now=self.now, of_player=self.query.get("player"), **filters
        )
        limit, last, has_more = self.query["limit"], None, False
        found = chain.from_iterable(batches(rows, order=order, after=self._after, size=_AT_ONCE))
        for number, row in enumerate(found):
            has_more = number == limit
            if has_more:
                break
            yield encode(exported_fields(row, self.player.pk)) + b"\n"
            last = row
        cursor = self.request.query_params.get("cursor")
        if last is not None:
            cursor = cursor_behind(last, order=order, path=self.request.path, filters=self._filters)
        yield encode({"type": "end", "cursor": cursor, "has_more": has_more}) + b"\n"
