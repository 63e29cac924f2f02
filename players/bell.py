"""Wakes those who wait for news of a game or of a player: here at once, elsewhere by Redis. A hint only."""

import threading
from collections import defaultdict
from collections.abc import Callable
from uuid import UUID

from players import far_bell

_rung = threading.Condition()
_waiting: dict[UUID, int] = defaultdict(int)
_rings: dict[UUID, int] = defaultdict(int)
_listeners: set[Callable[[UUID], None]] = set()


def ring(rung_for: UUID) -> None:
    """Something was committed: in the game with this id, for this player, or of this token."""
    with _rung:
        if _waiting.get(rung_for):
            _rings[rung_for] += 1
            _rung.notify_all()
        for listener in _listeners:
            listener(rung_for)
    far_bell.ring(rung_for)


def tell(listener: Callable[[UUID], None]) -> None:
    """Call this, in whichever thread rings, at every ring. It must be quick and raise nothing."""
    with _rung:
        _listeners.add(listener)


def tell_no_more(listener: Callable[[UUID], None]) -> None:
    """End what `tell` began."""
    with _rung:
        _listeners.discard(listener)


def wait(rung_for: UUID, seconds: float) -> None:
    """Return when the bell of this process rings for this id, or after so many seconds."""
    with _rung:
        _waiting[rung_for] += 1
        heard = _rings[rung_for]
        try:
            _rung.wait_for(lambda: _rings[rung_for] != heard, timeout=seconds)
        finally:
            _waiting[rung_for] -= 1
            if not _waiting[rung_for]:
                del _waiting[rung_for], _rings[rung_for]
