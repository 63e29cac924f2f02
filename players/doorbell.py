"""Rings for a worker. What it is to do stands in a row, and the sweep finds the row if nobody hears the bell."""

import logging
from uuid import UUID

from celery import current_app
from kombu.exceptions import OperationalError

log = logging.getLogger("players.doorbell")


def ring(task: str, row_id: UUID) -> None:
    """Ask the workers to carry out the task for this row."""
    try:
        current_app.send_task(task, [str(row_id)], retry=False)
    except (OperationalError, OSError):
        log.warning("The broker does not answer; the sweep will ring for %s.", task)
