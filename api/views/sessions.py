"""Signing in, staying signed in, signing out."""

import secrets
from datetime import datetime
from typing import Any

from django.contrib.auth import logout
from django.http import HttpResponse
from django.utils.translation import gettext
from rest_framework.response import Response

from api.callers import app_of
from api.idempotency import REPLAYED, key_of
from api.operations import operation
from api.profiles import own_rated_profile
from api.serializers.accounts import LoginRequest, RefreshRequest, SessionSerializer
from api.views.base import View, private
from players.errors import DomainError
from players.services import (
    Secrets,
    account_of,
    allowed_scopes,
    open_session,
    refresh_session,
    revoke_token,
    session_secrets,
)


class SessionsView(View):
    """Devices that sign in."""

    @operation(
        "createSession",
        tag="Accounts",
        summary="Sign in",
        description="With the account's name, or its confirmed address, and the password. The token is good for"
        " an hour and renewed by `refreshSession`.",
        token="unused",
        request=LoginRequest,
        answer=SessionSerializer,
        status=201,
        problems=("wrong_login", "unavailable"),
        bucket="login",
    )
    def post(self, request: Any) -> HttpResponse:
        """Sign in."""
        body = self.body()
        self.charge_sign_in(body["login"])
        account = account_of(login=body["login"], password=body["password"])
        made = session_secrets(account.pk, secrets.token_urlsafe(32))
        token = open_session(player=account, secrets=made, device_name=body.get("device_name", ""), now=self.now)
        self.note_sign_in(account)
        return private(self.answer(with_secrets(session_fields(token, self.now), made)))


class CurrentSessionView(View):
    """The device that asks."""

    @operation(
        "deleteSession",
        tag="Accounts",
        summary="Sign out",
        description="Ends the token that asks, and what renews it; in a browser, the session.",
        status=204,
    )
    def delete(self, request: Any) -> Response:
        """Sign out."""
        if app_of(request):
            raise DomainError("forbidden", gettext("The token of an app ends by itself."))
        if request.auth is None:
            logout(request._request)
        else:
            revoke_token(token=request.auth, now=self.now)
        return self.nothing()


class SessionRefreshView(View):
    """Staying signed in."""

    @operation(
        "refreshSession",
        tag="Accounts",
        summary="Renew the token",
        description="Both tokens are replaced. A refresh token that comes a second time ends the device, as it"
        " may have been stolen; the same request under the same `Idempotency-Key` is answered again instead.",
        token="unused",
        request=RefreshRequest,
        answer=SessionSerializer,
        problems=("not_authenticated", "token_expired", "token_revoked"),
        keyed=True,
    )
    def post(self, request: Any) -> HttpResponse:
        """Renew both tokens."""
        old = self.body()["refresh_token"]
        made = session_secrets(old, key_of(request) or secrets.token_urlsafe(32))
        token, is_repeated = refresh_session(refresh_token=old, secrets=made, now=self.now)
        response = private(self.answer(with_secrets(session_fields(token, self.now), made)))
        if is_repeated:
            response[REPLAYED] = "true"
        return response


def session_fields(token: Any, now: datetime) -> dict[str, Any]:
    """The device that has signed in, without its secrets."""
    return {
        "player": own_rated_profile(token.player),
        "token": "",
        "token_expires_at": token.expires_at,
        "refresh_token": "",
        "refresh_expires_at": token.renewable_until,
        "scopes": allowed_scopes(token),
        "server_time": now,
    }


def with_secrets(answer: dict[str, Any], made: Secrets) -> dict[str, Any]:
    """The answer with the secrets, which are stored nowhere."""
    return {**answer, "token": made.token, "refresh_token": made.refresh_token}
