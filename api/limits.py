"""How many requests a caller may send: fixed windows, counted atomically in the cache.

A cache that cannot be reached lets everything through, and says so in the log and the metrics; for a moment it is not
asked again.
"""

import hashlib
import logging
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal, TypeVar

from django.conf import settings
from django.core.cache import cache

from api.counters import Step, count, give_back, take_one
from api.metrics import count_refusal, count_uncounted
from players.errors import DomainError
from players.silence import Silence

Result = TypeVar("Result")

log = logging.getLogger("api.limits")
silence = Silence()


@dataclass(frozen=True)
class Bucket:
    """`quota` requests in each window of `seconds` (0: at the same time), counted by what `per` says.

    `counts_refused`, `counts_done`: whether a request is counted that was refused, and one that was carried out.
    """

    name: str
    quota: int
    seconds: int
    per: Literal["address", "player", "seat", "app", "account", "account and address", "token"]
    counts_refused: bool = True
    counts_done: bool = True

    @property
    def policy(self) -> str:
        """As `RateLimit-Policy` says it."""
        return f'"{self.name}";q={self.quota};w={self.seconds}'


BUCKETS = {
    bucket.name: bucket
    for bucket in (
        Bucket("anonymous", 60, 60, "address"),
        Bucket("player", 300, 60, "player"),
        Bucket("app", 3000, 60, "app"),
        Bucket("oauth", 300, 60, "address"),
        Bucket("login", 10, 900, "address"),
        Bucket("login_account", 100, 900, "account"),
        Bucket("mail", 5, 3600, "account and address"),
        Bucket("mail_account", 20, 3600, "account"),
        Bucket("moves", 20, 10, "seat"),
        Bucket("all_moves", 300, 60, "player"),
        Bucket("chat", 10, 60, "player"),
        Bucket("guests", 10, 3600, "address", counts_refused=False),
        Bucket("app_players", 1000, 3600, "app"),
        Bucket("lobby", 30, 3600, "player"),
        Bucket("bulk", 20, 3600, "player"),
        Bucket("imports", 60, 3600, "player"),
        Bucket("exports", 1, 0, "player"),
        Bucket("invite_codes", 20, 900, "player", counts_done=False),
        Bucket("webhook_sends", 60, 3600, "player"),
        Bucket("long_polls", 10, 0, "player"),
        Bucket("streams", 10, 0, "token"),
    )
}


LONGEST_WAIT_SECONDS = 25
_KEYS = "limit"
_streams: Counter[str] = Counter()
_streams_lock = threading.Lock()
_NOTED_FOR_SECONDS = 30 * 24 * 3600


@dataclass(frozen=True)
class Charge:
    """One request counted in one bucket."""

    bucket: Bucket
    key: str
    used: int
    reset_seconds: int
    is_counted: bool = True

    @property
    def is_over(self) -> bool:
        """Whether it was one too many."""
        return self.used > self.bucket.quota

    @property
    def standing(self) -> str:
        """As `RateLimit` says it: how many more, and the seconds until all are back."""
        return f'"{self.bucket.name}";r={max(0, self.bucket.quota - self.used)};t={self.reset_seconds}'


def unseen(name: str) -> str:
    """Under what something is counted whose name is nobody's business."""
    return hashlib.sha256(name.encode()).hexdigest()[:32]


def charge(counted: Sequence[tuple[Bucket, str]], now: datetime, *, later: bool = False) -> list[Charge]:
    """Count one request in each of the buckets, under the name of whoever is counted there.

    `later`: only see what it would come to; `settle` counts it then, if it turns out to cost something.
    """
    second = int(now.timestamp())
    charges = []
    for bucket, name in counted:
        window, passed = divmod(second, bucket.seconds)
        key = f"{_KEYS}:{bucket.name}:{name}:{window}"
        charges.append(Charge(bucket, key, 1, bucket.seconds - passed, is_counted=not later))
    used = _count([_step(one, 0 if later else 1) for one in charges])
    return [replace(one, used=number + later) for one, number in zip(charges, used, strict=True)]


