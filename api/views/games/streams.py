"""Following a game as a stream of server-sent events."""

from contextlib import ExitStack
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes

from api.operations import operation
from api.serializers.games.events import StreamQuery
from api.streaming import MEDIA_TYPE, Opening, frames_of
from api.views.games.base import GameBaseView
from api.views.streams import StreamBaseView
from games.cursors import Cursor, parse_cursor
from games.selectors.chat import listener_of
from games.selectors.events import events_after
from games.selectors.stream_events import UNKNOWN_PLACE, snapshot_event
from games.services.follow import PORTION
from games.sight import Viewer
from games.store import GameState
from players.news import Feed, FeedKind


class StreamView(StreamBaseView, GameBaseView):
    """The events of a game as they happen."""

    @operation(
        "streamGame",
        tag="Games",
        summary="Follow a game as a stream",
        description="Server-sent events: a `snapshot`, then every event, each `data` an `Event`. With `Last-Event-ID`"
        " or `after`, what was missed instead of the snapshot. Ends with a `bye` that tells why; then come back.",
        token="optional",
        scope="game:read",
        query=StreamQuery,
        answer=OpenApiTypes.STR,
        problems=("not_found", "bad_cursor"),
        media_type=MEDIA_TYPE,
        resumed=True,
    )
    def get(self, request: Any, game: UUID) -> HttpResponse:
        """The beginning of the stream; who holds it open goes on from there."""
        state, viewer = self.look(game)
        with ExitStack() as slot:
            slot.enter_context(self.streaming())
            content, place = self._beginning(state, viewer)
            follower = self.follower(self.player_id, place)
            opening = Opening(Feed(FeedKind.GAME, game), follower, self.right, viewer.seat)
            return self.begun(content, opening, slot.pop_all())

    def _beginning(self, state: GameState, viewer: Viewer) -> tuple[bytes, str]:
        """A snapshot or what was missed, and the place behind it."""
        place, reason = self._place(state)
        if place is None:
            return frames_of([snapshot_event(state, viewer, self.now, reason)]), state.cursor.text
        listener = listener_of(state, self.player_id)
        events, behind, _ = events_after(state, viewer, place, PORTION, listener)
        return frames_of(events), behind.text

    def _place(self, state: GameState) -> tuple[Cursor | None, str | None]:
        """Behind which event to begin; None for a snapshot, perhaps with the reason why it is not what was asked for.

        Raises `bad_cursor`.
        """
        place, reason = self.asked_place(parse_cursor)
        if place is not None and not state.has_reached(place):
            return None, UNKNOWN_PLACE
        return place, reason
