"""Who sends a request: a player with a token or a session, an app for one of its players, or an address."""

from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY
from django.http import HttpRequest
from django.utils.translation import gettext
from rest_framework.authentication import BaseAuthentication, SessionAuthentication
from rest_framework.request import Request

from api.errors import CHALLENGE
from api.ids import parse_id
from api.problems import fault
from players.credentials import Prefix, digest_of
from players.errors import DomainError
from players.scopes import DEVICE_SCOPES, GRANTED_SCOPES
from players.services import AppCaller, Right, allowed_scopes, authenticate, authenticate_app

ACT_AS = "Act-As"
_NETWORK_BITS = 64  # of an IPv6 address: who is given so many has all addresses that begin with them


class TokenAuthentication(BaseAuthentication):
    """`Authorization: Bearer` and a token; with an app's token, `Act-As` and the id of one of its players."""

    def authenticate(self, request: Request) -> tuple[Any, Any] | None:
        """The player and the token, or the app; None without such a header. Raises what `players` says of it."""
        scheme = request.headers.get("Authorization", "").partition(" ")[0]
        if not scheme:
            return None
        secret = _bearer(request)
        if scheme.lower() != "bearer" or not secret:
            raise DomainError("not_authenticated", gettext("Write `Authorization: Bearer` and the token."))
        view = request.parser_context["view"]
        now = view.now
        if secret.startswith(Prefix.APP):
            caller = authenticate_app(secret=secret, act_as=_acted_for(request), now=now)
            return caller.player, caller
        if ACT_AS in request.headers:
            raise DomainError(
                "forbidden", gettext("`{header}` goes with the token of an app only.").format(header=ACT_AS)
            )
        token = authenticate(secret=secret, now=now, find=view.find_token)
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
    """Under which address the client is counted: what the outermost of our own proxies saw, nothing it can claim.

    All addresses of an IPv6 network of the smallest size are one, such as `2001:db8::/64`.
    """
    count = settings.TRUSTED_PROXY_COUNT
    hops = [hop.strip() for hop in request.headers.get("X-Forwarded-For", "").split(",") if hop.strip()]
    told = _told_address(hops[-min(count, len(hops))]) if count and hops else None
    seen = str(request.META.get("REMOTE_ADDR", ""))
    return told or _counted_address(seen) or seen


def _told_address(hop: str) -> str | None:
    """The address that a proxy tells, perhaps with a port; None for what is no address."""
    host = hop[1:].partition("]")[0] if hop.startswith("[") else hop.partition(":")[0] if hop.count(":") == 1 else hop
    return _counted_address(host)


def _counted_address(text: str) -> str | None:
    """IPv4 in its one form, also where it stands in an IPv6 address, else the network; None for what is no address."""
    try:
        address = ip_address(text)
    except ValueError:
        return None
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((address.packed, _NETWORK_BITS), strict=False))


def app_of(request: Request) -> AppCaller | None:
    """The app that sends the request; None for everybody else."""
    return request.auth if isinstance(request.auth, AppCaller) else None


def scopes_of(request: Request) -> tuple[str, ...]:
    """What the caller may do; a session may do what the player's own device may."""
    token: Any = request.auth
    if token is None:
        return DEVICE_SCOPES
    return GRANTED_SCOPES if app_of(request) else allowed_scopes(token)


def right_of(request: Request) -> Right:
    """By what right the caller reads, to be looked up again while an answer goes on."""
    if request.user is None:
        return Right()
    if app_of(request) is not None:
        return Right(request.user.pk, app_digest=digest_of(_bearer(request)))
    if request.auth is not None:
        return Right(request.user.pk, token_id=request.auth.pk)
    session = request._request.session
    return Right(request.user.pk, session=(str(session.session_key), str(session.get(HASH_SESSION_KEY))))


def caller_name(request: Request) -> str:
    """Under which name limits and idempotency keys are counted."""
    if request.user is not None:
        return f"player:{request.user.pk}"
    app = app_of(request)
    return f"app:{app.app.pk}" if app else f"address:{address_of(request._request)}"


def _bearer(request: Request) -> str:
    """What follows the scheme in `Authorization`."""
    return request.headers.get("Authorization", "").partition(" ")[2].strip()


def _acted_for(request: Request) -> UUID | None:
    text = request.headers.get(ACT_AS)
    try:
        return None if text is None else parse_id(text)
    except ValueError:
        line = fault("invalid", gettext("The id of a player is a UUID."), parameter=ACT_AS)
        raise DomainError("bad_request", errors=[line]) from None
