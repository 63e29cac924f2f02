"""The moves of a game as one viewer may see them."""

from bisect import bisect_left
from collections.abc import Iterable
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


class TakenBack:
    """The versions that undos have taken back; `in` looks for one in as many steps as their number has bits.

    `spans` are the undos, in order: the version that each went back to, and its own. What lies between does not count.
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self.spans: list[tuple[int, int]] = []
        for to, version in spans:
            while self.spans and self.spans[-1][1] > to:
                to = min(to, self.spans.pop()[0])
            self.spans.append((to, version))
        self._ends = [end for _, end in self.spans]

    def __contains__(self, version: int) -> bool:
        at = bisect_left(self._ends, version)
        return at < len(self.spans) and self.spans[at][0] < version < self.spans[at][1]


def taken_back(state: GameState, **versions: Any) -> TakenBack:
    """What was taken back in the game; `versions` are look-ups that choose among the undos."""
    undone = entries_of(state).filter(kind=Kind.UNDONE, undone_to__isnull=False, **versions).order_by("version")
    return TakenBack((to or 0, version) for to, version in undone.values_list("undone_to", "version"))


def the_move(state: GameState, viewer: Viewer, version: int) -> Entry:
    """The move that made this version. Raises `not_found`, also where the viewer may not know of it yet."""
    entry = moves_of(state, viewer).filter(version=version).first()
    if entry is None:
        raise DomainError("not_found", gettext("There is no such move."))
    return entry


def move_fields(entry: Entry, game: Game, viewer: Viewer, undone: TakenBack) -> dict[str, Any]:
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
        "undone": entry.version in undone,
        "drawn": (entry.drawn or None) if may_know else None,
        "at": instant(entry.at),
    }
