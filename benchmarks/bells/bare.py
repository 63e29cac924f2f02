"""The yardstick: a Celery application with one trivial task. As a program: its ringer."""

import json
import os
import time

from celery import Celery

from benchmarks.bells.notes import note
from benchmarks.bells.ringer import ring_on_command
from rummy import file_broker

file_broker.register()
app = Celery("bare")
app.conf.update(
    broker_url=os.environ.get("BENCHMARK_BROKER"),
    broker_transport_options=json.loads(os.environ.get("BENCHMARK_BROKER_OPTIONS", "{}")),
    task_ignore_result=True,
    task_default_queue="bare",
    worker_prefetch_multiplier=1,
    broker_connection_retry_on_startup=True,
)


@app.task
def trivial() -> None:
    """Begin, and end."""
    note()


def ring() -> int:
    """Ask for the task."""
    now = time.monotonic_ns()
    trivial.delay()
    return now


if __name__ == "__main__":
    from benchmarks.bells import bare  # tasks are named by their module, which is not `__main__`

    ring_on_command(bare.ring)
