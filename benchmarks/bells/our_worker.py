"""Our Celery application, whose task for bots notes when it begins."""

from typing import Any

import django

from benchmarks.bells.notes import note

django.setup()

from rummy.celery import app  # noqa: E402

app.loader.import_default_modules()
app.finalize()
_task = app.tasks["games.tasks.play_bot"]
_play_bot = _task.run


def _noted(*values: Any) -> None:
    note()
    _play_bot(*values)


_task.run = _noted
