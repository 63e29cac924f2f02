"""Whether those who sit at a game follow it now: told to everybody when it changes, and written no more often."""

import logging
from collections.abc import Collection
from datetime import datetime, timedelta
from typing import TypeVar
from uuid import UUID

from django.db.models import QuerySet

from games import after_commit, store
from games.models import Listener, Presence, Seat
from games.services.transactions import in_transaction

log = logging.getLogger("games.presence")

Place = tuple[UUID, int]
"""A game and the number of a seat."""

LOST_AFTER = timedelta(seconds=20)
"""A process that was not seen for so long holds nothing any more."""
BATCH = 200

One = TypeVar("One")


def note_presence(*, listener_id: UUID, arrived: Collection[Place], left: Collection[Place], now: datetime) -> bool:
    """A process has been seen at work; at some seats it holds something open now, at others it does not any more.

    False where it was taken for lost: then it has to tell all that it holds.
    """
    is_known = bool(Listener.objects.filter(pk=listener_id).update(seen_at=now))
    if not is_known:
        Listener.objects.create(pk=listener_id, seen_at=now)
    came, went = _seats_at(arrived), _seats_at(left)
    new = [Presence(listener_id=listener_id, seat_id=seat_id) for seat_id in came]
    Presence.objects.bulk_create(new, batch_size=BATCH, ignore_conflicts=True)
    gone = []
    for some in _batches(list(went)):
        Presence.objects.filter(listener_id=listener_id, seat_id__in=some).delete()
        gone += list(Seat.objects.filter(pk__in=some, connected=True, presences=None).values_list("game_id", flat=True))
    settle_presence(game_ids=gone, now=now)
    # Those, too, of which another process thought at the same moment that they had left.
    settle_presence(game_ids=_unseen(listener_id).values_list("game_id", flat=True), now=now)
    return is_known


def forget_lost_listeners(*, now: datetime) -> None:
    """What was held open by processes that are not there any more is closed.

    So is what one let go that ended before it had told so.
    """
    Listener.objects.filter(seen_at__lte=now - LOST_AFTER).delete()
    left = Seat.objects.filter(connected=True, presences=None)
    for game_id in sorted(set(left.values_list("game_id", flat=True))):
        try:
            _settle(game_id=game_id, now=now)
        except Exception:  # one broken game must not keep the others waiting
            log.exception("Who has left game %s could not be told.", game_id)


def settle_presence(*, game_ids: Collection[UUID] | QuerySet[Seat, UUID], now: datetime) -> None:
    """Tell of these games who has come and who has gone."""
    for game_id in sorted(set(game_ids)):
        _settle(game_id=game_id, now=now)


@in_transaction
def _settle(*, game_id: UUID, now: datetime) -> None:
    state = store.lock(game_id)
    present = set(Presence.objects.filter(seat__game=game_id).values_list("seat_id", flat=True))
    for seat in state.seats:
        connected = seat.pk in present and seat.player_id is not None and seat.resigned_at is None
        if connected != seat.connected:
            seat.connected = connected
            seat.save(update_fields=["connected"])
            changes = {"seats": [{"seat": seat.seat, "connected": connected}]}
            state.tell("presence_changed", now, seat.seat, changes=changes)
    if state.notices:
        after_commit.write_notices_and_ring(state)


def _unseen(listener_id: UUID) -> QuerySet[Seat]:
    """The seats that are not connected though this process holds something open there."""
    return Seat.objects.filter(
        presences__listener=listener_id, connected=False, player__isnull=False, resigned_at__isnull=True
    )


def _seats_at(places: Collection[Place]) -> set[int]:
    """The keys of the seats at these places."""
    found: set[int] = set()
    for some in _batches(list(places)):
        wanted = set(some)
        games = {game_id for game_id, _ in some}
        rows = Seat.objects.filter(game_id__in=games).values_list("pk", "game_id", "seat")
        found |= {key for key, game_id, number in rows if (game_id, number) in wanted}
    return found


def _batches(some: list[One]) -> list[list[One]]:
    return [some[first : first + BATCH] for first in range(0, len(some), BATCH)]
