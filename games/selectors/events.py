"""The events of a game, made from its entries for one viewer.

An entry makes one event or several: what was done, then what followed from it. Their order and ids are the
same for every viewer; what a viewer may not know is left out. View and events give the later view: the first
event of an entry has `changes`, the fields of the viewer's view that are new.
"""

from collections.abc import Iterator
from typing import Any

from games.cursors import Cursor
from games.models import Entry, Game, Kind
from games.selectors.event_texts import event_text
from games.selectors.games import player_fields
from games.sight import Role, Viewer
from games.store import GameState
from games.times import instant

Event = dict[str, Any]

_TYPES = {
    Kind.CREATED: "game_created",
    Kind.CHANGED: "game_changed",
    Kind.JOINED: "player_joined",
    Kind.LEFT: "player_left",
    Kind.BOT_SEATED: "seat_changed",
    Kind.STARTED: "game_started",
    Kind.DEALT: "deal_started",
    Kind.MOVE: "move_played",
    Kind.RESIGNED: "player_left",
}
# What only some types of events have; null in the others.
_MEMBERS = ("seat", "move", "drawn", "deal", "window", "answers", "bot_level", "result", "changes")


def events_after(state: GameState, viewer: Viewer, after: Cursor, limit: int) -> tuple[list[Event], Cursor, bool]:
    """At most `limit` events behind the place `after`, the place behind them, and whether there are more."""
    first = after.version + (after.part is None)
    rows = state.game.entries.filter(version__gte=first).select_related("player").order_by("version")
    found: list[tuple[Cursor, Event]] = []
    for entry in rows[: limit + 1]:
        found += [
            (cursor, event) for cursor, event in events_of(entry, state.game, viewer) if _is_behind(cursor, after)
        ]
        if len(found) > limit:
            break
    page = found[:limit]
    return [event for _, event in page], page[-1][0] if page else after, len(found) > limit


def all_events(state: GameState, viewer: Viewer) -> Iterator[Event]:
    """Every event of the game, read from the database as they are asked for."""
    for entry in state.game.entries.select_related("player").order_by("version").iterator(chunk_size=500):
        for _, event in events_of(entry, state.game, viewer):
            yield event


def events_of(entry: Entry, game: Game, viewer: Viewer) -> list[tuple[Cursor, Event]]:
    """The events that an entry makes for this viewer, with their places."""
    is_over = entry.deal_number < game.deal_number or game.is_over
    is_own = viewer.seat is not None and viewer.seat == entry.seat
    events = [_act(entry, is_own=is_own, is_over=is_over)] if entry.kind in _TYPES else []
    events += [_event(entry, **news) for news in entry.outcome.get("then", ())]
    placed = list(_placed(entry.version, events))
    if entry.window_id is not None and not is_own:
        # Who has answered an open call window, and how, is told when it closes.
        placed = placed[1:]
        for _, event in placed:
            event["author"] = event["player"] = None
    placed[0][1]["changes"] = _changes(entry, viewer) or None
    for cursor, event in placed:
        event["id"] = cursor.text
        event["window"] = _seen_window(event["window"], entry, viewer)
        event["text"] = event_text(event)
    return placed


def _changes(entry: Entry, viewer: Viewer) -> dict[str, Any]:
    """What the entry makes new in the view of this viewer."""
    changes = dict(entry.outcome.get("changes", {}))
    if "window" in changes:
        changes["window"] = _seen_window(changes["window"], entry, viewer)
    if viewer.seat is not None and str(viewer.seat) in entry.hands:
        changes["hand"] = entry.hands[str(viewer.seat)]
    if entry.kind == Kind.RESIGNED and viewer.seat is None:
        # Perhaps it was this viewer who resigned; others without a seat see nothing new in it.
        changes |= {"viewer": Role.SPECTATOR, "seat": None, "hand": []}
    if changes.get("result"):
        changes["viewer"] = Role.FINISHED
    return changes


def _seen_window(window: Event | None, entry: Entry, viewer: Viewer) -> Event | None:
    return window and window | {"answered": entry.outcome.get("answered", {}).get(str(viewer.seat))}


def _is_behind(cursor: Cursor, after: Cursor) -> bool:
    if cursor.version != after.version:
        return cursor.version > after.version
    return after.part is not None and (cursor.part is None or cursor.part > after.part)


def _placed(version: int, events: list[Event]) -> Iterator[tuple[Cursor, Event]]:
    for part, event in enumerate(events, 1):
        yield Cursor(version, part if part < len(events) else None), event


def _act(entry: Entry, *, is_own: bool, is_over: bool) -> Event:
    return _event(
        entry,
        type=_TYPES[Kind(entry.kind)],
        seat=entry.seat,
        move=entry.move,
        drawn=(entry.drawn or None) if is_own or is_over else None,
        deal=entry.outcome.get("deal"),
        bot_level=entry.bot_level or None,
    )


def _event(entry: Entry, **members: Any) -> Event:
    return {
        "id": "",
        "version": entry.version,
        "at": instant(entry.at),
        "text": "",
        "author": entry.author,
        "player": player_fields(entry.player) if entry.player else None,
        **dict.fromkeys(_MEMBERS),
        **members,
    }
