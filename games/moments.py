"""The moments of a game that is shown later to those who look on: kept when it is written, and read as rows.

So many moves later is shown what was there to be seen then, be it cards, clocks or who had left; nothing is made up
from the log.
"""

from collections.abc import Sequence
from copy import copy
from typing import Any, TypeVar

import msgspec
from django.db.models import Model, Prefetch, QuerySet

from games.models import Entry, Game, Kind, Moment, Offer, Seat, Status

PLAY_FIELDS = (
    *("status", "version", "deal_number", "totals", "result", "snapshot", "bot_due_at", "due_at", "notice_count"),
    *("window_id", "window_version", "window_closes_at", "offer_id", "offer_expires_at"),
    *("clocks", "clock_seat", "clock_since", "clock_ends_at", "paused_at", "finished_at"),
    *("to_move", "to_call", "to_answer", "untold_at", "untold_after", "unscored_at"),
)
"""What play changes of a game; the rest may change until it starts."""
_SEAT_FIELDS = ("bot_level", "resigned_at", "timeouts_used", "connected")
_SHOWN = "shown_moments"
_OFFER_FIELDS = ("answers", "status", "expires_at")


Row = TypeVar("Row", bound=Model)


class _Content(msgspec.Struct):
    """The columns of the game and of each seat, and of the offer that was open."""

    game: dict[str, Any]
    seats: list[dict[str, Any]]
    offer: dict[str, Any] | None


_encoder = msgspec.msgpack.Encoder()
_decoder = msgspec.msgpack.Decoder(_Content)


def keep_moment(game: Game, seats: Sequence[Seat], entries: Sequence[Entry]) -> None:
    """Keep how a game stands that was just written with these new entries, and forget what is shown no more.

    Nothing where everybody sees it at once: before the start, after the end, and in games that are never shown later.
    """
    if not game.spectator_delay_moves or game.status == Status.OPEN:
        return
    kept = Moment.objects.filter(game=game)
    if game.is_over:
        kept.delete()
        return
    before = list(kept.values_list("moves", flat=True))
    moves = max(before, default=0) + sum(entry.kind == Kind.MOVE for entry in entries)
    moment = Moment(game=game, moves=moves, status=game.status, content=_content(game, seats))
    Moment.objects.bulk_create(
        [moment], update_conflicts=True, unique_fields=("game", "moves"), update_fields=("status", "content")
    )
    shown = max((one for one in before if one <= moves - game.spectator_delay_moves), default=0)
    if any(one < shown for one in before):
        kept.filter(moves__lt=shown).delete()


def with_shown_moments(rows: QuerySet[Row, Row], game: str = "") -> QuerySet[Row, Row]:
    """The rows with what is shown of their games, in one statement more; `game` leads to the games, as "game__"."""
    first = Moment.objects.order_by("moves")[:1]
    return rows.prefetch_related(Prefetch(f"{game}moments", first, to_attr=_SHOWN))


def shown_moment(game: Game) -> Moment | None:
    """What is shown of the game to those who look on; None where that is the game itself."""
    read: list[Moment] | None = getattr(game, _SHOWN, None)
    return game.moments.order_by("moves").first() if read is None else next(iter(read), None)


def rows_of(moment: Moment, game: Game, seats: Sequence[Seat]) -> tuple[Game, list[Seat], dict[str, Any] | None]:
    """The game and its seats, given as they are now, as they were; and the columns that the open offer had."""
    then = _decoder.decode(moment.content)
    game = _changed(game, then.game)
    seats = [_changed(seat, columns) for seat, columns in zip(seats, then.seats, strict=True)]
    for seat in seats:
        seat.game = game
    return game, list(seats), None if then.offer is None else _columns(Offer, then.offer)


def _content(game: Game, seats: Sequence[Seat]) -> bytes:
    open_offers = Offer.objects.filter(id=game.offer_id).values(*_OFFER_FIELDS) if game.offer_id else ()
    return _encoder.encode(
        _Content(
            {name: getattr(game, name) for name in PLAY_FIELDS} | {"snapshot": bytes(game.snapshot or b"")},
            [{name: getattr(seat, name) for name in _SEAT_FIELDS} for seat in seats],
            next(iter(open_offers), None),
        )
    )


def _changed(row: Any, columns: dict[str, Any]) -> Any:
    """A copy of the row with these columns; it is never written."""
    then = copy(row)
    vars(then).update(_columns(type(row), columns))
    return then


def _columns(model: type[Model], stored: dict[str, Any]) -> dict[str, Any]:
    fields: dict[str, Any] = {field.name: field for field in model._meta.concrete_fields}
    return {name: fields[name].to_python(value) for name, value in stored.items() if name in fields}
