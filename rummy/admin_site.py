"""The admin, whose sign-in is limited as that of the API is."""

from typing import Any

from django.contrib.admin import AdminSite
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from api import limits
from api.callers import address_of
from api.errors import problem_of
from api.problems import problem_response
from api.sign_ins import account_bucket, note_sign_in
from players.errors import DomainError
from players.passwords import a_place
from players.services.tokens import revoke_all


class Site(AdminSite):
    """Django's own, with the name of this service."""

    site_header = site_title = "500 Rum"

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """The page on which the staff sign in; a problem with `Retry-After` where that is tried too often."""
        is_counted = request.method == "POST" and limits.are_on()
        try:
            if is_counted:
                _count_try(request, request.POST.get("username", ""))
            response = super().login(request, extra_context)
        except DomainError as refusal:
            return problem_response(problem_of(refusal), request)
        if is_counted and request.user.is_authenticated:
            note_sign_in(request, request.user)
        return response

    def password_change(  # type: ignore[override]
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page on which they change their password, tried no oftener than a sign-in; it ends all tokens."""
        if request.method != "POST":
            return super().password_change(request, extra_context)
        account: Any = request.user
        try:
            if limits.are_on():
                _count_try(request, account.get_username())
            with a_place(), transaction.atomic():
                response = super().password_change(request, extra_context)
                if response.status_code == 302:  # the row is locked, as it was changed
                    revoke_all(player=account, now=timezone.now())
        except DomainError as refusal:
            return problem_response(problem_of(refusal), request)
        return response


def _count_try(request: HttpRequest, login: str) -> None:
    """Count it for the address and for the account. Raises `rate_limited`."""
    now = timezone.now()
    limits.refuse_if_over(limits.charge([(limits.BUCKETS["login"], address_of(request))], now))
    limits.refuse_if_over(limits.charge(account_bucket(request, login), now))
