"""A Celery worker with a beat, child of the server: `python -m rummy.serve.worker <id of the parent>`."""

import signal
import sys

from rummy import parent_death


def main(parent: int) -> None:
    """Work until the parent ends, however it ends."""
    parent_death.send_on_parent_death(signal.SIGTERM, parent)
    import django

    from rummy.celery import app

    django.setup()
    from django.conf import settings

    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--quiet"]
    queues = ["--queues", "bots,default", "--concurrency", str(settings.WORKER_COUNT)]
    app.worker_main(["worker", "--beat", *quiet, *queues])


if __name__ == "__main__":
    main(int(sys.argv[1]))
