"""Orders of many games, and how far they are."""

from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils.translation import gettext

from games.models import BulkItem, BulkJob
from games.times import instant
from players.errors import DomainError


def bulk_job(*, player_id: UUID, job_id: UUID, now: datetime) -> BulkJob:
    """One of the player's own orders. Raises `not_found`, also when it is too old."""
    job = BulkJob.objects.filter(pk=job_id, player_id=player_id, expires_at__gt=now).first()
    if job is None:
        raise DomainError("not_found", gettext("There is no such order of yours."))
    return job


def bulk_job_fields(job: BulkJob, now: datetime) -> dict[str, Any]:
    """The order with each of its games, as many as are made so far."""
    items = [_item(item) for item in job.items.order_by("number").defer("wish")]
    return {
        "id": str(job.pk),
        "status": job.status,
        "atomic": job.is_atomic,
        "count": len(items),
        "made_count": sum(item["game"] is not None for item in items),
        "refused_count": sum(item["code"] is not None for item in items),
        "items": items,
        "created_at": instant(job.created_at),
        "finished_at": instant(job.finished_at) if job.finished_at else None,
        "expires_at": instant(job.expires_at),
        "server_time": instant(now),
    }


def _item(item: BulkItem) -> dict[str, Any]:
    return {
        "number": item.number,
        "game": str(item.game_id) if item.game_id else None,
        "code": item.code or None,
    }
