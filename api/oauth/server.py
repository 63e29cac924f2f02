"""oauthlib's endpoints and grants, put together for this service: codes with S256, refresh tokens, revocation."""

import re
from collections.abc import Iterable
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from oauthlib.common import Request
from oauthlib.oauth2 import (
    AuthorizationCodeGrant,
    AuthorizationEndpoint,
    BearerToken,
    RefreshTokenGrant,
    RevocationEndpoint,
    TokenEndpoint,
)
from oauthlib.oauth2.rfc6749.errors import InvalidGrantError, InvalidRequestError

from api.oauth.validator import Validator, is_challenge
from players.credentials import Prefix, new_secret

_VERIFIER = re.compile(r"[A-Za-z0-9._~-]{43,128}")

Pairs = Iterable[tuple[str, str]]


def issuer_of(request: HttpRequest) -> str:
    """The name of this server, under the host at which it was asked (RFC 8414, 9207)."""
    return f"{request.scheme}://{request.get_host()}"


def answer_address(redirect_uri: str, answer: Pairs) -> str:
    """Where the player is sent back to, with what the app is told; not a letter of its address is changed."""
    return f"{redirect_uri}{'&' if '?' in redirect_uri else '?'}{urlencode(list(answer))}"


class CodeGrant(AuthorizationCodeGrant):
    """Codes of our own form, bound to a challenge that is a SHA-256."""

    _code_challenge_methods = {"S256": AuthorizationCodeGrant._code_challenge_methods["S256"]}

    def __init__(self, validator: Validator, issuer: str) -> None:
        super().__init__(validator, pre_auth=[_check_request])
        self._issuer = issuer

    def create_authorization_code(self, request: Request) -> dict[str, str]:
        """A new code, with what else the app is told."""
        state = {"state": request.state} if request.state else {}
        return {"code": new_secret(Prefix.OAUTH_CODE), **state, "iss": self._issuer}

    def prepare_authorization_response(
        self, request: Request, token: dict[str, str], headers: dict[str, str], body: Any, status: int
    ) -> tuple[dict[str, str], Any, int]:
        """The address with the code."""
        return {**headers, "Location": answer_address(request.redirect_uri, token.items())}, body, status

    def validate_code_challenge(self, challenge: str, challenge_method: str, verifier: str) -> bool:
        """Whether the verifier has the form of one, and fits; a code that is shown without its verifier is used up."""
        fits = super().validate_code_challenge(challenge, challenge_method, verifier)
        if not fits or _VERIFIER.fullmatch(verifier) is None:
            self.request_validator.spend_code()
            raise InvalidGrantError("The code verifier is not that of the code, which is used up.")
        return True


class Server(AuthorizationEndpoint, TokenEndpoint, RevocationEndpoint):
    """The three endpoints, for one request."""

    def __init__(self, now: datetime, issuer: str) -> None:
        self.validator = Validator(now)
        codes = CodeGrant(self.validator, issuer)
        renewals = RefreshTokenGrant(self.validator, post_token=[self._keep_scopes])
        bearer = BearerToken(
            self.validator, self.validator.token_secret, self.validator.expires_in, self.validator.refresh_secret
        )
        AuthorizationEndpoint.__init__(
            self, default_response_type="code", default_token_type=bearer, response_types={"code": codes}
        )
        TokenEndpoint.__init__(
            self,
            default_grant_type="authorization_code",
            default_token_type=bearer,
            grant_types={"authorization_code": codes, "refresh_token": renewals},
        )
        RevocationEndpoint.__init__(self, self.validator)

    def _keep_scopes(self, request: Request) -> None:
        """A token is renewed as it is, also for a client that asks for less; the answer says so."""
        request.scopes = self.validator.get_original_scopes(request.refresh_token, request)


def _check_request(request: Request) -> dict[str, Any]:
    """What oauthlib leaves open. Raises what the app is told."""
    if request.duplicate_params:
        raise InvalidRequestError("A parameter is given more than once.", request=request)
    if request.response_mode not in (None, "", "query"):
        raise InvalidRequestError("The only response mode is query.", request=request)
    if request.code_challenge is not None and not is_challenge(request.code_challenge):
        raise InvalidRequestError("The code challenge is not the SHA-256 of a verifier in base64url.", request=request)
    return {}
