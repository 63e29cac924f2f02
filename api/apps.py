"""The API as a Django app: its pages and their style are found here."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """Has no models."""

    name = "api"