def settle(charges: Sequence[Charge], is_free: Callable[[Charge], bool]) -> list[Charge]:
    """Take back what turned out to cost nothing, and count now what does and was left for later."""
    amounts = [(not is_free(one)) - one.is_counted for one in charges]
    _count([_step(one, amount) for one, amount in zip(charges, amounts, strict=True) if amount])
    return [replace(one, used=max(0, one.used - is_free(one))) for one in charges]


def note(names: Sequence[str]) -> None:
    """Remember these names for 30 days."""
    noted = {f"{_KEYS}:noted:{name}": 1 for name in names}
    _in_the_counters(lambda: cache.set_many(noted, timeout=_NOTED_FOR_SECONDS), [])


def is_noted(name: str) -> bool:
    """Whether the name is remembered; where the counters cannot be reached, none is."""
    return _in_the_counters(lambda: cache.has_key(f"{_KEYS}:noted:{name}"), False)


@contextmanager
def waiting(caller: str, name: str = "long_polls", seconds: int = 4 * LONGEST_WAIT_SECONDS) -> Iterator[None]:
    """For what takes a while, such as a long-poll. Raises `rate_limited` where the caller has too many at once.

    Each takes one of the caller's places. What is not given back, as the process was killed, is free again `seconds`
    after it was taken.
    """
    bucket = BUCKETS[name]
    places = [f"{_KEYS}:{bucket.name}:{caller}:{number}" for number in range(bucket.quota)]
    unknown: str | None = ""
    place = _in_the_counters(lambda: take_one(places, seconds), unknown)
    if place is None:
        refuse_if_over([Charge(bucket, "", bucket.quota + 1, LONGEST_WAIT_SECONDS)])
        return
    try:
        yield
    finally:
        if place:
            _in_the_counters(lambda: give_back(place), None)


@contextmanager
def streaming(caller: str) -> Iterator[None]:
    """For the time of a stream. Raises `rate_limited` where the caller has too many in this process.

    Each process counts its own, so that one that is killed leaves none behind that nobody would ever take back.
    """
    with _streams_lock:
        _streams[caller] += 1
        used = _streams[caller]
    try:
        refuse_if_over([Charge(BUCKETS["streams"], "", used, LONGEST_WAIT_SECONDS)])
        yield
    finally:
        with _streams_lock:
            _streams[caller] -= 1
            if not _streams[caller]:
                del _streams[caller]


def refuse_if_over(charges: list[Charge]) -> None:
    """Raises `rate_limited` with the first bucket that is empty."""
    for one in charges:
        if one.is_over:
            count_refusal(one.bucket.name)
            raise DomainError("rate_limited", limit=one.bucket.name, retry_after_ms=one.reset_seconds * 1000)


def limit_headers(charges: list[Charge]) -> dict[str, str]:
    """`RateLimit-Policy` and `RateLimit`, the narrowest bucket first."""
    if not charges:
        return {}
    ordered = sorted(charges, key=lambda one: one.bucket.quota)
    return {
        "RateLimit-Policy": ", ".join(one.bucket.policy for one in ordered),
        "RateLimit": ", ".join(one.standing for one in ordered),
    }


def are_on() -> bool:
    """Whether requests are counted at all."""
    return bool(settings.RATE_LIMITS_ENABLED)


def _step(one: Charge, amount: int) -> Step:
    return Step(one.key, amount, 2 * one.bucket.seconds)


def _count(steps: Sequence[Step]) -> list[int]:
    return _in_the_counters(lambda: count(steps), [0] * len(steps)) if steps else []


def _in_the_counters(act: Callable[[], Result], otherwise: Result) -> Result:
    """What `act` finds there; `otherwise`, and that is said, where they cannot be reached."""
    if not silence.is_on:
        try:
            return act()
        except ValueError:  # one of the numbers has just gone
            log.info("A limit could not be counted.")
        except Exception as error:  # whatever the client raises: play goes on without limits
            silence.begin()
            log.warning("The limits could not be counted: %s", type(error).__name__)
    count_uncounted()
    return otherwise
