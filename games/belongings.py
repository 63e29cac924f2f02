"""What belongs to a player in games: told in their export, and left before they are erased."""

import contextlib
from collections import defaultdict
from datetime import datetime
from typing import Any
from uuid import UUID

from games.attempts import leave_boards, told_attempts
from games.models import BulkJob, Entry, Game, Invite, Offer, Seat, Seek, Status
from games.selectors.chat import told_messages
from games.services.chat import forget_messages
from games.services.imports import forget_imports
from games.services.invites import leave_invites_of
from games.services.resign import resign
from games.services.seating import give_game_up, leave_seat
from games.services.seeks import cancel_seeks_of
from players.belongings import Part, register
from players.errors import DomainError

_GAME_FIELDS = ("id", "status", "preset", "options", "visibility", "created_at", "started_at", "finished_at", "result")
_SEEK_FIELDS = (
    *("id", "status", "game", "preset", "options", "clock", "rated", "visibility", "min_seats", "max_seats"),
    *("min_rating", "max_rating", "bots", "bot_level", "created_at", "expires_at", "closed_at"),
)
_INVITE_FIELDS = ("code", "game_id", "seat", "status", "created_at", "expires_at", "closed_at")
_SEAT_FIELDS = (
    *("seat", "resigned_at", "timeouts_used", "outcome"),
    *("deals", "deal_points", "outs", "turns", "turn_ms", "takes", "deep_takes", "calls", "missed_calls"),
)
_ENTRY_FIELDS = ("version", "deal_number", "kind", "text", "drawn", "at")
_OFFER_FIELDS = ("id", "kind", "made_at", "made_at_version", "to_version", "seconds", "expires_at", "status")


def told(player_id: UUID) -> dict[str, Any]:
    """Games in which the player sat, with their own moves and offers; those made or ordered; seeks and the like."""
    entries = defaultdict(list)
    own = Entry.objects.filter(player_id=player_id).order_by("game_id", "version")
    for game_id, *fields in own.values_list("game_id", *_ENTRY_FIELDS).iterator():
        entries[game_id].append(dict(zip(_ENTRY_FIELDS, fields, strict=True)))
    seats = Seat.objects.filter(player_id=player_id).select_related("game").order_by("game_id")
    offers = defaultdict(list)
    for offer in Offer.objects.filter(game__in=seats.values("game")).order_by("made_at", "id"):
        offers[offer.game_id].append(offer)
    return {
        "messages": list(told_messages(player_id)),
        "attempts": told_attempts(player_id),
        "played": [
            {
                **{name: getattr(seat.game, name) for name in _GAME_FIELDS},
                **{name: getattr(seat, name) for name in _SEAT_FIELDS},
                "entries": entries[seat.game_id],
                "offers": _own_offers(offers[seat.game_id], seat.seat),
            }
            for seat in seats
        ],
        "made": list(Game.objects.filter(owner_id=player_id).order_by("id").values_list("id", flat=True)),
        "invites_sent": _invites(by_id=player_id),
        "invites": _invites(player_id=player_id) + _invites(player_id=None, accepted_by_id=player_id),
        "orders": list(BulkJob.objects.filter(player_id=player_id).order_by("id").values("id", "status", "created_at")),
        "seeks": list(Seek.objects.filter(player_id=player_id).order_by("id").values(*_SEEK_FIELDS)),
    }


def _invites(**whose: Any) -> list[dict[str, Any]]:
    return list(Invite.objects.filter(**whose).order_by("id").values(*_INVITE_FIELDS))


def _own_offers(offers: list[Offer], seat: int) -> list[dict[str, Any]]:
    """Those that the seat has made or answered: its own answer is told, and that of nobody else."""
    return [
        {
            **{name: getattr(offer, name) for name in _OFFER_FIELDS},
            "made": offer.seat == seat,
            "answer": offer.answers.get(str(seat)),
        }
        for offer in offers
        if offer.seat == seat or offer.answers.get(str(seat))
    ]


def leave(player_id: UUID, now: datetime) -> None:
    """Close seeks and invitations, get up from games that have not started, hand on those that are the player's, and
    resign those that go on. Attempts at daily deals are listed no longer.
    """
    cancel_seeks_of(player_id=player_id, now=now)
    leave_invites_of(player_id=player_id, now=now)
    forget_messages(player_id=player_id, now=now)
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
    leave_boards(player_id)
    forget_imports(player_id=player_id)
    BulkJob.objects.filter(player_id=player_id).delete()


register(Part("games", told, leave))
