"""The events of a game, made from its entries for one viewer.

An entry makes one event or several: what was done, then what followed from it. A notice makes one. Their order and
ids are the same for every viewer; what a viewer may not know is left out. View and events give the later view: the
first event of an entry has `changes`, the fields of the viewer's view that are new, and so has that of a notice.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from heapq import merge
from typing import Any

from django.db.models import Q, QuerySet

from games.cursors import Cursor
from games.models import Entry, Game, Kind, Notice
from games.selectors.chat import DEAF, Listener, message_fields
from games.selectors.event_texts import event_text
from games.selectors.games import player_fields
from games.shown import entries_of, notices_of
from games.sight import Role, Viewer
from games.store import GameState
from games.times import instant

Event = dict[str, Any]
Row = Entry | Notice

TYPES = {
    Kind.CREATED: "game_created",
    Kind.CHANGED: "game_changed",
    Kind.JOINED: "player_joined",
    Kind.LEFT: "player_left",
    Kind.BOT_SEATED: "seat_changed",
    Kind.STARTED: "game_started",
    Kind.DEALT: "deal_started",
    Kind.MOVE: "move_played",
    Kind.UNDONE: "undo_done",
    Kind.TIMED_OUT: "timed_out",
    Kind.CLOCK_SET: "clock_changed",
    Kind.PAUSED: "game_paused",
    Kind.RESUMED: "game_resumed",
    Kind.RESIGNED: "player_left",
}
# What only some types of events have; null in the others.
_MEMBERS = (
    *("seat", "move", "drawn", "deal", "window", "answers", "bot_level", "result", "changes"),
    *("to_version", "then", "offer", "next_game", "game", "view", "reason", "server_time"),
    *("reserved_until", "message"),
)


def events_after(
    state: GameState, viewer: Viewer, after: Cursor, limit: int, listener: Listener = DEAF
) -> tuple[list[Event], Cursor, bool]:
    """At most `limit` events behind the place `after`, the place behind them, and whether there are more.

    With what the `listener` hears of the chat. If there are no more, the place is behind what others hear, too.
    """
    return events_among(rows_after(state, after, limit, listener), state, viewer, after, limit)


def rows_after(state: GameState, after: Cursor, limit: int, listener: Listener = DEAF) -> list[Row]:
    """The rows that make the next events behind the place, for whichever viewer; more than `limit`, if there are."""
    entries = _entries(state).filter(version__gte=after.version)
    notices = listener.heard(_notices_behind(state, after)).order_by("version", "number")
    return list(_merged(entries[: limit + 2], notices[: limit + 1]))


def is_talked_behind(state: GameState, after: Cursor) -> bool:
    """Whether something was said or removed behind the place, in whichever room."""
    return _notices_behind(state, after).filter(message__isnull=False).exists()


def _notices_behind(state: GameState, after: Cursor) -> QuerySet[Notice]:
    return notices_of(state).filter(Q(version=after.version, number__gt=after.notice) | Q(version__gt=after.version))


def events_among(
    rows: Iterable[Row], state: GameState, viewer: Viewer, after: Cursor, limit: int
) -> tuple[list[Event], Cursor, bool]:
    """The same as `events_after`, from rows that were read."""
    found: list[tuple[Cursor, Event]] = []
    for row in rows:
        found += [(cursor, event) for cursor, event in _told(row, state.game, viewer) if cursor.place > after.place]
        if len(found) > limit:
            break
    page = found[:limit]
    reached, has_more = page[-1][0] if page else after, len(found) > limit
    if not has_more:
        reached = max(reached, state.cursor, key=lambda cursor: cursor.place)
    return [event for _, event in page], reached, has_more


def all_events(state: GameState, viewer: Viewer) -> Iterator[Event]:
    """Every event of the game but its chat, read from the database as they are asked for."""
    entries = _entries(state).iterator(chunk_size=500)
    notices = DEAF.heard(notices_of(state)).order_by("version", "number").iterator(chunk_size=500)
    for row in _merged(entries, notices):
        for _, event in _told(row, state.game, viewer):
            yield event


def _entries(state: GameState) -> QuerySet[Entry]:
    return entries_of(state).select_related("player").order_by("version")


def _merged(entries: Iterable[Entry], notices: Iterable[Notice]) -> Iterator[Row]:
    rows: tuple[Iterable[Row], ...] = (entries, notices)
    return merge(*rows, key=_row_place)


def _row_place(row: Row) -> tuple[int, int]:
    return row.version, row.number if isinstance(row, Notice) else 0


def _told(row: Row, game: Game, viewer: Viewer) -> list[tuple[Cursor, Event]]:
    return [_event_of(row, viewer)] if isinstance(row, Notice) else events_of(row, game, viewer)


def _event_of(notice: Notice, viewer: Viewer) -> tuple[Cursor, Event]:
    cursor, facts = Cursor(notice.version, notice.number), dict(notice.facts)
    if "window" in facts["changes"]:
        window = _seen_window(facts["changes"]["window"], facts, viewer)
        facts["changes"] = facts["changes"] | {"window": window}
    facts.pop("answered", None)
    event = _event(notice, type=notice.type, seat=notice.seat, **facts)
    if notice.message is not None:
        event["message"] = message_fields(notice.message)
        event["player"] = event["message"]["player"]
    changes = event["changes"] or None
    return cursor, event | {"id": cursor.text, "text": event_text(event), "changes": changes}


def events_of(entry: Entry, game: Game, viewer: Viewer) -> list[tuple[Cursor, Event]]:
    """The events that an entry makes for this viewer, with their places."""
    is_open = (entry.deal_number < game.deal_number or game.is_over) and not game.is_sealed
    is_own = viewer.seat is not None and viewer.seat == entry.seat
    events = [_act(entry, is_own=is_own, is_open=is_open)] if entry.kind in TYPES else []
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
        event["window"] = _seen_window(event["window"], entry.outcome, viewer)
        event["text"] = event_text(event)
    return placed


def _changes(entry: Entry, viewer: Viewer) -> dict[str, Any]:
    """What the entry makes new in the view of this viewer."""
    changes = dict(entry.outcome.get("changes", {}))
    if "window" in changes:
        changes["window"] = _seen_window(changes["window"], entry.outcome, viewer)
    if viewer.seat is not None and str(viewer.seat) in entry.hands:
        changes["hand"] = entry.hands[str(viewer.seat)]
    if viewer.seat is None and _is_leaving(entry):
        # Perhaps it was this viewer who left; others without a seat see nothing new in it.
        changes |= {"viewer": Role.SPECTATOR, "seat": None, "hand": []}
    if viewer.seat is not None and viewer.seat == entry.seat and entry.kind == Kind.JOINED:
        changes |= {"viewer": Role.SEAT, "seat": viewer.seat}
    if changes.get("result"):
        changes["viewer"] = Role.FINISHED
    return changes


def _is_leaving(entry: Entry) -> bool:
    return entry.kind == Kind.RESIGNED or entry.outcome.get("consequence") in ("bot", "abandon")


def _seen_window(window: Event | None, told: dict[str, Any], viewer: Viewer) -> Event | None:
    """The window with the viewer's own of the answers that were told with it."""
    return window and window | {"answered": told.get("answered", {}).get(str(viewer.seat))}


def _placed(version: int, events: list[Event]) -> Iterator[tuple[Cursor, Event]]:
    for part, event in enumerate(events, 1):
        yield Cursor(version, part=part if part < len(events) else None), event


def _act(entry: Entry, *, is_own: bool, is_open: bool) -> Event:
    return _event(
        entry,
        type=TYPES[Kind(entry.kind)],
        seat=entry.seat,
        move=entry.move,
        drawn=(entry.drawn or None) if is_own or is_open else None,
        deal=entry.outcome.get("deal"),
        bot_level=entry.bot_level or None,
        to_version=entry.undone_to,
        then=entry.outcome.get("consequence"),
    )


def _event(row: Row, **members: Any) -> Event:
    author, player = (row.author, row.player) if isinstance(row, Entry) else (None, None)
    told = {"author": author, "player": player_fields(player) if player else None, **members}
    return blank_event(version=row.version, at=row.at, **told)


def blank_event(*, version: int | None, at: datetime, **members: Any) -> Event:
    """An event with these members, and null for the others."""
    return {
        "id": "",
        "version": version,
        "at": instant(at),
        "text": "",
        "author": None,
        "player": None,
        **dict.fromkeys(_MEMBERS),
        **members,
    }
