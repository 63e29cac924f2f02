"""The pages on which a player signs in, sees who asks for what, and agrees or does not."""

import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth import login, logout
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import CsrfViewMiddleware
from django.shortcuts import render
from django.utils import timezone
from django.utils.decorators import method_decorator
from django.views import View
from django.views.decorators.csrf import csrf_exempt
from oauthlib.oauth2 import FatalClientError, OAuth2Error
from oauthlib.oauth2.rfc6749.errors import AccessDeniedError

from api import limits
from api.callers import address_of
from api.middleware import as_it_is
from api.oauth import texts
from api.oauth.server import Pairs, Server, answer_address, issuer_of
from api.rendering import LARGEST_BODY
from api.sign_ins import account_bucket, note_sign_in
from players.errors import DomainError
from players.redirects import is_shared, place_of
from players.selectors import has_grant
from players.services import account_of

log = logging.getLogger("api.oauth")

_KNOWN = (
    *("response_type", "response_mode", "client_id", "redirect_uri", "scope", "state"),
    *("code_challenge", "code_challenge_method"),
)
_LONGEST_LOGIN, _LONGEST_PASSWORD = 254, 128
# No script at all. There is no `form-action`: browsers hold every address against it to which an answer leads on,
# also those to which the app itself does, and no form here has another address than its own page.
_POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
# A web app may open the page in a window of its own and wait for it to come back; on the way back it counts, too.
_OPENER = {"Cross-Origin-Opener-Policy": "unsafe-none"}
_HEADERS = _OPENER | {
    "Cache-Control": "no-store",
    "Content-Security-Policy": _POLICY,
    "X-Frame-Options": "DENY",
    # Without any, browsers would call the origin of a form "null", and the check of where it came from would fail.
    "Referrer-Policy": "same-origin",
}


@dataclass(frozen=True)
class Asked:
    """What an app asks for; `refusal` is what it will be told at once."""

    app: Any
    redirect_uri: str
    state: str
    scopes: tuple[str, ...] = ()
    refusal: OAuth2Error | None = None


class _CsrfCheck(CsrfViewMiddleware):
    """Tells what is wrong instead of answering."""

    def _reject(self, request: HttpRequest, reason: str) -> str:
        return reason


