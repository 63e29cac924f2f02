"""Accounts that have signed in."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.client import ApiClient

PASSWORD = "correct horse battery"
SignUp = Callable[..., tuple[ApiClient, dict[str, Any]]]


@pytest.fixture
def sign_up(db: None) -> SignUp:
    """Makes an account; gives a client with its token, and the answer."""

    def make(name: str = "Ada", **more: Any) -> tuple[ApiClient, dict[str, Any]]:
        answer = ApiClient().post("accounts", {"name": name, "password": PASSWORD, **more})
        assert answer.status_code == 201, answer.content
        return ApiClient(answer.json()["token"]), answer.json()

    return make


@pytest.fixture
def account(sign_up: SignUp) -> ApiClient:
    """A client with the token of the account Ada."""
    return sign_up()[0]


def login(name: str = "Ada", password: str = PASSWORD, *, address: str = "127.0.0.1", **more: Any) -> Any:
    """The answer to a sign-in."""
    body = {"login": name, "password": password, **more}
    return ApiClient().post("sessions", body, REMOTE_ADDR=address)
