"""How Django itself checks a password, which it does for the admin."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.http import HttpRequest

from players.models import Player
from players.passwords import is_right


class PlayerBackend(ModelBackend):
    """Django's own, but that passwords wait in the queue in which all others wait."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **kwargs: Any
    ) -> Player | None:
        """The account with this user name, if the password is right. Raises `unavailable` where too many wait."""
        if username is None or password is None:
            return None
        found = Player.objects.filter(username=username).first()
        return found if is_right(found, password) and self.user_can_authenticate(found) else None
