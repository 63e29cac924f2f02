"""Rings for a worker. What it is to do stands in a row, and the sweep finds the row if nobody hears the bell."""

import logging

from celery import current_app

from players.silence import Silence

log = logging.getLogger("players.doorbell")

silence = Silence()


def ring(task: str, *ids: object, pause: float = 0.0) -> None:
    """Ask the workers to carry out the task, after a pause of some seconds. Raises nothing: it is a hint only."""
    if silence.is_on:
        return
    try:
        told = [_plain(one) for one in ids]
        # What a worker's log would call the arguments: Celery takes long to find it.
        current_app.send_task(task, told, countdown=pause or None, retry=False, argsrepr="", kwargsrepr="")
    except Exception as error:  # whatever the broker's client raises: what is due stands in a row
        silence.begin()
        log.warning("The broker does not answer (%s); the sweep will ring.", type(error).__name__)


def _plain(one: object) -> object:
    return one if isinstance(one, int) else str(one)
