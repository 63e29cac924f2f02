"""The last word on errors, but for the admin's: whoever answered one, the client reads a problem."""

from collections.abc import Callable

from django.core.exceptions import DisallowedHost
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as _

from api import limits
from api.callers import address_of
from api.errors import problem_of, problem_of_status
from api.problems import MEDIA_TYPE, Problem, fault, problem_response
from players.errors import DomainError

_AS_IT_IS = "is_no_problem"
_FOREIGN = _("This service does not answer to that host name; RUMMY_HOSTS lists its names.")


def as_it_is(response: HttpResponse) -> HttpResponse:
    """The answer, which stays as it is though it may tell an error: a page for people, or what OAuth asks for."""
    setattr(response, _AS_IT_IS, True)
    return response


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
        if response.headers.get("Content-Type") == MEDIA_TYPE or hasattr(response, _AS_IT_IS):
            return response
        problem = _counted(request, _problem(request, response.status_code))
        if "Allow" in response:  # a 405 has to tell it
            problem["Allow"] = response["Allow"]
        return problem


def _counted(request: HttpRequest, problem: Problem) -> HttpResponse:
    """The answer, counted by address as all those are that no view has counted."""
    charges: list[limits.Charge] = []
    if limits.are_on():
        charges = limits.charge([(limits.BUCKETS["anonymous"], address_of(request))], timezone.now())
        try:
            limits.refuse_if_over(charges)
        except DomainError as refusal:
            problem = problem_of(refusal)
    response = problem_response(problem, request)
    for name, value in limits.limit_headers(charges).items():
        response[name] = value
    return response


def _problem(request: HttpRequest, status: int) -> Problem:
    if status == 400:
        try:
            request.get_host()
        except DisallowedHost:
            return Problem(
                "bad_request", gettext(_FOREIGN), (fault("foreign_host", gettext(_FOREIGN), parameter="Host"),)
            )
    return problem_of_status(status)
