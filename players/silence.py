"""A service of ours that did not answer is left alone for a moment, so that not everybody waits for it in turn."""

from time import monotonic

SECONDS = 2.0


class Silence:
    """Of one service, in one process."""

    def __init__(self) -> None:
        self._ends_at = 0.0

    @property
    def is_on(self) -> bool:
        """Whether the service did not answer a moment ago."""
        return monotonic() < self._ends_at

    def begin(self) -> None:
        """It did not answer."""
        self._ends_at = monotonic() + SECONDS

    def end(self) -> None:
        """Ask it again."""
        self._ends_at = 0.0
