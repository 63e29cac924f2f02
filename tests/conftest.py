"""What every test may rely on: a broker that keeps its messages to itself, no pauses, no limits, cheap passwords."""

import logging
import uuid
from collections.abc import Iterator
from typing import Any

import pytest


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    from rummy.celery import app

    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.CACHES["default"]["KEY_PREFIX"] = uuid.uuid4().hex  # Redis remembers earlier runs
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.BOT_DELAY_FACTOR = 0.0
    settings.RATE_LIMITS_ENABLED = False
    _find_static_files_once()


def _find_static_files_once() -> None:
    """Each of Django's test clients loads all middleware anew; a third of the time of a test would go into this."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    find, found = WhiteNoiseMiddleware.add_files_from_finders, {}

    def find_once(self: Any) -> None:
        if not found:
            find(self)
            found.update(self.files)
        self.files.update(found)

    WhiteNoiseMiddleware.add_files_from_finders = find_once


@pytest.fixture
def at_once(transactional_db: None, caplog: pytest.LogCaptureFixture) -> Iterator[Any]:
    """Runs a few calls at the same moment."""
    from tests.at_once import FEW, callers_at_once

    caplog.set_level(logging.WARNING)  # a line for each request would fill the memory
    with callers_at_once(FEW) as run:
        yield run


@pytest.fixture
def crowd_at_once(transactional_db: None, caplog: pytest.LogCaptureFixture) -> Iterator[Any]:
    """Runs many calls at the same moment."""
    from tests.at_once import CROWD, callers_at_once

    caplog.set_level(logging.WARNING)
    with callers_at_once(CROWD) as run:
        yield run


@pytest.fixture(autouse=True)
def everybody_is_asked_again() -> None:
    """What an earlier test made silent is not silent any more."""
    from api import limits
    from players import doorbell

    limits.silence.end()
    doorbell.silence.end()
