"""The workers' tasks. They carry the name of a pool only, and may run twice, late or never."""

from celery import shared_task
from django.utils import timezone

from scoring.services import rating

_HOUR = 3600  # where an old game of a large pool is void, all that came after it is rated again


@shared_task(name="scoring.tasks.rate_games", time_limit=_HOUR, soft_time_limit=_HOUR)
def rate_games(pool: str) -> None:
    """Rate the games of this pool that have ended."""
    rating.rate_games(pool=pool, now=timezone.now())


@shared_task(name="scoring.tasks.sweep")
def sweep() -> None:
    """Ring for what was not rated, and forget how boards stood long ago."""
    now = timezone.now()
    rating.ring_for_late_games(now=now)
    rating.forget_old_standings(now=now)
