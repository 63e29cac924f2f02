"""Following what one is told as a stream of server-sent events."""

from contextlib import ExitStack
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes

from api.operations import operation
from api.serializers.games.events import StreamQuery
from api.streaming import MEDIA_TYPE, Opening, frames_of, player_event
from api.views.streams import StreamBaseView
from games.selectors.my_news import my_news
from games.selectors.my_stream_events import turns_event
from games.selectors.stream_events import UNKNOWN_PLACE
from games.services.follow import PORTION
from players.feed import parse_place, place_text
from players.news import Feed, FeedKind

_FORGOTTEN = "forgotten"


class PlayerStreamView(StreamBaseView):
    """What the caller is told, as it happens."""

    @operation(
        "streamMe",
        tag="Mine",
        summary="Follow what you are told as a stream",
        description="Server-sent events: a `snapshot` with what waits for you, then every event, each `data` a"
        " `PlayerEvent`. With `Last-Event-ID` or `after`, what was missed instead of the snapshot. Ends with a `bye`"
        " that tells why; then come back.",
        scope="game:read",
        query=StreamQuery,
        answer=OpenApiTypes.STR,
        problems=("bad_cursor",),
        media_type=MEDIA_TYPE,
        resumed=True,
    )
    def get(self, request: Any) -> HttpResponse:
        """The beginning of the stream; who holds it open goes on from there."""
        with ExitStack() as slot:
            slot.enter_context(self.streaming())
            events, place = self._beginning()
            follower = self.follower(self.player.pk, place_text(place))
            opening = Opening(Feed(FeedKind.PLAYER, self.player.pk), follower, self.right)
            return self.begun(frames_of(map(player_event, events)), opening, slot.pop_all())

    def _beginning(self) -> tuple[list[dict[str, Any]], int]:
        """A snapshot or what was missed, and the place behind it."""
        place, reason = self.asked_place(parse_place)
        news = my_news(self.player.pk, place, PORTION)
        told = news.standing.version
        if place is not None and place > told:
            place, reason = None, UNKNOWN_PLACE
        elif place is not None and not news.is_whole:
            place, reason = None, _FORGOTTEN
        if place is None:
            return [turns_event(self.player.pk, told, self.now, reason)], told
        return news.events, news.place
