"""What waits for the caller, and what the caller is told."""

from contextlib import ExitStack
from typing import Any

from django.utils import timezone
from rest_framework.response import Response

from api.operations import operation
from api.serializers.mine import (
    NotificationPage,
    NotificationQuery,
    NotificationSerializer,
    NotificationsRead,
    PlayerEventPage,
    PlayerEventQuery,
    TurnPage,
    UnreadCount,
)
from api.serializers.pages import PageQuery
from api.views.base import View
from api.waiting import Wait, wait_of
from games.selectors.my_news import my_news, with_games
from games.selectors.waiting import games_that_wait, waiting_fields
from games.services.listen import wait_for
from games.times import instant
from players.feed import (
    PlayerNews,
    notification_fields,
    notifications_of,
    parse_place,
    place_text,
    unread_count,
)
from players.news import Feed, FeedKind, Standing, player_standings
from players.services import mark_read


class TurnsView(View):
    """All that waits for the caller."""

    @operation(
        "listMyTurns",
        tag="Mine",
        summary="List the games that wait for you",
        description="Those in which you are to move, may answer a call window or are asked for something; the nearest"
        " deadline first. It is what is so now: whatever you missed, this is what there is to do.",
        scope="game:read",
        query=PageQuery,
        answer=TurnPage,
    )
    def get(self, request: Any) -> Response:
        """One page of them."""
        page = self.page(games_that_wait(self.player.pk), ("deadline", "id"), waiting_fields)
        page.data["server_time"] = instant(self.now)
        return page


class PlayerEventsView(View):
    """What the caller is told."""

    @operation(
        "listMyEvents",
        tag="Mine",
        summary="Read what you are told, or wait for it",
        description="Events that concern you, of all your games: those behind `after`, in order; without it, all of the"
        " last week. With `wait`, the answer comes when there is news.",
        scope="game:read",
        query=PlayerEventQuery,
        answer=PlayerEventPage,
        problems=("bad_cursor",),
    )
    def get(self, request: Any) -> Response:
        """Events after a place."""
        after = parse_place(self.query["after"]) if "after" in self.query else None
        wait = wait_of(request)
        news = self._wait(after) if wait is None else self._news_or_postponed(after, wait)
        return self.answer(
            {
                "results": news.events,
                "next_cursor": place_text(news.place),
                "has_more": news.has_more,
                "complete": news.is_whole,
                "server_time": timezone.now(),
            }
        )

    def _wait(self, after: int | None) -> PlayerNews:
        """Wait in this thread."""
        seconds, player_id = self.query["wait"], self.player.pk
        with self.waiting():
            return wait_for(
                lambda: self._news(after),
                _awaited,
                player_standings,
                feed_id=player_id,
                wait_seconds=seconds,
                clock=timezone.now,
            )

    def _news_or_postponed(self, after: int | None, wait: Wait) -> PlayerNews:
        """Do not wait here; if there is nothing yet, postpone the answer."""
        seconds = self.query["wait"]
        with ExitStack() as slot:
            if not wait.has_begun:
                slot.enter_context(self.waiting())
            news = self._news(after)
            told = _awaited(news)
            if told is not None and wait.is_left_of(seconds):
                wait.postpone(Feed(FeedKind.PLAYER, self.player.pk), told, seconds, self.charges, slot.pop_all())
        return news

    def _news(self, after: int | None) -> PlayerNews:
        return my_news(self.player.pk, after, self.query["limit"])


def _awaited(news: PlayerNews) -> Standing | None:
    return None if news.events or not news.is_whole else news.standing


class NotificationsView(View):
    """All notifications of the caller."""

    @operation(
        "listNotifications",
        tag="Mine",
        summary="List your notices",
        description="The newest first: games that wait for you or are over, invitations. Kept for 30 days.",
        scope="notifications",
        query=NotificationQuery,
        answer=NotificationPage,
    )
    def get(self, request: Any) -> Response:
        """One page of them."""
        rows = notifications_of(self.player.pk, unread=self.query.get("unread"))
        page = self.page(rows, ("-id",), lambda row: NotificationSerializer(notification_fields(row)).data)
        page.data["results"] = with_games(page.data["results"], self.player.pk)
        page.data["unread_count"] = unread_count(self.player.pk)
        return page


class NotificationsReadView(View):
    """Notifications are read."""

    @operation(
        "markNotificationsRead",
        tag="Mine",
        summary="Mark notices as read",
        description="These, or all up to one. It may be sent again; ids of others and of none are passed over.",
        scope="notifications",
        request=NotificationsRead,
        answer=UnreadCount,
    )
    def post(self, request: Any) -> Response:
        """How many are left."""
        mark_read(player_id=self.player.pk, **self.body(), now=self.now)
        return self.answer({"unread_count": unread_count(self.player.pk)})
