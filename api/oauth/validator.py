"""What oauthlib asks about clients, codes and tokens, answered from our own rows."""

import re
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import unquote_plus
from uuid import UUID

from oauthlib.common import Request
from oauthlib.oauth2 import RequestValidator
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError, InvalidScopeError, UnsupportedResponseTypeError

from players.redirects import is_registered
from players.scopes import GRANTED_SCOPES
from players.services import (
    Leave,
    client_of,
    end_grant,
    is_repeated,
    issue_code,
    locked_code,
    locked_grant,
    new_grant_secrets,
    redeem_code,
    renew_grant,
    renewed_grant_secrets,
    spend_code,
)
from players.services.families import TOKEN_LASTS

_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")  # SHA-256 in base64url
_BASIC = re.compile(r"basic +([A-Za-z0-9+/=]+) *", re.IGNORECASE)


@dataclass(frozen=True)
class Client:
    """An app in the part of a client."""

    client_id: str
    app: Any


class Validator(RequestValidator):
    """For one request, received at `now`. Its methods are called by oauthlib in the order of the RFC.

    Token requests run in one transaction: what is locked here stays so until all is stored.
    """

    def __init__(self, now: datetime) -> None:
        super().__init__()
        self.client: Client | None = None
        self._now = now
        self._code: Any = None
        self._member: Any = None
        self._is_repeated = False

    # Who asks

    def validate_client_id(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> bool:
        """Whether such an app may ask."""
        return self._is_client(request, client_id)

    def client_authentication_required(self, request: Request, *args: Any, **kwargs: Any) -> bool:
        """Only of those who try: an app on a device cannot keep a secret, so none is needed."""
        return bool(request.client_secret) or "Authorization" in request.headers

    def authenticate_client(self, request: Request, *args: Any, **kwargs: Any) -> bool:
        """Whether the secret, in the header or the body, is that of the app."""
        header = request.headers.get("Authorization")
        if header is None:
            return self._is_client(request, request.client_id, request.client_secret)
        shown = _basic_credentials(header)
        if shown is None or request.client_secret or request.client_id not in (None, shown[0]):
            return False
        return self._is_client(request, shown[0], shown[1] or None)

    def authenticate_client_id(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> bool:
        """Whether such an app may ask without a secret."""
        return self._is_client(request, client_id)

    def validate_response_type(
        self, client_id: str, response_type: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """A code, and nothing else."""
        if response_type != "code":
            raise UnsupportedResponseTypeError(request=request)
        return True

    def validate_grant_type(self, client_id: str, grant_type: str, *args: Any, **kwargs: Any) -> bool:
        """Every app may do both."""
        return grant_type in ("authorization_code", "refresh_token")

    # What it asks for, and where the answer goes

    def validate_redirect_uri(
        self, client_id: str, redirect_uri: str, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """Whether the app has registered it."""
        return is_registered(redirect_uri, request.client.app.redirect_uris)

    def get_default_redirect_uri(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> None:
        """None: it is always named."""

    def get_default_scopes(self, client_id: str, request: Request, *args: Any, **kwargs: Any) -> list[str]:
        """None: they are always named."""
        return []

    def validate_scopes(
        self, client_id: str, scopes: Sequence[str], client: Any, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """Whether an app may have them; they are put into their order, each once."""
        if not scopes or not set(scopes) <= set(GRANTED_SCOPES):
            raise InvalidScopeError(f"Name some of these: {', '.join(GRANTED_SCOPES)}.", request=request)
        request.scopes = [scope for scope in GRANTED_SCOPES if scope in scopes]
        return True

    def is_pkce_required(self, client_id: str, request: Request) -> bool:
        """Always."""
        return True

    # Codes

    def save_authorization_code(
        self, client_id: str, code: dict[str, str], request: Request, *args: Any, **kwargs: Any
    ) -> None:
        """Keep the code for the player who agreed (`request.player`)."""
        leave = Leave(
            app=request.client.app,
            player=request.player,
            scopes=tuple(request.scopes),
            redirect_uri=request.redirect_uri,
            challenge=request.code_challenge,
        )
        issue_code(leave=leave, secret=code["code"], now=self._now)

    def validate_code(
        self, client_id: str, code: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """Whether the code can be used."""
        self._code = locked_code(secret=code, app=client.app, now=self._now)
        if self._code is None:
            raise InvalidGrantError("The code is not known, was used, or has expired.", request=request)
        request.user, request.scopes = self._code.player, list(self._code.scopes)
        return True

    def get_code_challenge(self, code: str, request: Request) -> str:
        """What the verifier has to fit."""
        return str(self._code.challenge)

    def get_code_challenge_method(self, code: str, request: Request) -> str:
        """No other is taken."""
        return "S256"

    def confirm_redirect_uri(
        self, client_id: str, code: str, redirect_uri: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """Whether the code was sent there."""
        if redirect_uri != self._code.redirect_uri:
            raise InvalidGrantError("The redirect URI is not the one that the code was sent to.", request=request)
        return True

    def spend_code(self) -> None:
        """The code that was shown is good no more."""
        spend_code(code=self._code, now=self._now)

    def invalidate_authorization_code(
        self, client_id: str, code: str, request: Request, *args: Any, **kwargs: Any
    ) -> None:
        """It is used up already, with the token that was given for it."""

    # Tokens

    def token_secret(self, request: Request) -> str:
        """The secret of the token that is about to be stored."""
        return self._secrets(request).token

    def refresh_secret(self, request: Request) -> str:
        """What will renew it."""
        return self._secrets(request).refresh_token

    def expires_in(self, request: Request) -> int:
        """How many seconds the token will last."""
        lasts = self._member.token.expires_at - self._now if self._is_repeated else TOKEN_LASTS
        return max(1, int(lasts.total_seconds()))

    def save_bearer_token(self, token: dict[str, Any], request: Request, *args: Any, **kwargs: Any) -> None:
        """Store the token for the code or for the refresh token that was shown."""
        if self._code is not None:
            redeem_code(code=self._code, secrets=self._secrets(request), now=self._now)
        else:
            renew_grant(member=self._member, refresh_token=request.refresh_token, now=self._now)

    def validate_refresh_token(
        self, refresh_token: str, client: Client, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """Whether the refresh token can be used."""
        self._member = locked_grant(refresh_token=refresh_token, app=client.app, now=self._now)
        if self._member is None:
            raise InvalidGrantError("The refresh token is not known, was used, or has ended.", request=request)
        self._is_repeated = is_repeated(member=self._member, refresh_token=refresh_token, now=self._now)
        request.user = self._member.token.player
        return True

    def get_original_scopes(self, refresh_token: str, request: Request, *args: Any, **kwargs: Any) -> list[str]:
        """To what the player agreed."""
        return list(self._member.token.scopes)

    def is_within_original_scope(
        self, request_scopes: Sequence[str], refresh_token: str, request: Request, *args: Any, **kwargs: Any
    ) -> bool:
        """Never: it is asked where more is wanted than the player agreed to."""
        raise InvalidScopeError("These are not all among the scopes that the player agreed to.", request=request)

    def revoke_token(self, token: str, token_type_hint: str, request: Request, *args: Any, **kwargs: Any) -> None:
        """End it, with what it was renewed by; no hint is needed."""
        assert self.client is not None
        end_grant(secret=token, app=self.client.app, now=self._now)

    def _secrets(self, request: Request) -> Any:
        if not hasattr(self, "_made"):
            refreshed = self._code is None
            self._made = renewed_grant_secrets(request.refresh_token) if refreshed else new_grant_secrets()
        return self._made

    def _is_client(self, request: Request, client_id: str | None, secret: str | None = None) -> bool:
        try:
            app_id = UUID(client_id or "")
        except ValueError:
            return False
        app = client_of(app_id=app_id, secret=secret, now=self._now)
        if app is None or client_id != str(app_id):
            return False
        request.client = self.client = Client(client_id=client_id, app=app)
        return True


def is_challenge(text: str) -> bool:
    """Whether it is what S256 makes of a verifier."""
    return _CHALLENGE.fullmatch(text) is not None


def _basic_credentials(header: str) -> tuple[str, str] | None:
    """Id and secret, which RFC 6749 (2.3.1) has encoded as in forms; None for another header."""
    match = _BASIC.fullmatch(header)
    if match is None:
        return None
    try:
        client_id, colon, secret = b64decode(match[1], validate=True).decode().partition(":")
    except ValueError:
        return None
    return (unquote_plus(client_id), unquote_plus(secret)) if colon else None
