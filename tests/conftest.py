"""What every test may rely on: a broker that keeps its messages to itself, no pauses, no limits, cheap passwords."""

import uuid

import pytest


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    from rummy.celery import app

    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.CACHES["default"]["KEY_PREFIX"] = uuid.uuid4().hex  # Redis remembers earlier runs
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.BOT_DELAY_FACTOR = 0.0
    settings.RATE_LIMITS_ENABLED = False
