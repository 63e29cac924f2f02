"""Numbers that all web processes count up and down together: in Redis, or in memory where there is one process."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha1
from threading import local
from typing import Any

from django.conf import settings
from django.core.cache import cache
from redis import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError
from redis.exceptions import TimeoutError as RedisTimeoutError

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
        return list(_redis.answer("EVALSHA", _SCRIPT_NAME, len(keys), *keys, *arguments))
    except NoScriptError:  # Redis was started anew
        return list(_redis.answer("EVAL", _SCRIPT, len(keys), *keys, *arguments))


class _Redis(local):
    """A bare connection for each thread: redis-py's client around one takes longer than to count."""

    @cached_property
    def _line(self) -> Any:
        pool = ConnectionPool.from_url(
            settings.REDIS_URL, socket_timeout=_TIMEOUT_SECONDS, socket_connect_timeout=_TIMEOUT_SECONDS
        )
        return pool.make_connection()

    def answer(self, *command: str | int) -> Any:
        """What Redis answers. Raises `RedisError` where it does not, or refuses.

        Once more at once, for a connection that ended unnoticed: a request must not wait for a Redis that is gone.
        """
        try:
            return self._asked(command)
        except (RedisConnectionError, RedisTimeoutError):  # the connection was closed, and is opened anew
            return self._asked(command)

    def _asked(self, command: tuple[str | int, ...]) -> Any:
        self._line.send_command(*command)
        return self._line.read_response()


_redis = _Redis()
