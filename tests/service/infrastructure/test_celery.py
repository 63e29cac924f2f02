"""The Celery application: what it is told, and what its tasks leave in the logs."""

from collections.abc import Iterator

import pytest
from celery import Task
from structlog import contextvars

from api.metrics import REGISTRY
from rummy.celery import app


@pytest.fixture
def task() -> Iterator[Task]:
    @app.task(name="tests.facts")
    def facts() -> dict[str, object]:
        return dict(contextvars.get_contextvars())

    yield facts
    app.tasks.unregister("tests.facts")
    contextvars.clear_contextvars()


def test_a_tasks_log_lines_carry_its_name_and_its_own_id_only(task: Task) -> None:
    contextvars.bind_contextvars(request_id="of an earlier request")
    result = task.apply(task_id="7")
    assert result.get() == {"task": "tests.facts", "task_id": "7"}


def test_ended_tasks_are_counted_by_name_and_outcome(task: Task) -> None:
    def counted(outcome: str) -> float:
        return REGISTRY.get_sample_value("rummy_tasks_total", {"task": "tests.facts", "outcome": outcome}) or 0.0

    before = counted("success"), counted("failure")
    task.apply()
    task.apply(args=["one too many"])
    assert (counted("success"), counted("failure")) == (before[0] + 1, before[1] + 1)


def test_every_scheduled_and_routed_task_exists() -> None:
    app.loader.import_default_modules()
    scheduled = {entry["task"] for entry in app.conf.beat_schedule.values()}
    assert scheduled | set(app.conf.task_routes) <= set(app.tasks)
    assert scheduled


def test_tasks_leave_no_results_and_are_taken_one_by_one() -> None:
    assert app.conf.task_ignore_result
    assert app.conf.worker_prefetch_multiplier == 1
    assert app.conf.task_default_queue == "default"
    assert app.amqp.router.route({}, "games.tasks.play_bot")["queue"].name == "bots"
