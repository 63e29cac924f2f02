"""Numbers that all web processes count up and down together: in Redis, or in memory where there is one process."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha1
from threading import local

from django.conf import settings
from django.core.cache import cache
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError
from redis.retry import Retry

_TIMEOUT_SECONDS = 1.0
# All steps of a request in one go: a number begins at 0, and is kept for so many seconds.
_SCRIPT = """
local found = {}
for index, key in ipairs(KEYS) do
    local amount, seconds = ARGV[2 * index - 1], ARGV[2 * index]
    local is_new = redis.call('EXISTS', key) == 0
    found[index] = redis.call('INCRBY', key, amount)
    if is_new then
        redis.call('EXPIRE', key, seconds)
    end
end
return found
"""

_SCRIPT_NAME = sha1(_SCRIPT.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Step:
    """One number and by how much it changes; it is kept for some seconds after it began."""

    key: str
    amount: int
    seconds: int


def count(steps: Sequence[Step]) -> list[int]:
    """The numbers after these steps. Raises whatever the client raises where the counters cannot be reached."""
    if settings.REDIS_URL:
        keys = [cache.make_key(step.key) for step in steps]
        arguments = [value for step in steps for value in (step.amount, step.seconds)]
        return _count_in_redis(keys, arguments)
    return [_count_in_memory(step) for step in steps]


def take_one(places: Sequence[str], seconds: int) -> str | None:
    """The first of these places that is free, taken for so many seconds; None where all are taken.

    Raises whatever the cache raises where it cannot be reached.
    """
    return next((place for place in places if cache.add(place, 1, timeout=seconds)), None)


def give_back(place: str) -> None:
    """Let the place be free. Raises whatever the cache raises where it cannot be reached."""
    cache.delete(place)


def _count_in_memory(step: Step) -> int:
    cache.add(step.key, 0, timeout=step.seconds)
    return int(cache.incr(step.key, step.amount))


def _count_in_redis(keys: list[str], arguments: list[int]) -> list[int]:
    try:
        return list(_redis.client.execute_command("EVALSHA", _SCRIPT_NAME, len(keys), *keys, *arguments))
    except NoScriptError:  # Redis was started anew
        return list(_redis.client.execute_command("EVAL", _SCRIPT, len(keys), *keys, *arguments))


class _Redis(local):
    """A connection for each thread: to take one from a pool and give it back takes longer than to count."""

    @cached_property
    def client(self) -> Redis:
        # Once more at once, for a connection that ended unnoticed: a request must not wait for a Redis that is gone.
        return Redis.from_url(
            settings.REDIS_URL,
            retry=Retry(NoBackoff(), 1),
            socket_timeout=_TIMEOUT_SECONDS,
            socket_connect_timeout=_TIMEOUT_SECONDS,
            single_connection_client=True,
        )


_redis = _Redis()
