"""The Django app of players."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Registers the models below `players`."""

    name = "players"
    default_auto_field = "django.db.models.BigAutoField"
