"""Problems that a web server answers by itself, to bytes that are no HTTP request or when all else has failed.

There is no request that they could belong to, so they tell no path, and their `type` no host.
"""

import uuid

from django.http import HttpRequest, HttpResponse

from api.problems import Problem, problem_response
from rummy.request_log import HEADER

NO_REQUEST = "These bytes are no HTTP request that this server reads."
_RETRY_MS = 1000


def bare_problem(code: str, detail: str | None = None) -> bytes:
    """The whole answer, from the status line on. The connection is of no use after it."""
    request = HttpRequest()
    request.META = {"SERVER_NAME": "", "SERVER_PORT": "80"}
    request.request_id = str(uuid.uuid4())  # type: ignore[attr-defined]
    facts = {"retry_after_ms": _RETRY_MS} if code == "internal" else {}
    response = problem_response(Problem(code, detail, facts=facts), request)
    response[HEADER] = request.request_id  # type: ignore[attr-defined]
    response["Connection"] = "close"
    return _head(response) + response.content


def bare_error(status: int) -> bytes:
    """In the place of what gunicorn would answer with this status: HTML that repeats what was sent."""
    return bare_problem("internal") if status == 500 else bare_problem("bad_request", NO_REQUEST)


def _head(response: HttpResponse) -> bytes:
    lines = [f"HTTP/1.1 {response.status_code} {response.reason_phrase}"]
    lines += [f"{name}: {value}" for name, value in response.items()]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
