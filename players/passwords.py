"""Checking and storing passwords: slow on purpose, so only a few at a time.

One hash takes 100 MB and a fifth of a second. Call these outside of transactions.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from players.errors import DomainError, malformed
from players.models import Player

AT_ONCE = 2
PATIENCE_SECONDS = 5.0
_places = threading.BoundedSemaphore(AT_ONCE)


def is_right(player: Player | None, password: str) -> bool:
    """Whether it is the player's password. For nobody it is not, after the same time."""
    with a_place():
        if player is None or not player.has_usable_password():
            make_password(password)
            return False
        return check_password(password, player.password, partial(_store_anew, player))


def stored_form(password: str, *, name: str = "", email: str | None = None) -> str:
    """The password as it is stored. Raises `bad_request` for one that is easily guessed."""
    try:
        validate_password(password, Player(username=name, name=name, email=email))
    except ValidationError as error:
        raise malformed("/password", " ".join(error.messages), "bad_password") from None
    with a_place():
        return make_password(password)


def _store_anew(player: Player, password: str) -> None:
    """Store a password that is right as it is stored today; where it was replaced meanwhile, the new one stays."""
    stored = make_password(password)
    if Player.objects.filter(pk=player.pk, password=player.password).update(password=stored):
        player.password = stored


@contextmanager
def a_place() -> Iterator[None]:
    """In the queue, for what hashes passwords itself. Raises `unavailable` where too many wait."""
    if not _places.acquire(timeout=PATIENCE_SECONDS):
        raise DomainError("unavailable", gettext("Too many people sign in at the moment."))
    try:
        yield
    finally:
        _places.release()
