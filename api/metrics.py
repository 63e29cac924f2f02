"""What is counted while the service works, for whoever watches over it; `/metrics` tells it.

Labels are templates of routes, methods and the like: never an id, a name, a token or a card.
"""

import re
from functools import lru_cache

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics

disable_created_metrics()  # a series more for each, which says when it began
REGISTRY = CollectorRegistry()

_SECONDS = (0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_PART = re.compile(r"<(?:\w+:)?(\w+)>")

_requests = Counter("rummy_requests", "Requests that were answered.", ["route", "method", "status"], registry=REGISTRY)
_request_seconds = Histogram(
    "rummy_request_seconds",
    "Time of work on a request; of one that waits for news, the last look.",
    ["route", "method"],
    registry=REGISTRY,
    buckets=_SECONDS,
)
_refused = Counter("rummy_limits_refused", "Requests refused by a rate limit.", ["bucket"], registry=REGISTRY)
_uncounted = Counter(
    "rummy_limits_uncounted", "Requests let through because the counters could not be reached.", registry=REGISTRY
)
_tasks = Counter("rummy_tasks", "Tasks that workers have ended.", ["task", "outcome"], registry=REGISTRY)
_task_seconds = Histogram(
    "rummy_task_seconds", "Time of work on a task.", ["task"], registry=REGISTRY, buckets=_SECONDS
)


_open_streams = Gauge("rummy_streams_open", "Streams that are open.", registry=REGISTRY, multiprocess_mode="livesum")
_stream_ends = Counter("rummy_streams_ended", "Streams that have ended, and why.", ["reason"], registry=REGISTRY)


def set_open_streams(number: int) -> None:
    """So many streams are open in this process."""
    _open_streams.set(number)


def count_stream_end(reason: str) -> None:
    """A stream has ended."""
    _stream_ends.labels(reason).inc()


def count_request(route: str | None, method: str | None, status: int, seconds: float) -> None:
    """One request, by Django's name for its route; None where it never came to one."""
    counter, histogram = _series(route, method if method in _METHODS else "other", status)
    counter.inc()
    histogram.observe(seconds)


def count_refusal(bucket: str) -> None:
    """A request was refused because this limit is reached."""
    _refused.labels(bucket).inc()


def count_uncounted() -> None:
    """A request was let through unseen by the limits."""
    _uncounted.inc()


def count_task(task: str, outcome: str, seconds: float) -> None:
    """A worker has ended a task; `outcome` is Celery's word for how."""
    _tasks.labels(task, outcome.lower()).inc()
    _task_seconds.labels(task).observe(seconds)


@lru_cache(maxsize=2000)
def _series(route: str | None, method: str | None, status: int) -> tuple[Counter, Histogram]:
    """Both series of such requests; the route is told as the API's description writes it."""
    template = "none" if route is None else "/" + _PART.sub(r"{\1}", route)
    return _requests.labels(template, method, status), _request_seconds.labels(template, method)