@method_decorator(csrf_exempt, name="dispatch")  # checked here, so that a person gets a page
class AuthorizeView(View):
    """The authorization endpoint. Its address holds what is asked, and each of its forms is sent to that address."""

    http_method_names = ["get", "head", "post"]

    now: datetime
    charges: list[limits.Charge]
    server: Server

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """The page, or the way back to the app; a page, too, where something is wrong."""
        self.now = timezone.now()
        self.charges = []
        self.server = Server(self.now, issuer_of(request))
        try:
            response = super().dispatch(request, *args, **kwargs)
        except FatalClientError as error:
            title, text = texts.REFUSALS.get(type(error).__name__, texts.OTHER_REFUSAL)
            response = self._refusal(400, title, text, f"{error.error}: {error.description}")
        except DomainError as error:
            response = self._refused(error)
        except (OperationalError, InterfaceError) as error:
            log.warning("The database did not answer: %s", type(error.__cause__ or error).__name__)
            response = self._refusal(503, *texts.BUSY_SERVICE)
        for name, value in limits.limit_headers(self.charges).items():
            response[name] = value
        return response

    def get(self, request: HttpRequest) -> HttpResponse:
        """The page that comes next, or the way back."""
        self._charge(self._counted_as())
        asked = self._asked()
        if self.player is None:
            return self._sign_in_page(asked)
        # Before somebody has signed in no app is answered, or anybody could use this address to send people on.
        if asked.refusal is not None:
            return self._back(asked, asked.refusal.twotuples)
        if not is_shared(asked.redirect_uri) and has_grant(
            player=self.player, app=asked.app, scopes=asked.scopes, now=self.now
        ):
            return self._agreed(asked)
        return self._consent_page(asked)

    def post(self, request: HttpRequest) -> HttpResponse:
        """What the player does on a page."""
        self._charge(self._counted_as())
        asked = self._asked()
        length = request.META.get("CONTENT_LENGTH") or ""
        if not length.isdigit() or int(length) > LARGEST_BODY:
            return self._refusal(413, *texts.OTHER_REFUSAL)
        check = _CsrfCheck(lambda _: HttpResponse())
        check.process_request(request)
        if check.process_view(request, lambda _: HttpResponse(), (), {}) is not None:
            return self._refusal(403, *texts.OLD_FORM, again=True)
        answer = request.POST.get("answer")
        if answer == "sign_in":
            return self._signed_in(asked)
        if answer == "switch":
            logout(request)
            return self._again()
        if answer == "deny":
            refusal = AccessDeniedError("The player did not agree.", state=asked.state)
            return self._back(asked, (asked.refusal or refusal).twotuples)
        if answer == "allow" and self.player is None:
            return self._again()
        if answer == "allow":
            return self._back(asked, asked.refusal.twotuples) if asked.refusal else self._agreed(asked)
        return self._refusal(400, *texts.OTHER_REFUSAL)

    @property
    def player(self) -> Any:
        """Who is signed in; None for nobody."""
        return self.request.user if self.request.user.is_authenticated else None

    # What is asked

    def _asked(self) -> Asked:
        """Raises `FatalClientError` where no app may be answered."""
        try:
            scopes, facts = self.server.validate_authorization_request(self._address(), "GET")
        except FatalClientError:
            raise
        except OAuth2Error as error:
            assert self.server.validator.client is not None
            return Asked(self.server.validator.client.app, error.redirect_uri, error.state or "", refusal=error)
        client = self.server.validator.client
        assert client is not None
        return Asked(client.app, facts["redirect_uri"], facts["state"] or "", tuple(scopes))

    def _address(self) -> str:
        """The parameters that are known, encoded anew: whatever was sent, oauthlib can read it."""
        given = [(name, value) for name in _KNOWN for value in self.request.GET.getlist(name) if value]
        return f"{self.request.path}?{urlencode(given)}"

    # What is answered

    def _agreed(self, asked: Asked) -> HttpResponse:
        headers, _, _ = self.server.create_authorization_response(
            self._address(), "GET", scopes=list(asked.scopes), credentials={"player": self.player}
        )
        return _sent_to(headers["Location"])

    def _back(self, asked: Asked, answer: Pairs) -> HttpResponse:
        return _sent_to(answer_address(asked.redirect_uri, [*answer, ("iss", issuer_of(self.request))]))

    def _again(self) -> HttpResponse:
        return _sent_to(self.request.get_full_path())

    def _signed_in(self, asked: Asked) -> HttpResponse:
        name, password = self.request.POST.get("login", "").strip(), self.request.POST.get("password", "")
        try:
            self._charge((limits.BUCKETS["login"], address_of(self.request)))
            self._charge(*account_bucket(self.request, name))
            if "\0" in name or len(name) > _LONGEST_LOGIN or len(password) > _LONGEST_PASSWORD:
                raise DomainError("wrong_login")
            account = account_of(login=name, password=password)
        except DomainError as error:
            return self._sign_in_page(asked, name=name[:_LONGEST_LOGIN], error=error)
        note_sign_in(self.request, account)
        login(self.request, account)
        self.request.session.set_expiry(0)  # with the browser
        return self._again()

    def _sign_in_page(self, asked: Asked, name: str = "", error: DomainError | None = None) -> HttpResponse:
        content = {"asked": asked, "place": place_of(asked.redirect_uri), "name": name, "app_url": settings.APP_URL}
        if error is None:
            return self._page("sign_in", content)
        status, message = texts.SIGN_IN_REFUSALS[error.code]
        response = self._page("sign_in", {**content, "error": message}, status)
        return _waiting(response, error)

    def _consent_page(self, asked: Asked) -> HttpResponse:
        wishes = [texts.SCOPE_TEXTS[scope] for scope in asked.scopes]
        place = place_of(asked.redirect_uri)
        shared = is_shared(asked.redirect_uri)
        content = {"asked": asked, "wishes": wishes, "place": place, "shared": shared, "player": self.player}
        return self._page("consent", content)

    def _refused(self, error: DomainError) -> HttpResponse:
        if error.code == "not_authenticated":  # the password was changed while the player agreed
            return self._again()
        if error.code != "rate_limited":
            raise error
        return _waiting(self._refusal(429, *texts.TOO_MANY), error)

    def _refusal(self, status: int, title: Any, text: Any, detail: str = "", again: bool = False) -> HttpResponse:
        address = self.request.get_full_path() if again else ""
        return self._page("refusal", {"title": title, "text": text, "detail": detail, "address": address}, status)

    def _page(self, name: str, content: Mapping[str, Any], status: int = 200) -> HttpResponse:
        response = render(self.request, f"oauth/{name}.html", dict(content), status=status)
        for header, value in _HEADERS.items():
            response[header] = value
        return as_it_is(response)

    # Limits

    def _counted_as(self) -> tuple[limits.Bucket, str]:
        if self.player is None:
            return limits.BUCKETS["anonymous"], address_of(self.request)
        return limits.BUCKETS["player"], f"player:{self.player.pk}"

    def _charge(self, *counted: tuple[limits.Bucket, str]) -> None:
        if limits.are_on():
            self.charges += limits.charge(counted, self.now)
            limits.refuse_if_over(self.charges)


def _sent_to(address: str) -> HttpResponse:
    """303: a password that was sent here is not sent on (RFC 9700, 4.12). Django itself knows no schemes of apps."""
    headers = {"Location": address, "Cache-Control": "no-store", "Referrer-Policy": "no-referrer"}
    return HttpResponse(status=303, headers=headers | _OPENER)


def _waiting(response: HttpResponse, error: DomainError) -> HttpResponse:
    if "retry_after_ms" in error.facts:
        response["Retry-After"] = str(math.ceil(error.facts["retry_after_ms"] / 1000))
    return response
