"""A test client that asks the WSGI application as a web server does, so that nothing is left out on the way."""

from contextlib import ExitStack
from typing import Any

from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse
from django.test import Client

from rummy.wsgi import application


class WsgiClient(Client):
    """As Django's own client, which asks what is behind the WSGI application."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.handler = answer_to  # type: ignore[assignment]


def answer_to(environ: dict[str, Any]) -> HttpResponse:
    started: list[tuple[str, list[tuple[str, str]]]] = []
    with ExitStack() as signals:
        for signal in (request_started, request_finished):
            signal.disconnect(close_old_connections)  # the test's transaction has to go on
            signals.callback(signal.connect, close_old_connections)
        parts = application(environ, lambda status, headers, exc_info=None: started.append((status, headers)))  # type: ignore[arg-type, return-value]
        content = b"" if environ["REQUEST_METHOD"] == "HEAD" else b"".join(parts)  # as servers do
        if hasattr(parts, "close"):
            parts.close()
    status, headers = started[0]
    response = HttpResponse(content, status=int(status.split()[0]), headers=dict(headers))
    if "Content-Type" not in dict(headers):
        del response["Content-Type"]
    response.wsgi_request = None  # type: ignore[attr-defined]
    return response
