"""The last word on errors below `/api`: whoever answered one, the client reads a problem."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from api.errors import problem_of_status
from api.problems import MEDIA_TYPE, problem_response

_OURS = re.compile("/(api|healthz|readyz)(/|$)")


class Problems:
    """Puts a problem in the place of any error page that Django or another middleware made.

    Stands outside all of them but the one that gives the request its id.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self._get_response(request)
        if response.status_code < 400 or not _OURS.match(request.path):
            return response
        if response.headers.get("Content-Type") == MEDIA_TYPE:
            return response
        return problem_response(problem_of_status(response.status_code), request)
