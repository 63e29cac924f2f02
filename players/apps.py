"""The Django app of players."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class PlayersConfig(AppConfig):
    """Registers the models below `players`."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let every app register what belongs to players there, and which notifications are still of use."""
        autodiscover_modules("belongings", "usefulness")
