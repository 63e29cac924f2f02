"""Many games asked for at once, made by a worker; each game is made once, however often the worker is rung for."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

import msgspec
from django.db import transaction

from engine import ImpossibleRules
from games.models import BulkItem, BulkJob, BulkStatus
from games.services.create import GameWish, create_game
from games.services.transactions import in_transaction
from players.doorbell import ring
from players.errors import DomainError
from players.models import Player
from players.services import news_told

log = logging.getLogger("games.bulk")

KEPT_FOR = timedelta(days=7)
MOST_GAMES = 500
MOST_ATTEMPTS = 5
BATCH = 50
_PAUSE = timedelta(minutes=2)
_TASK = "games.tasks.make_games"


@in_transaction
def order_games(*, player: Player, wishes: Sequence[GameWish], is_atomic: bool, now: datetime) -> BulkJob:
    """The order, which a worker carries out in the player's name: all of the games or none (`is_atomic`), or each."""
    job = BulkJob.objects.create(
        player=player, is_atomic=is_atomic, created_at=now, due_at=now, expires_at=now + KEPT_FOR
    )
    BulkItem.objects.bulk_create(
        BulkItem(job=job, number=number, wish=msgspec.to_builtins(wish)) for number, wish in enumerate(wishes)
    )
    transaction.on_commit(partial(ring, _TASK, job.pk))
    return job


def make_games(*, job_id: UUID, now: datetime) -> None:
    """Carry out the order; a failure of ours is tried again later, a few times, and what was made is not made twice."""
    # The condition is the claim: of two workers, one goes on.
    claimed = BulkJob.objects.filter(pk=job_id, status=BulkStatus.QUEUED, due_at__lte=now)
    job = claimed.select_related("player").first()
    if job is None or not claimed.update(due_at=now + _PAUSE, attempts=job.attempts + 1):
        return
    if job.attempts >= MOST_ATTEMPTS:
        log.error("The order %s of games failed too often.", job_id)
        _close(job, BulkStatus.FAILED, now)
    elif job.is_atomic:
        _make_all(job, now)
    else:
        for item_id in list(job.items.filter(game=None, code="").order_by("number").values_list("pk", flat=True)):
            _make_one(job, item_id, now)
        _close(job, BulkStatus.DONE, now)


def ring_for_waiting(*, now: datetime) -> None:
    """Ring for the orders whose time has come."""
    waiting = BulkJob.objects.filter(status=BulkStatus.QUEUED, due_at__lte=now).order_by("due_at")
    for job_id in waiting.values_list("pk", flat=True)[:BATCH]:
        ring(_TASK, job_id)


def forget_old_orders(*, now: datetime) -> None:
    """Delete orders of more than a week ago; the games stay."""
    BulkJob.objects.filter(expires_at__lte=now).delete()


@transaction.atomic
def _make_one(job: BulkJob, item_id: int, now: datetime) -> None:
    """The game, with the note that it is made; the order may have been deleted meanwhile, or another be at work."""
    item = BulkItem.objects.select_for_update().filter(pk=item_id, game=None, code="").first()
    if item is not None:
        _make(job, item, now)
        item.save(update_fields=["game", "code"])


def _make_all(job: BulkJob, now: datetime) -> None:
    refused = None
    with transaction.atomic(), news_told():
        if not BulkJob.objects.select_for_update().filter(pk=job.pk, status=BulkStatus.QUEUED).exists():
            return
        items = list(job.items.order_by("number"))
        for item in items:
            _make(job, item, now)
            if item.code:
                refused = item
                transaction.set_rollback(True)
                break
        else:
            BulkItem.objects.bulk_update(items, ["game"])
            _close(job, BulkStatus.DONE, now)
    if refused is not None:
        with transaction.atomic():
            BulkItem.objects.filter(pk=refused.pk).update(code=refused.code)
            _close(job, BulkStatus.FAILED, now)


def _make(job: BulkJob, item: BulkItem, now: datetime) -> None:
    try:
        item.game = create_game(owner=job.player, wish=msgspec.convert(item.wish, GameWish), now=now).game
    except DomainError as refusal:
        item.code = refusal.code
    except ImpossibleRules:
        item.code = "impossible_rules"


def _close(job: BulkJob, status: BulkStatus, now: datetime) -> None:
    BulkJob.objects.filter(pk=job.pk).update(status=status, finished_at=now)
