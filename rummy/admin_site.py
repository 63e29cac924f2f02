"""The admin, whose sign-in is limited as that of the API is."""

from typing import Any

from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from api import limits
from api.callers import address_of
from api.errors import problem_of
from api.problems import problem_response
from players.errors import DomainError
from players.services import counted_login


class Site(AdminSite):
    """Django's own, with the name of this service."""

    site_header = site_title = "500 Rum"

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The page on which the staff sign in; a problem with `Retry-After` where that is tried too often."""
        try:
            if request.method == "POST" and limits.are_on():
                _count_try(request)
            return super().login(request, extra_context)
        except DomainError as refusal:
            return problem_response(problem_of(refusal), request)


def _count_try(request: HttpRequest) -> None:
    """Count it for the address and for the account. Raises `rate_limited`."""
    now, name = timezone.now(), request.POST.get("username", "")
    for bucket, counted_as in (("login", address_of(request)), ("login_account", limits.unseen(counted_login(name)))):
        limits.refuse_if_over(limits.charge([(limits.BUCKETS[bucket], counted_as)], now))
