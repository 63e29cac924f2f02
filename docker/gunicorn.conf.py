"""The web processes: REST and the admin in threads, several processes a machine.

A long-poll that comes here holds a thread, so at most eight of them wait; they belong to the streams part.
"""

import multiprocessing
import os
import tempfile
from typing import Any

# Where the processes count together what `/metrics` tells; it is looked at before the application is imported.
os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", tempfile.mkdtemp(prefix="rummy-metrics-"))

bind = "0.0.0.0:8000"
worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY") or multiprocessing.cpu_count())
threads = 32
timeout = 60
graceful_timeout = 30
keepalive = 75
worker_tmp_dir = "/dev/shm"  # a heartbeat file on a slow disk would end good workers
control_socket_disable = True
forwarder_headers = ""  # no header of a request says under which path we are
accesslog = None  # `rummy.request_log` writes a line for each request


def post_worker_init(worker: Any) -> None:
    """Answer with problems what gunicorn cannot read."""
    from gunicorn import util

    from rummy.bare_problems import bare_error

    def write_error(sock: Any, status: int, reason: str, message: str) -> None:
        util.write_nonblock(sock, bare_error(status))

    util.write_error = write_error
