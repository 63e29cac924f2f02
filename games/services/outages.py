"""Outages of ours: while no worker is healthy nothing is decided by time, and afterwards all have that time more."""

from datetime import datetime, timedelta

from django.db import transaction

from games import after_commit, clocks
from games.call_window import answers_so_far, window_fields
from games.models import Game, Heartbeat
from games.open_offer import offer_fields, open_offer
from games.store import state_of, with_seats

OUTAGE = timedelta(seconds=5)
"""So long without a sign of a worker is an outage."""
BEAT = timedelta(seconds=1)


def is_worker_healthy(now: datetime) -> bool:
    """Whether a worker was at work a moment ago; also where there has never been one."""
    row = Heartbeat.objects.first()
    return row is None or now - row.at < OUTAGE


def beat(*, now: datetime) -> timedelta:
    """A worker shows that it is at work, which ends an outage if there was one. Returns how long that was."""
    row = Heartbeat.objects.first()
    if row is not None and now - row.at < BEAT:
        return timedelta(0)
    with transaction.atomic():
        row, is_first = Heartbeat.objects.select_for_update().get_or_create(id=1, defaults={"at": now})
        length = now - row.at
        if length < OUTAGE:
            length = timedelta(0)
        else:
            _prolong(length, now)
        if not is_first and row.at < now:
            row.at = now
            row.save(update_fields=["at"])
    return length


def _prolong(length: timedelta, now: datetime) -> None:
    """Everything that time will decide, in every game, is decided so much later."""
    # In the order of their ids: whoever else locks a game holds no other.
    due = Game.objects.select_for_update().filter(due_at__isnull=False).order_by("id")
    for game in with_seats(due):
        state = state_of(game)
        clocks.shift(game, length)
        offer = open_offer(state)
        if offer is not None:
            offer.expires_at += length
            state.offers.append(offer)
        changes = {
            "offers": [offer_fields(offer)] if offer else [],
            "clocks": clocks.clock_fields(game),
            "deadline": clocks.deadline_fields(game, state.seats),
        }
        answered = {}
        if state.deal is not None:
            changes["window"], answered = window_fields(game, state.deal), answers_so_far(state.deal)
        state.tell("clock_changed", now, changes=changes, answered=answered)
        after_commit.write_and_ring(state, now)
