"""What every test may rely on: a broker that keeps its messages to itself, and cheap passwords."""

import pytest


def pytest_configure(config: pytest.Config) -> None:
    from django.conf import settings

    from rummy.celery import app

    app.conf.update(broker_url="memory://", broker_transport_options={})
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.BOT_DELAY_FACTOR = 0.0
    settings.RATE_LIMITS_ENABLED = False
