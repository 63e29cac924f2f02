"""A Celery worker, child of the server: `python -m rummy.serve.worker <id of the parent>`."""

import signal
import sys
import warnings

import django
from celery.platforms import SecurityWarning
from django.conf import settings

from rummy import parent_death
from rummy.celery import app


def main(parent: int) -> None:
    """Work until the parent ends, however it ends."""
    parent_death.send_on_parent_death(signal.SIGKILL, parent)  # losing a task costs nothing
    warnings.simplefilter("ignore", SecurityWarning)  # who runs the server as root has been asked already
    django.setup()
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    queues = ["--queues", "bots,default,hooks", "--concurrency", str(settings.WORKER_COUNT)]
    app.worker_main(["--quiet", "worker", *quiet, *queues])


if __name__ == "__main__":
    main(int(sys.argv[1]))
