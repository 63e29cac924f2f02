"""Who sends a request: a player with a token or a session, or an address."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from api.errors import CHALLENGE
from players.errors import DomainError
from players.scopes import DEVICE_SCOPES
from players.services import authenticate


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer` and a token."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The player and the token; None without such a header. Raises what `players` says of the token."""
        scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
        if not scheme:
            return None
        if scheme.lower() != "bearer" or not secret.strip():
            raise DomainError("not_authenticated", "Write `Authorization: Bearer` and the token.")
        token = authenticate(secret=secret.strip(), now=request.parser_context["view"].now)
        return token.player, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 says is needed."""
        return CHALLENGE


class BrowserAuthentication(SessionAuthentication):
    """The session of a browser that is signed in, with its CSRF token on whatever changes something."""

    def enforce_csrf(self, request: Request) -> None:
        """Raises `csrf_failed`."""
        try:
            super().enforce_csrf(request)
        except Exception:
            raise DomainError("csrf_failed") from None


def address_of(request: HttpRequest) -> str:
    """The client's network address: what the outermost of our own proxies saw, nothing a client can claim."""
    count = settings.TRUSTED_PROXY_COUNT
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    if count and hops:
        return hops[-min(count, len(hops))][:45]
    return str(request.META.get("REMOTE_ADDR", ""))


def scopes_of(request: Request) -> tuple[str, ...]:
    """What the caller may do; a session may do what the player's own device may."""
    token: Any = request.auth
    return DEVICE_SCOPES if token is None else tuple(token.scopes)


def caller_name(request: Request) -> str:
    """Under which name limits and idempotency keys are counted."""
    if request.user is not None:
        return f"player:{request.user.pk}"
    return f"address:{address_of(request._request)}"
