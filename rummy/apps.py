"""Makes the project itself an app, so that it can bring management commands."""

from django.apps import AppConfig


class RummyConfig(AppConfig):
    """Brings `manage.py serve` and the settings' system checks."""

    name = "rummy"

    def ready(self) -> None:
        """Set up logs, and Celery in every process that may send a task, not in workers only."""
        from rummy import celery, logs  # noqa: F401  (importing celery makes it the current Celery app)

        logs.configure_structlog()
