"""Places in the list of a game's events."""

import math
import re
from dataclasses import dataclass

from django.utils.translation import gettext

from players.errors import DomainError

_TEXT = re.compile(r"v(\d{1,18})\.(\d{1,9})(?:\.(\d{1,3}))?", re.ASCII)


@dataclass(frozen=True)
class Cursor:
    """Behind the entry of this version, and behind so many of the notices that followed it.

    With `part`, behind that one of the several events that the entry makes. The text is opaque to clients.
    """

    version: int
    notice: int = 0
    part: int | None = None

    @property
    def text(self) -> str:
        """Such as "v42.0", "v42.7" behind seven notices, "v42.0.1" behind the first of several events."""
        text = f"v{self.version}.{self.notice}"
        return text if self.part is None else f"{text}.{self.part}"

    @property
    def tag(self) -> str:
        """The entity tag of what a game shows at this place."""
        return f'"{self.text}"'

    @property
    def place(self) -> tuple[int, int, float]:
        """Where it stands in the order of the list."""
        return self.version, self.notice, math.inf if self.part is None else self.part


def parse_cursor(text: str) -> Cursor:
    """The inverse of `Cursor.text`. Raises `bad_cursor`."""
    found = _TEXT.fullmatch(text)
    if not found:
        raise DomainError("bad_cursor", gettext("This is no place in the events of a game."))
    version, notice, part = found.groups()
    return Cursor(int(version), int(notice), int(part) if part else None)
