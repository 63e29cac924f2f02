"""Makes `scoring.sheets` a Django app."""

from django.apps import AppConfig


class SheetsConfig(AppConfig):
    """Sheets, what is entered in them, who may read and write them."""

    name = "scoring.sheets"
    label = "sheets"
    verbose_name = "Score sheets"
    default_auto_field = "django.db.models.BigAutoField"
