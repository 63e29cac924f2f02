"""Makes `games` a Django app."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Stored play: games, seats, deals and the log of moves."""

    name = "games"
    verbose_name = "Games"
