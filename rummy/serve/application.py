"""The ASGI application as `serve` runs it, with what uvicorn leaves to its applications.

It must not know what the requests are about.
"""

import asyncio
import logging
from io import BytesIO
from urllib.parse import unquote

from a2wsgi.asgi_typing import ASGIApp, HTTPScope, Receive, Scope, Send, SendEvent
from django.core.handlers.asgi import ASGIRequest
from django.utils.translation import override

from api.languages import HEADER as LANGUAGE
from api.languages import language_of
from api.problems import Problem, problem_response
from rummy.asgi import application as whole
from rummy.request_log import HEADER, request_id_of

ENDING_RETRY_MS = 5000  # by then a server that is started again answers
FAILED_RETRY_MS = 1000
_SCHEMES = ("http://", "https://")


log = logging.getLogger("rummy.serve")


class Served:
    """Answers with another application, and in its place where it fails or the server's end cuts it off."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or live as long as the server does."""
        if scope["type"] == "http":
            await self._answer(_with_plain_path(scope), receive, _Answer(send))
        else:
            await self._app(scope, receive, send)

    async def _answer(self, scope: HTTPScope, receive: Receive, answer: "_Answer") -> None:
        try:
            await self._app(scope, receive, answer)
        except asyncio.CancelledError:
            await answer.cut_off(scope, Problem("unavailable", facts={"retry_after_ms": ENDING_RETRY_MS}))
        except Exception:
            if answer.has_begun:  # all that is left is to break the connection off
                raise
            log.exception("The application failed.")
            await answer.cut_off(scope, Problem("internal", facts={"retry_after_ms": FAILED_RETRY_MS}))


class _Answer:
    """Passes events on until the answer is cut off."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.has_begun = self._is_cut_off = False

    async def __call__(self, event: SendEvent) -> None:
        """Send one event."""
        if not self._is_cut_off:
            self.has_begun = True
            await self._send(event)

    async def cut_off(self, scope: HTTPScope, problem: Problem) -> None:
        """Answer with the problem; an answer that has begun just ends."""
        self._is_cut_off = True
        if self.has_begun:
            return
        headers = [(name, value) for name, value in scope["headers"] if name != b"content-type"]  # may be unreadable
        request = ASGIRequest({**scope, "headers": headers}, BytesIO())
        request_id = request.request_id = request_id_of(request)  # type: ignore[attr-defined]
        language = language_of(request.headers.get("Accept-Language"))
        with override(language):
            response = problem_response(problem, request)
        response[LANGUAGE] = language
        response[HEADER], response["Connection"] = request_id, "close"
        headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in response.items()]
        await self._send({"type": "http.response.start", "status": response.status_code, "headers": headers})
        await self._send({"type": "http.response.body", "body": response.content, "more_body": False})


def _with_plain_path(scope: HTTPScope) -> HTTPScope:
    """A target may be a whole address, whose host then counts (RFC 9112, 3.2.2)."""
    address = scope["raw_path"].decode("latin-1")
    if not address.startswith(_SCHEMES):
        return scope
    host, _, path = address.partition("//")[2].partition("/")
    others = [(name, value) for name, value in scope["headers"] if name != b"host"]
    return {
        **scope,
        "path": unquote(f"/{path}"),
        "raw_path": f"/{path}".encode("latin-1"),
        "headers": [*others, (b"host", host.encode("latin-1"))],
    }


application = Served(whole)
