"""Wakes those in this process who wait for news of a game. A hint only: other processes are not heard."""

import threading
from collections import defaultdict
from collections.abc import Callable
from uuid import UUID

_rung = threading.Condition()
_waiting: dict[UUID, int] = defaultdict(int)
_rings: dict[UUID, int] = defaultdict(int)
_listeners: set[Callable[[UUID], None]] = set()


def ring(game_id: UUID) -> None:
    """Something was committed in this game."""
    with _rung:
        if _waiting.get(game_id):
            _rings[game_id] += 1
            _rung.notify_all()
        for listener in _listeners:
            listener(game_id)


def tell(listener: Callable[[UUID], None]) -> None:
    """Call this, in whichever thread rings, at every ring. It must be quick and raise nothing."""
    with _rung:
        _listeners.add(listener)


def tell_no_more(listener: Callable[[UUID], None]) -> None:
    """End what `tell` began."""
    with _rung:
        _listeners.discard(listener)


def wait(game_id: UUID, seconds: float) -> None:
    """Return when the bell rings for the game, or after so many seconds."""
    with _rung:
        _waiting[game_id] += 1
        heard = _rings[game_id]
        try:
            _rung.wait_for(lambda: _rings[game_id] != heard, timeout=seconds)
        finally:
            _waiting[game_id] -= 1
            if not _waiting[game_id]:
                del _waiting[game_id], _rings[game_id]
