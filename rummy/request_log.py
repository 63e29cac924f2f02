"""The outermost middleware: gives each request its id, counts it, and writes one line about it when it is answered.

The line names method, path, status and time. It must not know bodies, headers, query strings or tokens.
"""

import time
import uuid
from collections.abc import Callable
from contextlib import suppress

import structlog
from django.http import HttpRequest, HttpResponse

from api.metrics import count_request
from api.waiting import is_postponed
from rummy.tracing import HEADER as TRACE
from rummy.tracing import traced

HEADER = "Request-Id"

log = structlog.get_logger("rummy.request")


def request_id_of(request: HttpRequest) -> str:
    """The client's own request id if it is a UUID, else a new one."""
    given = request.headers.get(HEADER)
    if given:
        with suppress(ValueError):
            return str(uuid.UUID(given))
    return str(uuid.uuid4())


class RequestLog:
    """Sets `request.request_id`, binds it and the trace to every log line written on the way, and sends it back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        started = time.monotonic()
        request_id = request_id_of(request)
        request.request_id = request_id  # type: ignore[attr-defined]
        with traced(request_id, request.headers.get(TRACE, "")):
            response = self._get_response(request)
            seconds = time.monotonic() - started
            if not is_postponed(request):  # else it comes again
                match = request.resolver_match
                count_request(match.route if match else None, request.method, response.status_code, seconds)
                log.info(
                    "request",
                    method=request.method,
                    path=request.path,
                    status=response.status_code,
                    ms=round(seconds * 1000, 1),
                )
        response[HEADER] = request_id
        return response
