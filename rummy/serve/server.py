"""Runs web server and workers together until a signal ends them."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable, Iterator

import uvicorn
from celery.beat import EmbeddedService
from django.conf import settings

from rummy.celery import app
from rummy.serve import preparation
from rummy.serve.errors import CannotServe
from rummy.serve.supervisor import Supervisor

GRACE_SECONDS = 3  # for answers under way; a long-poll that waits is answered at once


class _WebServer(uvicorn.Server):
    """Uvicorn that tells when it answers, and leaves the signals to us."""

    def __init__(self, config: uvicorn.Config, answering: Callable[[], None]) -> None:
        super().__init__(config)
        self._answering = answering

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._answering()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on a signal, but do not raise it again afterwards: there is more to end than the web server."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        yield


def prepare() -> None:
    """Do what has to be done before the first request. Raises CannotServe where something is in the way."""
    preparation.allow_many_files()
    if not (settings.DATABASE_URL and settings.REDIS_URL):
        try:
            _prepare_data()
        except OSError as error:
            raise CannotServe(preparation.disk_sentence(settings.DATA_FOLDER, error)) from None
    preparation.migrate()


def _prepare_data() -> None:
    preparation.prepare_folder(settings.DATA_FOLDER)
    preparation.hold_folder(settings.DATA_FOLDER)
    preparation.empty_broker(settings.BROKER_FOLDER)
    if not settings.PRODUCTION:
        preparation.keep_secret_key(settings.SECRET_KEY_FILE)


def run(taken: socket.socket, answering: Callable[[], None]) -> None:
    """Serve on the socket until SIGINT or SIGTERM; then end everything that was started."""
    asyncio.run(_serve(taken, answering))


async def _serve(taken: socket.socket, answering: Callable[[], None]) -> None:
    worker = Supervisor("worker", _worker_command(), _worker_environment())
    supervision = asyncio.create_task(worker.keep_running())
    _start_beat()
    config = uvicorn.Config(
        "rummy.serve.application:application",
        access_log=False,
        lifespan="on",
        http="rummy.serve.protocol:Protocol",
        log_config=None,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    try:
        await _WebServer(config, answering).serve(sockets=[taken])
    finally:
        supervision.cancel()
        await asyncio.gather(supervision, return_exceptions=True)


def _start_beat() -> None:
    """Ring for the periodic tasks from a thread here; a process of its own would cost another 30 MB."""
    EmbeddedService(app, thread=True, scheduler_cls=app.conf.beat_scheduler).start()


def _worker_command() -> list[str]:
    return [sys.executable, "-m", "rummy.serve.worker", str(os.getpid())]


def _worker_environment() -> dict[str, str]:
    return os.environ | {"RUMMY_DATABASE_POOL": "off", "PYTHONPATH": str(settings.BASE_DIR)}
