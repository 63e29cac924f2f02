"""The metrics as Prometheus reads them: what was counted, and what rows and broker say at this moment."""

import logging
import os
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import TypeVar

from celery import current_app
from kombu.connection import Connection
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from api.metrics import REGISTRY
from games.selectors.backlog import Backlog, backlog

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The variable that names the folder in which several processes count together; the library reads it."""
_BROKER_SECONDS = 2

Told = TypeVar("Told")

log = logging.getLogger("api.metrics")


def exposition(now: datetime) -> bytes:
    """All metrics in the text format: those of this process, or of all that share the folder."""
    counted = REGISTRY
    if SHARED_FOLDER in os.environ:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)
    present = CollectorRegistry()
    present.register(_Present(now))
    return generate_latest(counted) + generate_latest(present)


class _Present(Collector):
    """What is not counted but looked up; what cannot be reached is 0 in `rummy_reachable`, and not told."""

    def __init__(self, now: datetime) -> None:
        self._now = now

    def collect(self) -> Iterator[Metric]:
        """The gauges."""
        behind = _reached(lambda: backlog(self._now))
        depths = _reached(queue_depths)
        reachable = GaugeMetricFamily("rummy_reachable", "1: it answers; 0: it does not.", labels=["part"])
        reachable.add_metric(["database"], float(behind is not None))
        reachable.add_metric(["broker"], float(depths is not None))
        yield reachable
        if behind is not None:
            yield from _backlog_gauges(behind)
        if depths is not None:
            waiting = GaugeMetricFamily("rummy_queue_messages", "Messages that wait for a worker.", labels=["queue"])
            for queue, depth in depths.items():
                waiting.add_metric([queue], depth)
            yield waiting


def queue_depths() -> dict[str, int]:
    """Queue to the number of messages that wait in it. Raises what the broker's client raises."""
    conf = current_app.conf
    queues = {conf.task_default_queue, *(route["queue"] for route in conf.task_routes.values())}
    patience = {"socket_connect_timeout": _BROKER_SECONDS, "socket_timeout": _BROKER_SECONDS}
    options = {**conf.broker_transport_options, **patience}
    with current_app.connection_for_write(transport_options=options) as broker:
        broker.ensure_connection(max_retries=1, interval_start=0, timeout=_BROKER_SECONDS)
        return {queue: _depth(broker, queue) for queue in sorted(queues)}


def _depth(broker: Connection, queue: str) -> int:
    with broker.channel() as channel:
        try:
            return int(channel.queue_declare(queue, passive=True).message_count)
        except broker.channel_errors:  # nothing was ever sent there, or everything was taken
            return 0


def _backlog_gauges(behind: Backlog) -> Iterator[Metric]:
    gauges = (
        ("rummy_deadlines_due", "Games in which time has decided something.", behind.deadlines.count),
        ("rummy_deadlines_oldest_seconds", "How long the first of them waits.", behind.deadlines.oldest_seconds),
        ("rummy_bot_turns_due", "Games whose computer player should have moved.", behind.bot_turns.count),
        ("rummy_bot_turns_oldest_seconds", "How long the first of them waits.", behind.bot_turns.oldest_seconds),
        ("rummy_deliveries_due", "What webhooks should have been told.", behind.deliveries.count),
        ("rummy_deliveries_oldest_seconds", "How long the first of it waits.", behind.deliveries.oldest_seconds),
    )
    for name, text, number in gauges:
        yield GaugeMetricFamily(name, text, value=number)
    if behind.heartbeat_seconds is not None:
        text = "Since a worker was last seen at work."
        yield GaugeMetricFamily("rummy_worker_heartbeat_seconds", text, value=behind.heartbeat_seconds)


def _reached(look: Callable[[], Told]) -> Told | None:
    try:
        return look()
    except Exception as error:  # whatever the drivers raise: it is not there
        log.warning("The metrics could not be completed: %s", type(error).__name__)
        return None
