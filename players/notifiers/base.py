"""What a notifier is given, and what may come of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol


@dataclass(frozen=True)
class PushMessage:
    """What a device is to show.

    Of messages with the same `collapse_key` (at most 32 letters and digits) the last takes the place of those before.
    `data` is for the client's own use. After `expires_at` it is of no use to show it.
    """

    push_token: str = field(repr=False)
    text: str
    data: Mapping[str, str]
    collapse_key: str
    expires_at: datetime


class TokenGone(Exception):
    """The push service knows the device no more: nothing will ever come there."""


class NotDelivered(Exception):
    """It was not taken, and may be later: not before so many `seconds`, where the push service says so.

    `is_final`: it will never be taken, whatever becomes of others.
    """

    def __init__(self, why: str, *, seconds: int = 0, is_final: bool = False) -> None:
        super().__init__(why)
        self.seconds = seconds
        self.is_final = is_final


class Notifier(Protocol):
    """Carries messages to devices; asked from several threads at once."""

    def send(self, message: PushMessage, now: datetime) -> None:
        """Hand one over. Raises TokenGone, NotDelivered."""
