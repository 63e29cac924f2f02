"""What belongs to a player in games: told in their export, and left before they are erased."""

import contextlib
from collections import defaultdict
from datetime import datetime
from typing import Any
from uuid import UUID

from games.models import Entry, Game, Seat, Status
from games.services.resign import resign
from games.services.seating import give_game_up, leave_seat
from players.belongings import Part, register
from players.errors import DomainError

_GAME_FIELDS = ("id", "status", "preset", "options", "visibility", "created_at", "started_at", "finished_at", "result")
_ENTRY_FIELDS = ("version", "deal_number", "kind", "text", "drawn", "at")


def told(player_id: UUID) -> dict[str, Any]:
    """The games in which the player sat, with their own moves in each, and those they made."""
    entries = defaultdict(list)
    own = Entry.objects.filter(player_id=player_id).order_by("game_id", "version")
    for game_id, *fields in own.values_list("game_id", *_ENTRY_FIELDS).iterator():
        entries[game_id].append(dict(zip(_ENTRY_FIELDS, fields, strict=True)))
    seats = Seat.objects.filter(player_id=player_id).select_related("game").order_by("game_id")
    return {
        "played": [
            {
                **{name: getattr(seat.game, name) for name in _GAME_FIELDS},
                "seat": seat.seat,
                "resigned_at": seat.resigned_at,
                "entries": entries[seat.game_id],
            }
            for seat in seats
        ],
        "made": list(Game.objects.filter(owner_id=player_id).order_by("id").values_list("id", flat=True)),
    }


def leave(player_id: UUID, now: datetime) -> None:
    """Get up from games that have not started, hand on those that are the player's, and resign those that go on."""
    seats = Seat.objects.filter(player_id=player_id, resigned_at=None)
    sitting = seats.filter(game__status__in=(Status.OPEN, Status.RUNNING, Status.PAUSED))
    for game_id, number in list(sitting.values_list("game_id", "seat")):
        # Whether it has started is known only when it is locked; it may have ended meanwhile, too.
        with contextlib.suppress(DomainError):
            leave_seat(game_id=game_id, number=number, player_id=player_id, now=now)
        with contextlib.suppress(DomainError):
            resign(game_id=game_id, player_id=player_id, now=now)
    for game_id in Game.objects.filter(owner_id=player_id, status=Status.OPEN).values_list("id", flat=True):
        with contextlib.suppress(DomainError):  # it was started or left meanwhile
            give_game_up(game_id=game_id, player_id=player_id, now=now)


register(Part("games", told, leave))
