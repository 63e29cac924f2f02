"""Callers of the API."""

import json

import pytest

from players.ids import uuid7
from tests.api.client import ApiClient


@pytest.fixture
def anybody() -> ApiClient:
    """A client without a token."""
    return ApiClient()


@pytest.fixture
def guest(db: None) -> ApiClient:
    """A client with a new guest's token."""
    return ApiClient(json.loads(ApiClient().post("guests").content)["token"])


@pytest.fixture
def limits(settings: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests are counted, from nothing, under keys that no other test shares."""
    settings.RATE_LIMITS_ENABLED = True  # type: ignore[attr-defined]
    monkeypatch.setattr("api.limits._KEYS", f"limit:{uuid7()}")
