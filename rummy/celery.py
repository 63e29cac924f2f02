"""The Celery application. Tasks carry ids and versions only; what they are about is in the database."""

import os
import signal
import time
from typing import Any

from celery import Celery, Task, signals
from kombu.transport import TRANSPORT_ALIASES
from structlog import contextvars

from api.metrics import count_task
from rummy import file_broker, parent_death, tracing

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rummy.settings")

file_broker.register()
for scheme in ("redis", "rediss"):  # imported where there is a Redis only
    TRANSPORT_ALIASES[scheme] = "rummy.redis_broker:Transport"
app = Celery("rummy")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

_began: dict[str, float] = {}
"""When the tasks began on which this process is at work."""


@signals.setup_logging.connect
def keep_our_logs(**_: Any) -> None:
    """Do nothing: with a receiver here, Celery leaves the logging that Django has configured as it is."""


@signals.task_prerun.connect
def name_task_in_logs(task_id: str, task: Task, **_: Any) -> None:
    """Put the task's id and name into every log line that it writes, and the request that it comes from."""
    contextvars.clear_contextvars()
    contextvars.bind_contextvars(task_id=task_id, task=task.name)
    tracing.take_up(vars(task.request))


@signals.before_task_publish.connect
def name_request_in_message(headers: dict[str, Any], **_: Any) -> None:
    """Let the message say which request it comes from."""
    tracing.pass_on(headers)


@signals.task_prerun.connect
def note_beginning(task_id: str, **_: Any) -> None:
    """The task begins now."""
    _began[task_id] = time.monotonic()


@signals.task_postrun.connect
def count_ended_task(task_id: str, task: Task, state: str | None = None, **_: Any) -> None:
    """Count the task, which has ended well or not."""
    began = _began.pop(task_id, None)
    if began is not None:
        count_task(task.name, state or "unknown", time.monotonic() - began)


@signals.worker_process_init.connect
@signals.beat_embedded_init.connect
def end_with_worker(**_: Any) -> None:
    """Let the worker's own children end when the worker is killed and cannot end them."""
    parent_death.send_on_parent_death(signal.SIGKILL)
