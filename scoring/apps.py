"""Makes `scoring` a Django app."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Ratings and leaderboards."""

    name = "scoring"
    verbose_name = "Score keeping"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the lobby where ratings are found."""
        from games import ratings
        from scoring.selectors.ratings import rating_in

        ratings.register(rating_in)
