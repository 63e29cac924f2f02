"""For development: what would be pushed is written to the log, without where to."""

import logging
from datetime import datetime

from players.notifiers.base import Notifier, PushMessage

log = logging.getLogger("players.push")


class LogNotifier:
    """Takes everything."""

    def send(self, message: PushMessage, now: datetime) -> None:
        """Write it down."""
        log.info("Pushed: %s %s", message.text, dict(message.data))


def made() -> Notifier:
    """As the settings name it."""
    return LogNotifier()
