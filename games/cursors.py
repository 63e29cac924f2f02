"""Places in the list of a game's events."""

import re
from dataclasses import dataclass

from players.errors import DomainError

_TEXT = re.compile(r"v(\d{1,18})\.0(?:\.(\d{1,3}))?")


@dataclass(frozen=True, order=True)
class Cursor:
    """Behind the entry of this version; with `part`, behind that one of the several events it makes.

    The text is opaque to clients. Its `0` leaves room for what does not raise the version.
    """

    version: int
    part: int | None = None

    @property
    def text(self) -> str:
        """Such as "v42.0", or "v42.0.1" for the first of several events."""
        return f"v{self.version}.0" if self.part is None else f"v{self.version}.0.{self.part}"

    @property
    def tag(self) -> str:
        """The entity tag of what a game shows at this place."""
        return f'"{self.text}"'


def parse_cursor(text: str) -> Cursor:
    """The inverse of `Cursor.text`. Raises `bad_cursor`."""
    found = _TEXT.fullmatch(text)
    if not found:
        raise DomainError("bad_cursor", "This is no place in the events of a game.")
    version, part = found.groups()
    return Cursor(int(version), int(part) if part else None)
