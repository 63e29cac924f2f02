"""Outages of ours: while no worker is healthy nothing is decided by time, and afterwards all have that time more."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet

from games import after_commit, clocks
from games.call_window import answers_so_far, window_fields
from games.models import Game, Heartbeat
from games.open_offer import offer_fields, open_offer
from games.store import state_of, with_seats

log = logging.getLogger("games.outages")

OUTAGE = timedelta(seconds=5)
"""So long without a sign of a worker is an outage."""
BEAT = timedelta(seconds=1)
BATCH = 100
"""So many games at a time are locked to be prolonged."""


@dataclass(frozen=True)
class Outage:
    """From when to when no worker was at work."""

    since: datetime
    until: datetime


def is_worker_healthy(now: datetime) -> bool:
    """Whether a worker was at work a moment ago; also where there has never been one.

    Not before all games have got back the time of the last outage.
    """
    row = Heartbeat.objects.first()
    return row is None or (row.outage_since is None and now - row.at < OUTAGE)


def beat(*, now: datetime, clock: Callable[[], datetime] | None = None) -> timedelta:
    """A worker shows that it is at work, which ends an outage if there was one. Returns how long that was.

    Making up for it takes a while where there are many games; `clock` tells when that is done.
    """
    row = Heartbeat.objects.first()
    if row is not None and row.outage_since is None and -OUTAGE < now - row.at < BEAT:
        return timedelta(0)
    outage, is_new = _noted(now)
    while outage is not None and _prolong_some(outage, clock or (lambda: now)):
        pass
    return outage.until - outage.since if outage is not None and is_new else timedelta(0)


def _noted(now: datetime) -> tuple[Outage | None, bool]:
    """The outage that is to be made up for, if there is one, and whether it was noted by this beat."""
    with transaction.atomic():
        row, _ = Heartbeat.objects.select_for_update().get_or_create(id=1, defaults={"at": now})
        if row.outage_since is not None:  # another worker is at it, or was
            return Outage(row.outage_since, row.at), False
        is_outage = now - row.at >= OUTAGE
        if is_outage:
            row.outage_since, row.prolonged_to = row.at, None
        is_wrong = row.at - now >= OUTAGE  # a clock was ahead; if it stood, it would hide the next outage
        row.at = now if is_wrong else max(row.at, now)
        row.save()
        return (Outage(row.outage_since, row.at), True) if row.outage_since is not None else (None, False)


def _prolong_some(outage: Outage, clock: Callable[[], datetime]) -> bool:
    """Prolong what time will decide in the next games. Returns whether there may be more of them."""
    with transaction.atomic():
        row = Heartbeat.objects.select_for_update().get(id=1)
        if (row.outage_since, row.at) != (outage.since, outage.until):
            return False
        games = list(_due_after(row)[:BATCH])
        for game in games:
            _try_to_prolong(game, outage)
        if len(games) < BATCH:
            row.outage_since, row.at = None, max(row.at, clock())
        row.prolonged_to = games[-1].id if games else None
        row.save()
        return row.outage_since is not None


def _due_after(row: Heartbeat) -> QuerySet[Game]:
    # In the order of their ids: whoever else locks a game holds no other.
    due = Game.objects.select_for_update().filter(due_at__isnull=False).order_by("id")
    return with_seats(due if row.prolonged_to is None else due.filter(id__gt=row.prolonged_to))


def _try_to_prolong(game: Game, outage: Outage) -> None:
    try:
        with transaction.atomic():
            _prolong(game, outage)
    except Exception:  # one broken game must not keep all others from going on
        log.exception("Game %s could not be given the time of an outage.", game.id)


def _prolong(game: Game, outage: Outage) -> None:
    state = state_of(game)
    offer = open_offer(state)
    offered_at = offer.made_at if offer else None
    if not clocks.prolong(game, outage.since, outage.until, state.options.call_window, offered_at):
        return
    if offer is not None and game.offer_expires_at is not None:
        offer.expires_at = game.offer_expires_at
        state.offers.append(offer)
    changes = {
        "offers": [offer_fields(offer)] if offer else [],
        "clocks": clocks.clock_fields(game),
        "deadline": clocks.deadline_fields(game, state.seats),
    }
    answered = {}
    if state.deal is not None:
        changes["window"], answered = window_fields(game, state.deal), answers_so_far(state.deal)
    state.tell("clock_changed", outage.until, changes=changes, answered=answered)
    after_commit.write_and_ring(state, outage.until)
