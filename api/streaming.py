"""Server-sent events: how they are written, and what a view tells a server that can hold a stream open."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone, translation

from api.json_text import encode
from games.cursors import parse_cursor
from games.selectors.my_news import my_news
from games.selectors.my_stream_events import my_bye_event, my_time_event
from games.selectors.stream_events import bye_event, time_event
from games.services.follow import PORTION, follow_game
from games.times import instant
from players.feed import parse_place, place_text
from players.news import Feed, FeedKind, Standing
from players.services import Right
from players.streaming import Followed, Follower, Portion

MEDIA_TYPE = "text/event-stream"
RETRY = b"retry: 2000\n\n"
HEARTBEAT = b": hb\n\n"
_WITHOUT_PLACE = ("time", "bye")


@dataclass(frozen=True, slots=True)
class Opening:
    """A stream that a view has begun: of which feed, for whom, and by what right."""

    feed: Feed
    follower: Follower
    right: Right
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class Frames:
    """What is to be sent to a follower, as `players.streaming.Portion` has it."""

    content: bytes
    place: str
    has_more: bool
    seat: int | None


@dataclass(frozen=True, slots=True)
class Read:
    """What is to be sent to each follower; None: the feed is hidden from it now."""

    frames: Mapping[Follower, Frames | None]
    standing: Standing
    is_over: bool


def frames_of(events: Iterable[Mapping[str, Any]]) -> bytes:
    """The events as they are sent. Those that belong to the stream only do not move the place to resume from."""
    return b"".join(map(_frame, events))


def _frame(event: Mapping[str, Any]) -> bytes:
    place = b"" if event["type"] in _WITHOUT_PLACE else b"id: %b\n" % event["id"].encode()
    return b"%bevent: %b\ndata: %b\n\n" % (place, event["type"].encode(), encode(event))


def time_frame(feed: Feed, follower: Follower) -> bytes:
    """How late it is."""
    now = timezone.now()
    with translation.override(follower.language):
        if feed.kind == FeedKind.PLAYER:
            return _frame(player_event(my_time_event(parse_place(follower.place), now)))
        return _frame(time_event(parse_cursor(follower.place), now))


def bye_frame(feed: Feed, follower: Follower, reason: str) -> bytes:
    """The last that a stream sends."""
    now = timezone.now()
    with translation.override(follower.language):
        if feed.kind == FeedKind.PLAYER:
            return _frame(player_event(my_bye_event(parse_place(follower.place), reason, now)))
        return _frame(bye_event(parse_cursor(follower.place), reason, now))


def player_event(event: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a player is told, as it is written."""
    late = event["server_time"]
    return {**event, "at": instant(event["at"]), "server_time": instant(late) if late else None}


def read_feed(feed: Feed, followers: Collection[Follower], now: datetime) -> Read:
    """The next frames for all who follow a feed. Raises `DatabaseError`."""
    followed = _READERS[feed.kind](feed.id, followers, now)
    made: dict[int, Frames] = {}
    for portion in followed.portions.values():
        if portion is not None and id(portion) not in made:
            content = frames_of(portion.events)
            made[id(portion)] = Frames(content, portion.place, portion.has_more, portion.seat)
    frames = {one: made[id(told)] if told else None for one, told in followed.portions.items()}
    return Read(frames, followed.standing, followed.is_over)


def _game(game_id: UUID, followers: Collection[Follower], now: datetime) -> Followed:
    return follow_game(game_id=game_id, followers=followers, now=now)


def _player(player_id: UUID, followers: Collection[Follower], now: datetime) -> Followed:
    portions, standing = {}, Standing(0)
    for follower in followers:
        with translation.override(follower.language):
            news = my_news(player_id, parse_place(follower.place), PORTION)
        events = [dict(player_event(event)) for event in news.events]
        portions[follower] = Portion(events, place_text(news.place), news.has_more)
        standing = news.standing
    return Followed(portions, standing)


_READERS = {FeedKind.GAME: _game, FeedKind.PLAYER: _player}
