"""The moves of a game as one viewer may see them."""

from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from games.models import Entry, Game, Kind
from games.shown import deals_of, entries_of
from games.sight import Viewer
from games.store import GameState
from games.times import instant
from players.errors import DomainError


def moves_of(
    state: GameState, viewer: Viewer, *, deal_number: int | None = None, seat: int | None = None
) -> QuerySet[Entry]:
    """The moves of the game, of one deal or seat; of answers to an open call window only the viewer's own."""
    moves = entries_of(state).filter(kind=Kind.MOVE).select_related("player")
    if state.game.window_id is not None:
        told = ~Q(window_id=state.game.window_id) | Q(window_id=None)
        moves = moves.filter(told | Q(seat=viewer.seat) if viewer.seat is not None else told)
    if deal_number is not None:
        moves = moves.filter(_within(state, deal_number))
    if seat is not None:
        moves = moves.filter(seat=seat)
    return moves


def _within(state: GameState, deal_number: int) -> Q:
    """The entries of a deal by their versions, which the index of the log knows; none, where there is no such deal."""
    starts = dict(deals_of(state).filter(number__in=(deal_number, deal_number + 1)).values_list("number", "version"))
    if deal_number not in starts:
        return Q(pk__in=())
    entries = Q(version__gt=starts[deal_number])
    return entries & Q(version__lt=starts[deal_number + 1]) if deal_number + 1 in starts else entries


def taken_back(state: GameState) -> list[tuple[int, int]]:
    """For each undo of the game the version it went back to, and its own: moves between them do not count."""
    undone = entries_of(state).filter(kind=Kind.UNDONE, undone_to__isnull=False).order_by("version")
    return [(to or 0, version) for to, version in undone.values_list("undone_to", "version")]


def is_taken_back(entry: Entry, undone: list[tuple[int, int]]) -> bool:
    """Whether one of these undos has taken the move back."""
    return any(to < entry.version < version for to, version in undone)


def the_move(state: GameState, viewer: Viewer, version: int) -> Entry:
    """The move that made this version. Raises `not_found`, also where the viewer may not know of it yet."""
    entry = moves_of(state, viewer).filter(version=version).first()
    if entry is None:
        raise DomainError("not_found", gettext("There is no such move."))
    return entry


def move_fields(entry: Entry, game: Game, viewer: Viewer, undone: list[tuple[int, int]]) -> dict[str, Any]:
    """One move: who made it, and for its own seat, or when the deal is open, the card that was drawn."""
    is_open = (entry.deal_number < game.deal_number or game.is_over) and not game.is_sealed
    may_know = is_open or (viewer.seat is not None and viewer.seat == entry.seat)
    return {
        "version": entry.version,
        "deal_number": entry.deal_number,
        "seat": entry.seat,
        "author": entry.author,
        "bot_level": entry.bot_level or None,
        "move": entry.move,
        "text": entry.text,
        "undone": is_taken_back(entry, undone),
        "drawn": (entry.drawn or None) if may_know else None,
        "at": instant(entry.at),
    }
