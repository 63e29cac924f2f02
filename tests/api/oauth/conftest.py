"""A client of somebody else's making, and a browser in front of which a player sits."""

import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from hashlib import sha256
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.api.accounts.conftest import PASSWORD, SignUp, account, sign_up
from tests.api.client import ApiClient

__all__ = ["PASSWORD", "SignUp", "account", "sign_up"]
WEB, NATIVE, LOOPBACK = "https://club.example/cb?from=rum", "org.example.club:/cb", "http://127.0.0.1/cb"
ISSUER = "http://testserver"


def error_of(answer: Any) -> str:
    """What the client is told, in the shape of RFC 6749, 5.2."""
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "no-store"
    body = answer.json()
    assert set(body) <= {"error", "error_description"}
    assert not set(body.get("error_description", "")) & set('"\\')
    return str(body["error"])


def works(token: str) -> bool:
    return ApiClient(token).get("games").status_code == 200


class Rival:
    """A client as somebody else would write it: it knows the RFCs and nothing of this service."""

    def __init__(self, app: dict[str, Any], redirect_uri: str = WEB) -> None:
        self.app = app
        self.redirect_uri = redirect_uri
        self.state = secrets.token_urlsafe(8)
        self.verifier = secrets.token_urlsafe(48)

    @property
    def challenge(self) -> str:
        return urlsafe_b64encode(sha256(self.verifier.encode()).digest()).rstrip(b"=").decode()

    def address(self, **changes: Any) -> str:
        """Where it sends its player's browser; None leaves a parameter out."""
        asked = {
            "response_type": "code",
            "client_id": self.app["id"],
            "redirect_uri": self.redirect_uri,
            "scope": "game:read game:play",
            "state": self.state,
            "code_challenge": self.challenge,
            "code_challenge_method": "S256",
        } | changes
        return "/oauth/authorize?" + urlencode({key: value for key, value in asked.items() if value is not None})

    def told(self, answer: HttpResponse) -> dict[str, str]:
        """What the browser brings back to it."""
        assert answer.status_code == 303, answer.content
        address = answer["Location"]
        assert address.startswith(self.redirect_uri), address
        return {key: values[0] for key, values in parse_qs(urlsplit(address).query).items()}

    def token(self, code: str | None, **changes: Any) -> HttpResponse:
        """The answer to a code."""
        return self.post(
            "/oauth/token",
            {
                "grant_type": "authorization_code",
                "code": code,
                "redirect_uri": self.redirect_uri,
                "client_id": self.app["id"],
                "code_verifier": self.verifier,
            }
            | changes,
        )

    def refresh(self, refresh_token: str, **changes: Any) -> HttpResponse:
        """The answer to a refresh token."""
        asked = {"grant_type": "refresh_token", "refresh_token": refresh_token, "client_id": self.app["id"]}
        return self.post("/oauth/token", asked | changes)

    def revoke(self, token: str | None, **changes: Any) -> HttpResponse:
        """The answer to the wish to end a token."""
        return self.post("/oauth/revoke", {"token": token, "client_id": self.app["id"]} | changes)

    def post(self, path: str, form: dict[str, Any], **options: Any) -> HttpResponse:
        """Sends a form; what is None is left out."""
        body = urlencode({key: value for key, value in form.items() if value is not None})
        return Client().post(path, body, "application/x-www-form-urlencoded", **options)


class Browser:
    """Opens pages and presses their buttons, as a person would."""

    def __init__(self) -> None:
        self.client = Client(enforce_csrf_checks=True)
        self.address = ""
        self.page: Any = None

    def open(self, address: str) -> HttpResponse:
        """Opens an address and stays on the page, if it is one."""
        answer = self.client.get(address)
        if answer.status_code == 303 and answer["Location"].startswith("/oauth/"):
            return self.open(answer["Location"])
        self.address, self.page = address, answer
        return answer

    def press(self, answer: str, **fields: str) -> HttpResponse:
        """Presses the button, with what was written into the fields; follows while it stays with this service."""
        cookie = self.client.cookies.get("csrftoken")
        form = {"answer": answer, **fields, "csrfmiddlewaretoken": cookie.value if cookie else ""}
        answered = self.client.post(self.address, form)
        if answered.status_code == 303 and answered["Location"].startswith("/oauth/"):
            return self.open(answered["Location"])
        self.page = answered
        return answered

    def sign_in(self, name: str = "Ada", password: str = PASSWORD) -> HttpResponse:
        """Fills in the form for signing in."""
        return self.press("sign_in", login=name, password=password)


@pytest.fixture
def make_app(sign_up: SignUp) -> Callable[..., dict[str, Any]]:
    """Makes an app of another account."""
    owner = sign_up("Bob the builder")[0]

    def make(name: str = "Club", **fields: Any) -> dict[str, Any]:
        made = owner.post("apps", {"name": name, "redirect_uris": [WEB, NATIVE, LOOPBACK], **fields})
        assert made.status_code == 201, made.content
        return {**made.json(), "owner": owner}

    return make


@pytest.fixture
def rival(make_app: Callable[..., dict[str, Any]], account: ApiClient) -> Rival:
    """The client of an app; and there is the account Ada."""
    return Rival(make_app())


@pytest.fixture
def browser() -> Browser:
    """Nobody has signed in there."""
    return Browser()


@pytest.fixture
def agreed(rival: Rival, browser: Browser) -> Callable[..., dict[str, str]]:
    """Ada signs in, if she has not, and agrees; what the client is told."""

    def agree(client: Rival = rival, **changes: Any) -> dict[str, str]:
        answer = browser.open(client.address(**changes))
        if answer.status_code == 200 and b'value="sign_in"' in answer.content:
            answer = browser.sign_in()
        return client.told(browser.press("allow") if answer.status_code == 200 else answer)

    return agree


@pytest.fixture
def tokens(rival: Rival, agreed: Callable[..., dict[str, str]]) -> dict[str, Any]:
    """What the client got in the end."""
    answer = rival.token(agreed()["code"])
    assert answer.status_code == 200, answer.content
    return answer.json()  # type: ignore[no-any-return]


@pytest.fixture
def limits(limits: None, time_machine: Any) -> None:
    """As elsewhere; and no minute begins while a test asks."""
    time_machine.move_to("2126-01-05T10:00:10Z", tick=False)
