"""Whether the service has what it needs to serve: the database, its migrations, and the broker."""

import logging
from collections.abc import Callable
from functools import lru_cache

from celery import current_app
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

log = logging.getLogger("api.readiness")


def readiness() -> list[tuple[str, bool]]:
    """Each need and whether it is met, without waiting long for any."""
    checks = (
        ("database", _database_answers),
        ("migrations", _migrations_are_applied),
        ("broker", _broker_answers),
    )
    return [(name, _holds(name, check)) for name, check in checks]


def _holds(name: str, check: Callable[[], bool]) -> bool:
    try:
        return check()
    except Exception as error:  # whatever the drivers raise: it is not there
        log.warning("Not ready: %s (%s)", name, type(error).__name__)
        return False


def _database_answers() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
        return cursor.fetchone() == (1,)


def _migrations_are_applied() -> bool:
    if not _were_applied():
        _were_applied.cache_clear()  # only a yes is for good
        return False
    return True


@lru_cache(maxsize=1)
def _were_applied() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _broker_answers() -> bool:
    with current_app.connection_for_write(transport_options={"socket_connect_timeout": 2}) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=2)
    return True
