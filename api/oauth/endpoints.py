"""Where clients get, renew and end their tokens, and read how (RFC 6749, 7009, 8414). Forms in, JSON out.

Errors have the shape that RFC 6749 (5.2) gives them, as the libraries of clients expect; they are no problems of
the API's own.
"""

import json
import logging
import math
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import SuspiciousOperation
from django.db import InterfaceError, OperationalError, transaction
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe
from oauthlib.oauth2 import OAuth2Error

from api import limits
from api.callers import address_of
from api.errors import BUSY_RETRY_MS
from api.etags import public_answer
from api.middleware import as_it_is
from api.oauth.server import Server, issuer_of
from api.rendering import LARGEST_BODY
from players.errors import DomainError
from players.scopes import GRANTED_SCOPES

log = logging.getLogger("api.oauth")

FORM = "application/x-www-form-urlencoded"
AUTHENTICATION = ["none", "client_secret_basic", "client_secret_post"]
_HOUR = 3600
# Nothing else that a request may name reaches oauthlib, which keeps parameters and its own notes in one place.
_KNOWN = frozenset(
    {"client_id", "client_secret", "code", "code_verifier", "grant_type", "redirect_uri", "refresh_token", "scope"}
    | {"token", "token_type_hint"}
)

Answer = tuple[Mapping[str, str], str, int]
Call = Callable[[Server, str, str, str, Mapping[str, str]], Answer]
"""One of the server's methods: address, method, body and headers go in."""


class Refused(Exception):
    """A request that is answered by an error of OAuth's shape."""

    def __init__(self, error: str, description: str, status: int = 400, headers: Mapping[str, str] = {}) -> None:
        super().__init__(description)
        self.error, self.description, self.status, self.headers = error, description, status, headers


@csrf_exempt  # no cookie is looked at
def token(request: HttpRequest) -> HttpResponse:
    """A token for a code or for a refresh token."""
    return _answered(request, Server.create_token_response)


@csrf_exempt
def revoke(request: HttpRequest) -> HttpResponse:
    """The end of a token, and of all that was got with it."""
    return _answered(request, Server.create_revocation_response)


@require_safe
def metadata(request: HttpRequest) -> HttpResponse:
    """What a client needs to know, for those that find it out by themselves."""
    issuer = issuer_of(request)
    content = {
        "issuer": issuer,
        "authorization_endpoint": issuer + reverse("oauth_authorize"),
        "token_endpoint": issuer + reverse("oauth_token"),
        "revocation_endpoint": issuer + reverse("oauth_revoke"),
        "scopes_supported": list(GRANTED_SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "token_endpoint_auth_methods_supported": AUTHENTICATION,
        "revocation_endpoint_auth_methods_supported": AUTHENTICATION,
        "code_challenge_methods_supported": ["S256"],
        "authorization_response_iss_parameter_supported": True,
        "service_documentation": issuer + reverse("docs"),
    }
    return public_answer(content, _HOUR, request.headers.get("If-None-Match"))


def _answered(request: HttpRequest, call: Call) -> HttpResponse:
    charges: list[limits.Charge] = []
    try:
        headers, body, status = _called(request, call, charges)
    except Refused as refusal:
        headers, status = refusal.headers, refusal.status
        body = json.dumps({"error": refusal.error, "error_description": refusal.description})
    response = as_it_is(HttpResponse(body, status=status, content_type="application/json"))
    for name, value in {**headers, **limits.limit_headers(charges)}.items():
        response[name] = value
    response["Cache-Control"] = "no-store"
    return response


def _called(request: HttpRequest, call: Call, charges: list[limits.Charge]) -> Answer:
    """What oauthlib answers. Raises `Refused`."""
    if request.method != "POST":
        raise Refused("invalid_request", "Send a POST.", 405, {"Allow": "POST"})
    now = timezone.now()
    try:
        if limits.are_on():
            charges += limits.charge([(limits.BUCKETS["oauth"], address_of(request))], now)
            limits.refuse_if_over(charges)
        body = _form(request)
        shown = request.headers.get("Authorization")
        headers = {} if shown is None else {"Authorization": shown}
        # One transaction: what is looked at is locked until all is stored. A refusal is no exception here, so
        # that what it ends stays ended.
        with transaction.atomic():
            answer = call(Server(now, issuer_of(request)), request.path, "POST", body, headers)
    except DomainError as error:
        wait = math.ceil(error.facts["retry_after_ms"] / 1000)
        raise Refused("temporarily_unavailable", "Too many requests.", 429, {"Retry-After": str(wait)}) from None
    except (OperationalError, InterfaceError) as error:
        log.warning("The database did not answer: %s", type(error.__cause__ or error).__name__)
        wait = math.ceil(BUSY_RETRY_MS / 1000)
        raise Refused("temporarily_unavailable", "Ask again.", 503, {"Retry-After": str(wait)}) from None
    except OAuth2Error as error:
        answer = error.headers, error.json, error.status_code
    return _with_own_challenge(answer, "Authorization" in headers)


def _form(request: HttpRequest) -> str:
    """The parameters that are known, each once, encoded anew: whatever was sent, oauthlib can read it."""
    length = request.META.get("CONTENT_LENGTH") or ""
    if "HTTP_TRANSFER_ENCODING" in request.META:
        raise Refused("invalid_request", "Send Content-Length.", 411)
    if length.isdigit() and int(length) > LARGEST_BODY:
        raise Refused("invalid_request", "The body is too large.", 413)
    if request.content_type != FORM:
        raise Refused("invalid_request", f"Send {FORM}.")
    if request.GET:
        raise Refused("invalid_request", "Parameters belong into the body.")
    try:
        given = QueryDict(request.body, encoding="utf-8")
    except (UnreadablePostError, SuspiciousOperation, UnicodeError):
        raise Refused("invalid_request", "The body did not arrive whole, or cannot be read.") from None
    if any(len(values) > 1 for _, values in given.lists()):
        raise Refused("invalid_request", "A parameter is given more than once.")
    return urlencode([(name, value) for name, value in given.items() if name in _KNOWN and value])


def _with_own_challenge(answer: Any, tried: bool) -> Answer:
    """Who tried a header and was not known is told the scheme that is understood, and nobody else is."""
    headers, body, status = answer
    kept = {name: value for name, value in headers.items() if name not in ("WWW-Authenticate", "Pragma")}
    if status == 401 and tried:
        kept["WWW-Authenticate"] = 'Basic realm="rummy"'
    return kept, body, status
