"""What players are told of their games, and that they have still to be told it: noted with the game's own row.

So it costs a move no statement, and is lost with the move or not at all. A worker tells it (`games.services.telling`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from games.cursors import Cursor
from games.models import Entry, Kind, Notice, Seat
from games.store import GameState

_BEHIND_ALL = 10**9 - 1
"""More notices than follow any entry."""
_OF_KINDS = {Kind.STARTED: "game_started", Kind.RESIGNED: "player_left", Kind.RESUMED: "game_resumed"}
_OF_NOTICES = ("offer_made", "rematch_made")
_ENDS = ("game_over", "game_aborted", "game_voided")
_FOLLOWING = ("turn_started", "call_window_opened", *_ENDS, "game_resumed", "offer_made")
_LOST_SEAT = ("bot", "abandon")


@dataclass(frozen=True)
class News:
    """Something of a game that players are told; `seats` are those whom it concerns, None for all."""

    type: str
    at: datetime
    version: int
    seat: int | None = None
    seats: tuple[int, ...] | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    def concerns(self, state: GameState) -> Iterator[UUID]:
        """Who is told it: people at the table, those who have left it included where it has come to an end."""
        for seat in state.seats:
            is_meant = self.seats is None or seat.seat in self.seats
            is_there = seat.resigned_at is None or is_told_after_leaving(self.type, self.seat, seat, state)
            if seat.player is not None and seat.player.erased_at is None and is_meant and is_there:
                yield seat.player.pk


def note_untold(state: GameState, now: datetime) -> bool:
    """Note in a game that is about to be written that something new is to be told, if it is.

    Returns whether nothing was before: whoever tells that, tells this, too, and was rung for already.
    """
    rows: list[Entry | Notice] = [*state.entries, *state.notices]
    is_news = any(any(news.concerns(state)) for row in rows for news in news_of(row))
    if not is_news and not any(_is_for_webhooks(entry, state) for entry in state.entries):
        return False
    if state.game.untold_at is not None:
        return False
    before = min(map(_place_before, rows), key=lambda cursor: cursor.place)
    state.game.untold_at, state.game.untold_after = now, before.text
    return True


def news_of(row: Entry | Notice) -> Iterator[News]:
    """What players are told of an entry or a notice: a part of what everybody at the table may know."""
    if isinstance(row, Notice):
        if row.type in _OF_NOTICES:
            yield _following(row, {"type": row.type, "seat": row.seat, **row.facts})
        return
    if row.kind in _OF_KINDS:
        yield News(_OF_KINDS[Kind(row.kind)], row.at, row.version, row.seat)
    elif row.outcome.get("consequence") in _LOST_SEAT:
        yield News("player_left", row.at, row.version, row.seat)
    for following in row.outcome.get("then", ()):
        if following["type"] in _FOLLOWING:
            yield _following(row, following)


def is_told_after_leaving(news: str, about: int | None, seat: Seat, state: GameState) -> bool:
    """Whether who has left this seat is told at once what happens, `about` a seat: the end, and that somebody has left.

    Where who looks on sees it later, of those who leave only the person themselves.
    """
    if news == "player_left":
        return about == seat.seat or not state.game.spectator_delay_moves
    return news in _ENDS


def _is_for_webhooks(entry: Entry, state: GameState) -> bool:
    """What webhooks of people at the table are told, and the people themselves are not."""
    if entry.kind == Kind.LEFT:
        return True
    is_end = any(news["type"] == "deal_over" for news in entry.outcome.get("then", ()))
    return is_end and any(seat.player_id for seat in state.seats)


def _following(row: Entry | Notice, told: dict[str, Any]) -> News:
    seats, facts, seat = None, {}, told.get("seat")
    if told["type"] == "turn_started":
        seats = (told["seat"],)
    elif told["type"] == "call_window_opened":
        seats, facts = tuple(told["window"]["seats"]), {"window": told["window"]["id"]}
    elif told["type"] == "offer_made":
        offer = told["offer"]
        seats = tuple(answer["seat"] for answer in offer["answers"] if answer["answer"] is None)
        facts = {"offer": offer["id"], "offer_kind": offer["kind"]}
    elif told["type"] in _ENDS:
        facts = {"result": told["result"]}
    elif told["type"] == "rematch_made":
        facts = {"next_game": told["next_game"]}
    return News(told["type"], row.at, row.version, seat, seats, facts)


def _place_before(row: Entry | Notice) -> Cursor:
    if isinstance(row, Notice):
        return Cursor(row.version, row.number - 1)
    return Cursor(row.version - 1, _BEHIND_ALL)
