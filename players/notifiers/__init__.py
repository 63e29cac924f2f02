"""Who carries pushes to devices. `RUMMY_PUSH` names one of them; without it nothing is pushed.

Another is added by a module here with a class of its own and one line in `NOTIFIERS`.
"""

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.module_loading import import_string

from players.notifiers.base import NotDelivered, Notifier, PushMessage, TokenGone

__all__ = ["NOTIFIERS", "NotDelivered", "Notifier", "PushMessage", "TokenGone", "is_on", "notifier"]

NOTIFIERS = {"fcm": "players.notifiers.fcm.made", "log": "players.notifiers.log.made"}
"""Name in the settings -> what makes it; imported when it is asked for, as it may need packages of its own."""
_made: dict[str, Notifier] = {}


def is_on() -> bool:
    """Whether anything is pushed at all."""
    return str(settings.PUSH) in NOTIFIERS


def notifier() -> Notifier:
    """The one that the settings name, made once in each process. Raises ImproperlyConfigured."""
    name = settings.PUSH
    if name not in _made:
        try:
            _made[name] = import_string(NOTIFIERS[name])()
        except ModuleNotFoundError as missing:
            raise ImproperlyConfigured(f"RUMMY_PUSH={name} needs {missing.name}: see requirements/push.in.") from None
    return _made[name]
