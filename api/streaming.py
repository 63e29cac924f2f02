"""Server-sent events: how they are written, and what a view tells a server that can hold a stream open."""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone, translation

from api.json_text import encode
from games.cursors import parse_cursor
from games.selectors.stream_events import bye_event, time_event
from games.services.follow import follow_game
from players.news import Feed, FeedKind, Standing
from players.services import Right
from players.streaming import Followed, Follower

MEDIA_TYPE = "text/event-stream"
RETRY = b"retry: 2000\n\n"
HEARTBEAT = b": hb\n\n"
_WITHOUT_PLACE = ("time", "bye")


@dataclass(frozen=True)
class Opening:
    """A stream that a view has begun: of which feed, for whom, and by what right."""

    feed: Feed
    follower: Follower
    right: Right
    seat: int | None = None


@dataclass(frozen=True)
class Frames:
    """What is to be sent to a follower, as `players.streaming.Portion` has it."""

    content: bytes
    place: str
    has_more: bool
    seat: int | None


@dataclass(frozen=True)
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
    return _own_frame(feed, follower, lambda place: time_event(place, timezone.now()))


def bye_frame(feed: Feed, follower: Follower, reason: str) -> bytes:
    """The last that a stream sends."""
    return _own_frame(feed, follower, lambda place: bye_event(place, reason, timezone.now()))


def _own_frame(feed: Feed, follower: Follower, make: Callable[[Any], Mapping[str, Any]]) -> bytes:
    with translation.override(follower.language):
        return _frame(make(parse_cursor(follower.place) if feed.kind == FeedKind.GAME else None))


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


_READERS = {FeedKind.GAME: _game}
