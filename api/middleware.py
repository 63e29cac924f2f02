"""The last word on errors, but for the admin's: whoever answered one, the client reads a problem."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse

from api.errors import problem_of_status
from api.problems import MEDIA_TYPE, Problem, fault, problem_response

_FOREIGN = "This service does not answer to that host name; RUMMY_HOSTS lists its names."


class Problems:
    """Puts a problem in the place of any error page that Django or another middleware made.

    Stands outside all of them but the one that gives the request its id.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        response = self._get_response(request)
        if response.status_code < 400 or request.path.startswith("/admin/"):
            return response
        if response.headers.get("Content-Type") == MEDIA_TYPE:
            return response
        problem = problem_response(_problem(request, response.status_code), request)
        if "Allow" in response:  # a 405 has to tell it
            problem["Allow"] = response["Allow"]
        return problem


def _problem(request: HttpRequest, status: int) -> Problem:
    if status == 400:
        try:
            request.get_host()
        except DisallowedHost:
            return Problem("bad_request", _FOREIGN, (fault("foreign_host", _FOREIGN, parameter="Host"),))
    return problem_of_status(status)
