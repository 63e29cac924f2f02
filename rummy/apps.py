"""Makes the project itself an app, so that it can bring management commands."""

import contextlib

from django.apps import AppConfig
from django.conf import settings
from django.contrib.admin import apps as admin


class AdminConfig(admin.AdminConfig):
    """The admin of Django, with a sign-in of our own."""

    default_site = "rummy.admin_site.Site"


class RummyConfig(AppConfig):
    """Brings `manage.py serve` and the settings' system checks."""

    name = "rummy"

    def ready(self) -> None:
        """Set up the logs, the data folder, and Celery: any process may send a task."""
        from rummy import celery, logs  # noqa: F401  (importing celery makes it the current Celery app)

        logs.configure_structlog()
        if not settings.DATABASE_URL:
            with contextlib.suppress(OSError):  # whoever then opens the database hears of it
                settings.DATA_FOLDER.mkdir(mode=0o700, parents=True, exist_ok=True)
