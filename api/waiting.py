"""Requests that wait for news without a thread, on a server that can do so (`rummy.front`).

Such a server gives each request a `Wait`. A view that has nothing to tell yet postpones its answer there: that
answer is not sent, and when there is news or the time is over, the request is asked again. It is the same
request to its caller, and is counted once.
"""

import time
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from uuid import UUID

from django.utils import timezone

from api.limits import Charge

if TYPE_CHECKING:  # web servers import this before Django's models can be
    from api.streaming import Opening
    from players.news import Feed, Standing

KEY = "rummy.wait"


@dataclass(frozen=True)
class Asked:
    """About which game a request was, and whose. The seat is not known where the game was not looked at."""

    game_id: UUID
    player_id: UUID
    is_seat_known: bool
    seat: int | None


class Wait:
    """Since when one request has been here (`came_at`), what it waits for, and what it has cost.

    `awaited` is the feed and how that stood when it was looked at, or None while the last answer is the one to send;
    `charges` are those of the first time that the request was asked. `seat` is the caller's own where the feed is a
    game's. `asked` is set by a player who asks about a game. `stream` is set where the answer goes on: what it holds is
    only the beginning.
    """

    def __init__(self) -> None:
        self.came_at = timezone.now()
        self.awaited: tuple[Feed, Standing] | None = None
        self.charges: list[Charge] | None = None
        self.seat: int | None = None
        self.asked: Asked | None = None
        self.stream: Opening | None = None
        self._began = self._ends_at = time.monotonic()
        self._is_given_up = False
        self._slot = ExitStack()

    @property
    def has_begun(self) -> bool:
        """Whether the answer was postponed before."""
        return self.charges is not None

    @property
    def seconds_left(self) -> float:
        """How much longer a postponed request waits."""
        return self._ends_at - time.monotonic()

    def is_left_of(self, seconds: float) -> bool:
        """Whether a request that may wait so long may go on waiting."""
        return not self._is_given_up and time.monotonic() < self._began + seconds

    def postpone(self, feed: "Feed", told: "Standing", seconds: float, charges: list[Charge], slot: ExitStack) -> None:
        """Answer when the feed has gone on from there, or so many seconds after the request came.

        `slot` is closed when it is answered.
        """
        self.awaited, self.charges = (feed, told), charges
        self._ends_at = self._began + seconds
        self._slot.push(slot)

    def open(self, stream: "Opening", slot: ExitStack) -> None:
        """Let the answer go on as a stream; `slot` is closed when it ends."""
        self.stream = stream
        self._slot = slot

    def give_up(self) -> None:
        """Let the next answer be the last."""
        self._is_given_up = True

    def close(self) -> None:
        """The request is answered, or its sender is gone."""
        self._slot.close()


def wait_of(request: Any) -> Wait | None:
    """The request's `Wait`; None on a server that has nothing but threads."""
    wait: Wait | None = request.META.get("asgi.scope", {}).get("state", {}).get(KEY)
    return wait


def is_postponed(request: Any) -> bool:
    """Whether the request will be asked again."""
    wait = wait_of(request)
    return wait is not None and wait.awaited is not None
