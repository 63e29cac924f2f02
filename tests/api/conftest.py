"""Callers of the API."""

import json
from collections.abc import Iterator

import pytest
from django.core.cache import cache

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
def limits(settings: object) -> Iterator[None]:
    """Requests are counted, from nothing."""
    settings.RATE_LIMITS_ENABLED = True  # type: ignore[attr-defined]
    cache.clear()
    yield
    cache.clear()
